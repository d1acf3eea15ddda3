import { describe, expect, test } from 'vitest';
import { action, CALL_ID, connected, declaring, opening } from '../declared-samples.ts';
import { FakeBrowser, settled } from '../fake-browser.ts';
import {
  attachMessage,
  attachPage,
  callFrom,
  HOST_HELLO,
  hostSays,
  openPopup,
  openView,
  PATTERN,
  SITE,
  say,
  showing,
  startAllowed,
  startWorker,
  tell,
  toldHost,
} from '../running-extension.ts';

const OTHER = 'https://other.example';
const agent = connected();
const drop = action('drop', { hints: { destructive: true } });
const offering = async (browser: FakeBrowser) => {
  await hostSays(browser, HOST_HELLO);
  const port = await attachPage(browser, 'd1');
  await say(port, { ...attachMessage, declared: declaring(opening(1, { actions: [drop] })) });
  return port;
};
const asked = async (browser: FakeBrowser, callId = CALL_ID) => {
  await hostSays(browser, { type: 'consent', call: { ...callFrom(browser, 'drop'), callId } });
  return toldHost(browser).at(-1);
};

describe.each<[string, (browser: FakeBrowser) => Promise<unknown>]>([
  ['in the popup', async (browser) => tell(await openPopup(browser), { type: 'withdraw', origin: SITE })],
  [
    'in the browser’s settings',
    (browser) => {
      browser.revoke(PATTERN);
      return settled();
    },
  ],
  [
    'in the browser’s settings while no worker runs',
    async (browser) => {
      browser.permissions = browser.permissions.filter((pattern) => pattern !== PATTERN);
      await startWorker(browser);
      browser.revoke(PATTERN);
      await settled();
    },
  ],
])('a site that is taken back %s', (_, takeBack) => {
  test('is forgotten with all that was decided about it, and no other one is', async () => {
    const browser = await startAllowed();
    browser.permissions.push(`${OTHER}/*`);
    browser.local.values.set('grants', [SITE, OTHER]);
    await startWorker(browser);
    await offering(browser);
    const options = await openView(browser, { view: 'options' });
    for (const origin of [SITE, OTHER]) {
      await tell(options, { type: 'decide_site', origin, decision: { frames: true, ask: 'crossing' } });
    }
    await hostSays(browser, { type: 'agents', agents: [agent] });
    await tell(options, { type: 'decide_agent', key: agent.key, decision: { sites: [SITE, OTHER] } });
    expect(await asked(browser)).toMatchObject({ verdict: 'asking' });
    await tell(await openView(browser, { view: 'prompt' }), { type: 'answer', callId: CALL_ID, choice: 'always' });
    expect(showing(options, 'options').grants).toHaveLength(1);

    await takeBack(browser);
    const later = await openView(browser, { view: 'options' });
    expect(showing(later, 'options')).toMatchObject({ grants: [], sites: [{ origin: OTHER, frames: true }] });
    expect(browser.local.values.get('actionGrants')).toEqual([]);
    expect(browser.local.values.get('agents')).toMatchObject([{ key: agent.key, sites: [OTHER] }]);

    await tell(await openPopup(browser), { type: 'allow', origin: SITE });
    browser.permit(PATTERN);
    await settled();
    expect((await attachPage(browser, 'd2', { frameId: 4 })).isOpen).toBe(false);
    await offering(browser);
    expect(await asked(browser, 'cd'.repeat(16))).toMatchObject({ verdict: 'asking' });
  });
});

test('a site on one port is forgotten alone', async () => {
  const browser = new FakeBrowser();
  browser.permissions = ['http://localhost/*'];
  const kept = 'http://localhost:2';
  browser.local.values.set('grants', ['http://localhost:1', kept]);
  browser.local.values.set('sites', { [kept]: { frames: true }, 'http://localhost:1': { frames: true } });
  await startWorker(browser);
  await tell(await openPopup(browser), { type: 'withdraw', origin: 'http://localhost:1' });
  expect(browser.local.values.get('sites')).toEqual({ [kept]: { frames: true } });
});
