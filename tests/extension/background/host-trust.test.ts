import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import { expect, test } from 'vitest';
import { FakeBrowser, settled } from '../fake-browser.ts';
import {
  attachPage,
  HOST_HELLO,
  host,
  hostSays,
  openPopup,
  shown,
  startAllowed,
  startWorker,
  tell,
  toldHost,
} from '../running-extension.ts';

const OTHER = 'ffff-4567-89ab-cdef-0123-4567-89ab-cdef';
const otherHello = { ...HOST_HELLO, installation: OTHER };

/** A profile that knows one installation, with a page, whose host has been replaced by that of another. */
async function replaced(): Promise<FakeBrowser> {
  const browser = await startAllowed();
  await attachPage(browser, 'd1');
  host(browser).leave();
  browser.clock.pass(500);
  await hostSays(browser, otherHello);
  return browser;
}

test('the first installation is remembered, and goes on without a word after a restart of host and worker', async () => {
  const browser = await startAllowed();
  expect(shown(await openPopup(browser)).stranger).toBeNull();
  await startWorker(browser);
  await hostSays(browser, { ...HOST_HELLO, pid: 2 });
  expect(shown(await openPopup(browser))).toMatchObject({ stranger: null });
  expect(toldHost(browser)).toContainEqual(expect.objectContaining({ type: 'access' }));
});

test('another installation is told its hello and nothing else, and is not started again by itself', async () => {
  const browser = await replaced();
  expect(toldHost(browser)).toMatchObject([{ type: 'hello' }]);
  expect(host(browser).isOpen).toBe(false);
  expect(browser.toolbar).toMatchObject({ text: '!' });
  browser.clock.pass(LIMITS.journalMs);
  expect(browser.natives).toHaveLength(2);
  await attachPage(browser, 'd2');
  expect(toldHost(browser)).toMatchObject([{ type: 'hello' }]);
});

test('the popup names it, keeps naming it while it is looked at again, and trusting it lets it go on for good', async () => {
  const browser = await replaced();
  const popup = await openPopup(browser);
  expect(shown(popup).stranger).toBe(OTHER);
  await hostSays(browser, otherHello);
  expect(shown(popup)).toMatchObject({ stranger: OTHER, hops: [{}, {}, { words: 'host_changed' }, {}] });
  await tell(popup, { type: 'trust_host', installation: OTHER });
  await hostSays(browser, otherHello);
  expect(shown(popup)).toMatchObject({ stranger: null, hops: [{}, {}, { words: 'host_up' }, {}] });
  expect(toldHost(browser)).toMatchObject([{ type: 'hello' }, { type: 'access' }, { event: { type: 'attached' } }]);
  expect(browser.toolbar).toMatchObject({ text: '' });
  await startWorker(browser);
  await hostSays(browser, otherHello);
  expect(host(browser).isOpen).toBe(true);
});

test('what was shown is trusted, not what came in its place meanwhile', async () => {
  const browser = await replaced();
  const popup = await openPopup(browser);
  const third = OTHER.replace('ffff', 'eeee');
  await hostSays(browser, { ...HOST_HELLO, installation: third });
  await tell(popup, { type: 'trust_host', installation: OTHER });
  expect(shown(popup).stranger).toBe(third);
  expect(host(browser).isOpen).toBe(false);
});

test('when the one that is known is back, the warning goes', async () => {
  const browser = await replaced();
  const popup = await openPopup(browser);
  await tell(popup, { type: 'retry' });
  await hostSays(browser, HOST_HELLO);
  expect(shown(popup)).toMatchObject({ stranger: null, hops: [{}, {}, { words: 'host_up' }, {}] });
});

test.each([undefined, '', 'ABCD', OTHER.toUpperCase(), `${OTHER} `, 7])(
  'a hello with %o as installation is none',
  async (installation) => {
    const browser = new FakeBrowser();
    await startWorker(browser);
    host(browser).say({ ...HOST_HELLO, installation });
    await settled();
    expect(host(browser).isOpen).toBe(false);
    expect(browser.local.values.get('installation')).toBeUndefined();
  },
);
