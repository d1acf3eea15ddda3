import { describe, expect, test } from 'vitest';
import { browserName } from '../../../extension/src/background/browser-name.ts';
import { connected, declaring, opening } from '../declared-samples.ts';
import { FakeBrowser, type FakePort, settled } from '../fake-browser.ts';
import {
  attachMessage,
  attachPage,
  hostSays,
  openPopup,
  say,
  shown,
  startAllowed,
  startWorker,
  toldHost,
  toldPage,
} from '../running-extension.ts';

async function answerPings(port: FakePort): Promise<void> {
  for (const message of toldPage(port)) if (message.type === 'ping') await say(port, { type: 'pong', id: message.id });
}
const conditions = (browser: FakeBrowser) =>
  toldHost(browser).flatMap((message) =>
    message.type === 'model' && message.event.type === 'changed' ? [message.event.condition] : [],
  );

describe('a tab', () => {
  test('that is frozen is asleep until its page’s own JavaScript answers', async () => {
    const browser = await startAllowed();
    const port = await attachPage(browser, 'd1');
    browser.onUpdated.fire(1, { frozen: true });
    await settled();
    expect(conditions(browser)).toEqual(['suspended']);
    browser.onUpdated.fire(1, { frozen: false });
    await settled();
    expect(conditions(browser)).toEqual(['suspended']);
    await answerPings(port);
    expect(conditions(browser)).toEqual(['suspended', 'live']);
  });

  test('that is frozen again before its page answered stays asleep', async () => {
    const browser = await startAllowed();
    const port = await attachPage(browser, 'd1');
    for (const frozen of [true, false, true]) browser.onUpdated.fire(1, { frozen });
    await settled();
    await answerPings(port);
    expect(conditions(browser)).toEqual(['suspended']);
  });

  test('is not woken by the answer of a page in another tab', async () => {
    const browser = await startAllowed();
    await attachPage(browser, 'd1');
    const other = await attachPage(browser, 'd2', {
      tab: { id: 2, index: 0, highlighted: true, active: true, pinned: false, incognito: false },
    });
    browser.onUpdated.fire(1, { frozen: true });
    browser.onUpdated.fire(1, { frozen: false });
    await settled();
    await say(other, { type: 'pong', id: 1 });
    expect(conditions(browser)).toEqual(['suspended']);
  });

  test.each<[string, (browser: FakeBrowser) => void]>([
    ['closed', (browser) => browser.onTabRemoved.fire(1)],
    ['replaced after a discard', (browser) => browser.onReplaced.fire(8, 1)],
  ])('that is %s takes its documents with it', async (_, happen) => {
    const browser = await startAllowed();
    await attachPage(browser, 'd1');
    happen(browser);
    await settled();
    expect(toldHost(browser).at(-1)).toMatchObject({ event: { type: 'detached' } });
  });

  test('that is discarded is asleep, and other changes of a tab mean nothing', async () => {
    const browser = await startAllowed();
    await attachPage(browser, 'd1');
    browser.onUpdated.fire(1, {});
    browser.onUpdated.fire(2, { frozen: true });
    browser.onUpdated.fire(1, { discarded: true });
    await settled();
    expect(conditions(browser)).toEqual(['suspended']);
  });
});

describe('the popup', () => {
  const pageHop = (popup: FakePort) => shown(popup).hops.find((seen) => seen.hop === 'page');

  test('shows the windows of the page in front, which can be used, and what others wait for', async () => {
    const browser = await startAllowed();
    const port = await attachPage(browser, 'd1');
    const declared = declaring(opening(1), opening(2, { modal: true, ownerId: '1', title: 'Sure?' }), opening(3));
    await say(port, { ...attachMessage, declared });
    const popup = await openPopup(browser);
    expect(shown(popup)).toMatchObject({
      application: 'Shop',
      windows: [
        { title: 'Window 1', operable: false, blockedBy: 'Sure?' },
        { title: 'Sure?', operable: true, modal: true },
        { title: 'Window 3', operable: true },
      ],
    });
    await say(port, { type: 'change', change: { closed: ['2'] } });
    expect(shown(popup).windows.map(({ operable }) => operable)).toEqual([true, true]);
  });

  test('asks the page’s JavaScript and tells when it does not answer', async () => {
    const browser = await startAllowed();
    const port = await attachPage(browser, 'd1');
    const first = await openPopup(browser);
    expect(pageHop(first)).toMatchObject({ health: 'checking' });
    await answerPings(port);
    expect(pageHop(first)).toMatchObject({ health: 'up' });
    const second = await openPopup(browser);
    browser.clock.pass(1_000);
    await settled();
    expect(pageHop(second)).toMatchObject({ health: 'down', words: 'page_silent', fix: 'page_silent_fix' });
    expect(shown(second).windows).toMatchObject([{ operable: false }]);
  });

  test('knows the page by tab and origin: another site in the same tab shows nothing of it', async () => {
    const browser = await startAllowed();
    await attachPage(browser, 'd1');
    const popup = await openPopup(browser, 1, 'https://other.example');
    expect(shown(popup)).toMatchObject({ page: 'not_allowed', application: null, windows: [] });
    expect(shown(await openPopup(browser, 1, null))).toMatchObject({ page: 'unsupported' });
    expect(shown(await openPopup(browser, 1, 'null'))).toMatchObject({ page: 'unsupported' });
  });

  test('shows a page that the host found busy, and agents only while there is a host', async () => {
    const browser = await startAllowed();
    await attachPage(browser, 'd1');
    const attached = toldHost(browser).at(-1);
    const appId = attached?.type === 'model' && attached.event.type === 'attached' ? attached.event.application.id : '';
    await hostSays(browser, { type: 'agents', agents: [connected({ name: 'A' })] });
    await hostSays(browser, { type: 'quarantine', appId, on: true });
    const popup = await openPopup(browser);
    expect(pageHop(popup)).toMatchObject({ words: 'page_unresponsive' });
    expect(shown(popup).agents).toHaveLength(1);
    browser.natives.at(-1)?.leave();
    await settled();
    expect(shown(popup).agents).toEqual([]);
    expect(shown(popup).hops.at(-1)).toMatchObject({ words: 'agents_unknown' });
  });

  test('without anything connected names the next step', async () => {
    const browser = await startAllowed();
    const popup = await openPopup(browser);
    expect(shown(popup).hops).toMatchObject([
      { hop: 'page', health: 'idle', words: 'page_absent', fix: 'page_absent_fix' },
      { hop: 'extension', health: 'up', value: '0.1.0' },
      { hop: 'host', health: 'up' },
      { hop: 'agents', health: 'idle', fix: 'agents_none_fix' },
    ]);
  });

  test('says that the host is not installed, and how to do it', async () => {
    const browser = new FakeBrowser();
    browser.lastError = { message: 'Specified native messaging host not found.' };
    await startWorker(browser);
    browser.natives.at(-1)?.leave();
    expect(shown(await openPopup(browser)).hops.find(({ hop }) => hop === 'host')).toEqual({
      hop: 'host',
      health: 'down',
      words: 'host_missing',
      fix: 'host_missing_fix',
      since: browser.clock.now(),
      detail: 'Specified native messaging host not found.',
    });
  });
});

describe('the browser’s name', () => {
  test.each([
    [
      'Google Chrome 156',
      {
        brands: [
          { brand: 'Not.A/Brand', version: '8' },
          { brand: 'Chromium', version: '156' },
          { brand: 'Google Chrome', version: '156' },
        ],
      },
    ],
    [
      'Chromium 156',
      {
        brands: [
          { brand: 'Chromium', version: '156' },
          { brand: 'Not A;Brand', version: '99' },
        ],
      },
    ],
  ])('%s by its brands', (name, userAgentData) => {
    expect(browserName({ userAgent: '', userAgentData })).toBe(name);
  });

  test('Firefox by its user agent, anything else in one word', () => {
    expect(browserName({ userAgent: 'Mozilla/5.0 (X11; rv:153.0) Gecko/20100101 Firefox/153.0' })).toBe('Firefox 153');
    expect(browserName({ userAgent: 'Unheard of' })).toBe('Browser');
  });
});
