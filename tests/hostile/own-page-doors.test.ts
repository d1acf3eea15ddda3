import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EXTENSION_ID, FakePort, OWN_PAGES } from '../extension/fake-browser.ts';
import { attachPage, pagePort, SITE, say, startAllowed } from '../extension/running-extension.ts';
import { RUNS } from '../fuzz/runs.ts';

const background = fileURLToPath(new URL('../../extension/src/background', import.meta.url));

/** The names of all runtime ports, from the sources, so that a new one is looked at too. */
const PORTS = readdirSync(background)
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => [...readFileSync(join(background, file), 'utf8').matchAll(/_PORT = '([^']+)'/g)])
  .map(([, name = '']) => name);
const OWN_PORTS = PORTS.filter((name) => name !== 'page');

/** Everything that only our own pages may say. */
const ORDERS: readonly object[] = [
  { type: 'allow', origin: 'https://evil.example' },
  { type: 'withdraw', origin: SITE },
  { type: 'look', tabId: 1, origin: SITE },
  { type: 'retry' },
];

const SENDERS: Record<string, object> = {
  'a content script': pagePort('d1').sender,
  'a content script that claims our address in its message': { ...pagePort('d1').sender, claims: OWN_PAGES },
  'a page whose address only begins like ours': { id: EXTENSION_ID, url: `https://evil.example/${OWN_PAGES}` },
  'a page of another extension': { id: 'otherotherotherotherotherotherot', url: 'chrome-extension://other/popup.html' },
  'a frame of a page that our address was put into': {
    id: EXTENSION_ID,
    url: OWN_PAGES,
    origin: 'https://evil.example',
  },
  nobody: {},
};

test('the doors for our own pages are known', () => {
  expect(PORTS).toContain('page');
  expect(OWN_PORTS.length).toBeGreaterThan(0);
});

describe.each(OWN_PORTS)('the door "%s"', (name) => {
  test.each(Object.entries(SENDERS))('stays shut for %s', async (_who, sender) => {
    const browser = await startAllowed();
    const port = browser.connect(new FakePort(name, sender));
    expect(port.isOpen).toBe(false);
    for (const order of ORDERS) port.onMessage.fire(order, port);
    await say(await attachPage(browser, 'd2'), { type: 'pong', id: 1 });
    expect(port.received).toEqual([]);
    expect(browser.local.values.get('grants')).toEqual([SITE]);
  });

  test('takes nothing but what our pages say, and no harm from the rest', async () => {
    const browser = await startAllowed();
    const good = await attachPage(browser, 'd1');
    const sender = { id: EXTENSION_ID, url: `${OWN_PAGES}src/popup/index.html`, origin: OWN_PAGES.slice(0, -1) };
    const port = browser.connect(new FakePort(name, sender));
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.string(), async (value, type) => {
        port.say(value);
        port.say({ type, origin: value, tabId: value });
        await say(good, { type: 'pong', id: 1 });
        expect(browser.local.values.get('grants')).toEqual([SITE]);
        expect(good.isOpen).toBe(true);
      }),
      RUNS,
    );
  }, 60_000);
});

test('a port of any other name is turned away', async () => {
  const browser = await startAllowed();
  for (const name of ['', 'pages', 'Popup', '__proto__', 'constructor']) {
    expect(browser.connect(new FakePort(name, pagePort('d1').sender)).isOpen).toBe(false);
  }
});

describe('the door for pages stays shut for', () => {
  test.each<[string, object]>([
    ['a frame in a page', { frameId: 3 }],
    ['an opaque origin', { origin: 'null' }],
    ['a local file', { origin: 'file://' }],
    ['the browser’s own pages', { origin: 'chrome://settings' }],
    ['another extension', { id: 'otherotherotherotherotherotherot' }],
    ['a page of an extension', { origin: OWN_PAGES.slice(0, -1) }],
    ['a page that is being prerendered', { documentLifecycle: 'prerender' }],
    ['a sender without a tab', { tab: undefined }],
    ['a site that nobody allowed', { origin: 'https://evil.example' }],
    ['the same host on another port', { origin: `${SITE}:8443` }],
    ['the same host without TLS', { origin: SITE.replace('https', 'http') }],
    ['a subdomain of an allowed site', { origin: SITE.replace('shop', 'evil.shop') }],
    ['an address that looks alike', { origin: SITE.replace('o', 'о') }],
  ])('%s: its port is closed, and nothing is said to it', async (_who, more) => {
    const browser = await startAllowed();
    const port = await attachPage(browser, 'd1', more);
    expect(port.isOpen).toBe(false);
    expect(port.received.filter((message) => typeof message === 'string')).toEqual([]);
  });
});
