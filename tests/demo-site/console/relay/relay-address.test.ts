import { expect, test } from 'vitest';
import { takeRelayAddress } from '../../../../demo-site/console/relay/relay-address.ts';

function tab(hash: string, kept = new Map<string, string>()) {
  const shown: string[] = [];
  const places = {
    location: { hash, origin: 'http://localhost:1', pathname: '/console.html' },
    history: {
      replaceState: (_data: unknown, _unused: string, url?: string | URL | null) => void shown.push(String(url)),
    },
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    },
  };
  return { places, shown, kept };
}

test('the token leaves the address and survives a reload of the tab', () => {
  const { places, shown, kept } = tab('#token=abc');
  expect(takeRelayAddress(places)).toEqual({ origin: 'http://localhost:1', token: 'abc' });
  expect(shown).toEqual(['/console.html']);
  expect(takeRelayAddress(tab('', kept).places)).toEqual({ origin: 'http://localhost:1', token: 'abc' });
});

test('the token of a new demo replaces that of the one before', () => {
  const { kept } = tab('', new Map([['relay-token', 'old']]));
  expect(takeRelayAddress(tab('#token=new', kept).places)?.token).toBe('new');
});

test('without a token there is no address', () => {
  expect(takeRelayAddress(tab('').places)).toBeUndefined();
});
