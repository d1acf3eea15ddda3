import { describe, expect, test } from 'vitest';
import { connected } from '../declared-samples.ts';
import { FakeBrowser, settled } from '../fake-browser.ts';
import {
  attachPage,
  callFrom,
  HOST_HELLO,
  hostSays,
  openPopup,
  openView,
  SITE,
  showing,
  shown,
  startAllowed,
  startWorker,
  tell,
  toldHost,
  toldPage,
} from '../running-extension.ts';

const KEY = 'program:claude';
const claude = connected();
const access = (browser: FakeBrowser) =>
  toldHost(browser)
    .flatMap((message) => (message.type === 'access' ? [message.rules] : []))
    .at(-1);

describe('a new agent', () => {
  test('is announced until somebody has looked', async () => {
    const browser = await startAllowed();
    await hostSays(browser, { type: 'agents', agents: [claude] });
    expect(browser.toolbar).toMatchObject({ text: '+1', title: 'badge_new_agent' });
    const popup = await openPopup(browser);
    expect(shown(popup).agents).toMatchObject([
      {
        name: 'Claude',
        program: 'claude',
        isNew: true,
        accepted: true,
        connections: [{ id: 'agent-1', process: claude.process, since: 5, calls: 2 }],
      },
    ]);
    popup.leave();
    expect(browser.toolbar.text).toBe('');
    expect(shown(await openPopup(browser)).agents).toMatchObject([{ isNew: false }]);
    await hostSays(browser, { type: 'agents', agents: [claude, { ...claude, id: 'agent-2', key: 'program:other' }] });
    expect(browser.toolbar.text).toBe('+1');
    (await openView(browser, { view: 'options' })).leave();
    expect(browser.toolbar.text).toBe('');
  });

  test('sees nothing before it is accepted, where the person wants that, and stays announced', async () => {
    const browser = await startAllowed();
    const options = await openView(browser, { view: 'options' });
    await tell(options, { type: 'prefer', change: { newcomers: 'accepted' } });
    expect(access(browser)).toMatchObject({ others: { sites: [] } });
    await hostSays(browser, { type: 'agents', agents: [claude] });
    (await openPopup(browser)).leave();
    expect(browser.toolbar.text).toBe('+1');
    const page = await attachPage(browser, 'd1');
    await hostSays(browser, { type: 'call', call: callFrom(browser), agentKey: KEY });
    expect(toldHost(browser).at(-1)).toMatchObject({ answer: { error: { code: 'window_not_found' } } });
    await tell(options, { type: 'decide_agent', key: KEY, decision: { accepted: true } });
    expect(access(browser)).toMatchObject({
      others: { sites: [] },
      agents: { [KEY]: { sites: null, readOnly: false } },
    });
    expect(browser.toolbar.text).toBe('');
    await hostSays(browser, { type: 'call', call: { ...callFrom(browser), callId: 'cd'.repeat(16) }, agentKey: KEY });
    expect(toldPage(page).at(-1)).toMatchObject({ type: 'call' });
  });

  test('is shown with what it may now, whatever was wanted when it came', async () => {
    const browser = await startAllowed();
    const options = await openView(browser, { view: 'options' });
    const expectShown = (awaitsAcceptance: boolean, badge: string) => {
      const { agents } = showing(options, 'options');
      expect(agents).toMatchObject([{ awaitsAcceptance, access: access(browser)?.agents[KEY] }]);
      expect(browser.toolbar.text).toBe(badge);
    };
    await tell(options, { type: 'prefer', change: { newcomers: 'accepted' } });
    await hostSays(browser, { type: 'agents', agents: [claude] });
    (await openPopup(browser)).leave();
    expectShown(true, '+1');
    await tell(options, { type: 'prefer', change: { newcomers: 'all' } });
    expectShown(false, '+1');
    (await openPopup(browser)).leave();
    expectShown(false, '');
    await tell(options, { type: 'prefer', change: { newcomers: 'accepted' } });
    expectShown(true, '');
    await tell(options, { type: 'decide_agent', key: KEY, decision: { accepted: true, readOnly: true } });
    expectShown(false, '');
  });

  test('is remembered by the next worker, which tells its host before anything else', async () => {
    const browser = await startAllowed();
    await hostSays(browser, { type: 'agents', agents: [claude] });
    await tell(await openPopup(browser), { type: 'decide_agent', key: KEY, decision: { blocked: true } });
    await startWorker(browser);
    await attachPage(browser, 'd1');
    await hostSays(browser, HOST_HELLO);
    expect(toldHost(browser).map(({ type }) => type)).toEqual(['hello', 'access', 'model']);
    expect(access(browser)?.agents[KEY]).toEqual({ sites: [], readOnly: true });
  });
});

describe('what the person decides about an agent', () => {
  test.each([
    ['blocked', { blocked: true }, 'window_not_found'],
    ['limited to another site', { sites: ['https://other.example'] }, 'window_not_found'],
    ['limited to this site', { sites: [SITE] }, undefined],
    ['limited to reading', { readOnly: true }, 'action_not_available'],
  ])('%s: counts in the worker too', async (_, decision, code) => {
    const browser = await startAllowed();
    const page = await attachPage(browser, 'd1');
    await hostSays(browser, { type: 'agents', agents: [claude] });
    await tell(await openPopup(browser), { type: 'decide_agent', key: KEY, decision });
    await hostSays(browser, { type: 'call', call: callFrom(browser), agentKey: KEY });
    if (code === undefined) expect(toldPage(page).at(-1)).toMatchObject({ type: 'call' });
    else expect(toldHost(browser).at(-1)).toMatchObject({ answer: { error: { code, outcome: 'not_executed' } } });
  });

  test('the host is told the rules once for every change, and not with every call', async () => {
    const browser = await startAllowed();
    const rules = () => toldHost(browser).filter(({ type }) => type === 'access').length;
    await hostSays(browser, { type: 'agents', agents: [claude] });
    const before = rules();
    await hostSays(browser, { type: 'agents', agents: [{ ...claude, calls: 3 }] });
    expect(rules()).toBe(before);
    await tell(await openPopup(browser), { type: 'decide_agent', key: KEY, decision: { readOnly: true } });
    expect(rules()).toBe(before + 1);
  });

  test('disconnecting ends one connection; forgetting makes it a stranger again', async () => {
    const browser = await startAllowed();
    await hostSays(browser, { type: 'agents', agents: [claude] });
    const options = await openView(browser, { view: 'options' });
    await tell(options, { type: 'disconnect', process: claude.process });
    expect(toldHost(browser).at(-1)).toEqual({ type: 'disconnect', processes: [claude.process] });
    await hostSays(browser, { type: 'agents', agents: [] });
    expect(showing(options, 'options').agents).toMatchObject([{ key: KEY, connections: [] }]);
    await tell(options, { type: 'forget_agent', key: KEY });
    expect(showing(options, 'options').agents).toEqual([]);
    expect(access(browser)?.agents).toEqual({});
  });
});

describe('an agent that was disconnected', () => {
  const disconnected = (browser: FakeBrowser) => toldHost(browser).filter(({ type }) => type === 'disconnect');

  test('is named to every host to come before anything else, by every worker to come', async () => {
    const browser = await startAllowed();
    expect(disconnected(browser)).toEqual([]);
    const other = { ...claude, id: 'agent-2', process: 'b2'.repeat(16) };
    await hostSays(browser, { type: 'agents', agents: [claude, other] });
    const popup = await openPopup(browser);
    for (const { process } of [claude, other]) await tell(popup, { type: 'disconnect', process });
    browser.session.values.clear();
    await startWorker(browser);
    await attachPage(browser, 'd1');
    await hostSays(browser, HOST_HELLO);
    expect(toldHost(browser).map(({ type }) => type)).toEqual(['hello', 'disconnect', 'access', 'model']);
    expect(disconnected(browser)).toEqual([{ type: 'disconnect', processes: [claude.process, other.process] }]);
  });

  test('stays so whatever else the person decides about it; one that is not connected cannot be', async () => {
    const browser = await startAllowed();
    await hostSays(browser, { type: 'agents', agents: [claude] });
    const popup = await openPopup(browser);
    await tell(popup, { type: 'disconnect', process: '0'.repeat(32) });
    expect(disconnected(browser)).toEqual([]);
    await tell(popup, { type: 'disconnect', process: claude.process });
    await tell(popup, { type: 'forget_agent', key: KEY });
    await startWorker(browser);
    await hostSays(browser, HOST_HELLO);
    expect(disconnected(browser)).toEqual([{ type: 'disconnect', processes: [claude.process] }]);
  });
});

test('a row from before the host was another one disconnects its own process, whoever has its number now', async () => {
  const browser = await startAllowed();
  await hostSays(browser, { type: 'agents', agents: [claude] });
  const popup = await openPopup(browser);
  const row = showing(popup, 'popup').agents[0]?.connections[0];
  const other = { ...claude, process: 'b2'.repeat(16) };
  await hostSays(browser, { type: 'agents', agents: [other, { ...claude, id: 'agent-2' }] });
  await tell(popup, { type: 'disconnect', process: row?.process ?? '' });
  expect(toldHost(browser).at(-1)).toEqual({ type: 'disconnect', processes: [claude.process] });
});

describe('frames', () => {
  const frame = { frameId: 3 };

  test('take part where the person lets them, under their own origin, and leave when that ends', async () => {
    const browser = await startAllowed();
    const options = await openView(browser, { view: 'options' });
    await tell(options, { type: 'decide_site', origin: SITE, decision: { frames: true } });
    expect(browser.scripts).toMatchObject([
      { id: 'frame-pipe', allFrames: true, matches: ['https://shop.example:443/*'] },
    ]);
    const port = await attachPage(browser, 'f1', frame);
    expect(toldHost(browser).at(-1)).toMatchObject({ event: { type: 'attached', application: { origin: SITE } } });
    expect((await attachPage(browser, 'f2', { frameId: 4, origin: 'https://evil.example' })).isOpen).toBe(false);
    await tell(options, { type: 'decide_site', origin: SITE, decision: {} });
    expect(port.isOpen).toBe(false);
    expect(toldHost(browser).at(-1)).toMatchObject({ event: { type: 'detached', reason: 'revoked' } });
    expect(browser.scripts).toMatchObject([{ id: 'page-pipe', allFrames: false }]);
  });

  test('are not what the popup shows of a page', async () => {
    const browser = await startAllowed();
    await tell(await openView(browser, { view: 'options' }), {
      type: 'decide_site',
      origin: SITE,
      decision: { frames: true },
    });
    await attachPage(browser, 'f1', frame);
    expect(shown(await openPopup(browser))).toMatchObject({ page: 'absent', application: null });
  });

  test('of a site that is not allowed take no part, whatever was decided about it', async () => {
    const browser = new FakeBrowser();
    browser.local.values.set('sites', { [SITE]: { frames: true } });
    await startWorker(browser);
    expect((await attachPage(browser, 'f1', frame)).isOpen).toBe(false);
    expect(browser.scripts).toEqual([]);
  });
});

describe('what is stored and cannot be read', () => {
  test('counts as not decided', async () => {
    const browser = await startAllowed();
    for (const key of ['paused', 'preferences', 'sites', 'agents', 'actionGrants']) {
      browser.local.values.set(key, { broken: true });
    }
    browser.session.values.set('activity', 'broken');
    await startWorker(browser);
    await settled();
    expect(showing(await openView(browser, { view: 'options' }), 'options')).toMatchObject({
      paused: false,
      preferences: { ask: 'destructive', newcomers: 'all' },
      agents: [],
      grants: [],
    });
  });
});
