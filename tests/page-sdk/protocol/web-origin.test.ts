import { ApplicationIdentity } from '@mcp-gui-bridge/page-sdk/protocol';
import { expect, test } from 'vitest';

const isTaken = (origin: string): boolean =>
  ApplicationIdentity.safeParse({ id: 'a234567abcd', origin, browser: 'B', condition: 'live' }).success;

test.each([
  'https://shop.example',
  'http://localhost',
  'http://127.0.0.1:5173',
  'http://[::1]:8080',
  'https://xn--bcher-kva.example',
  'https://under_score.example:444',
])('%s is an origin of pages, as browsers write it', (origin) => {
  expect(new URL(origin).origin).toBe(origin);
  expect(isTaken(origin)).toBe(true);
});

test.each([
  '',
  'null',
  'shop.example',
  'https://',
  'https://shop.example/',
  'https://Shop.example',
  'https://bücher.example',
  'https://me@shop.example',
  'https://shop.example:port',
  'https://shop.example\n',
  'https://shop.example evil.example',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'chrome-extension://abcdefghijklmnop',
])('%j is none', (origin) => {
  expect(isTaken(origin)).toBe(false);
});
