import type { ApplicationCall } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { action, connected, declaring, opening } from '../declared-samples.ts';
import type { FakeBrowser } from '../fake-browser.ts';
import {
  attachMessage,
  attachPage,
  callFrom,
  HOST_HELLO,
  hostSays,
  openView,
  SITE,
  say,
  showing,
  startAllowed,
  startWorker,
  tell,
  toldHost,
  toldPage,
} from '../running-extension.ts';

const OTHER = 'https://mail.example';
const KEY = 'program:claude';
const claude = connected();

/** A worker that asks before actions of agents that may use other sites, with a page and an agent. */
async function careful(sites: string[]) {
  const browser = await startAllowed();
  browser.permissions = [`${SITE}/*`, `${OTHER}/*`];
  browser.local.values.set('grants', sites);
  await startWorker(browser);
  await hostSays(browser, HOST_HELLO);
  await hostSays(browser, { type: 'agents', agents: [claude] });
  const options = await openView(browser, { view: 'options' });
  await tell(options, { type: 'prefer', change: { ask: 'crossing' } });
  const page = await attachPage(browser, 'd1');
  return { browser, options, page, call: callFrom(browser) };
}

const ask = (browser: FakeBrowser, call: ApplicationCall) =>
  hostSays(browser, { type: 'consent', call, agentKey: KEY });
const lastVerdict = (browser: FakeBrowser) => toldHost(browser).findLast((message) => message.type === 'consented');

describe('asking before actions of agents that may use other sites', () => {
  test('asks where there is another site, and says why', async () => {
    const { browser, page, call } = await careful([SITE, OTHER]);
    await ask(browser, call);
    expect(lastVerdict(browser)).toMatchObject({ verdict: 'asking' });
    const prompt = await openView(browser, { view: 'prompt' });
    expect(showing(prompt, 'prompt').question).toMatchObject({ crosses: true, destructive: false, program: 'claude' });
    await tell(prompt, { type: 'answer', callId: call.callId, choice: 'once' });
    await hostSays(browser, { type: 'call', call, agentKey: KEY });
    expect(toldPage(page).at(-1)).toMatchObject({ type: 'call' });
  });

  test('does not where this is the only one, nor for an agent whose sites were chosen', async () => {
    const alone = await careful([SITE]);
    await ask(alone.browser, alone.call);
    expect(lastVerdict(alone.browser)).toMatchObject({ verdict: 'allowed' });
    await hostSays(alone.browser, { type: 'call', call: alone.call, agentKey: KEY });
    expect(toldPage(alone.page).at(-1)).toMatchObject({ type: 'call' });

    const { browser, options, call } = await careful([SITE, OTHER]);
    await tell(options, { type: 'decide_agent', key: KEY, decision: { sites: [SITE, OTHER] } });
    await ask(browser, call);
    expect(lastVerdict(browser)).toMatchObject({ verdict: 'allowed' });
  });

  test('what needed no question and needs one at its turn is not made', async () => {
    const { browser, options, page, call } = await careful([SITE, OTHER]);
    await tell(options, { type: 'decide_agent', key: KEY, decision: { sites: [SITE] } });
    await ask(browser, call);
    await tell(options, { type: 'decide_agent', key: KEY, decision: { sites: null } });
    await hostSays(browser, { type: 'call', call, agentKey: KEY });
    expect(toldPage(page).filter(({ type }) => type === 'call')).toEqual([]);
    expect(toldHost(browser).at(-1)).toMatchObject({
      answer: { error: { reason: 'consent_required', outcome: 'not_executed' } },
    });
  });
});

describe('asking before every action', () => {
  test('in general, or on one site, asks before harmless ones too', async () => {
    const browser = await startAllowed();
    const page = await attachPage(browser, 'd1');
    const look = action('look', { hints: { readOnly: true } });
    await say(page, { ...attachMessage, declared: declaring(opening(1, { actions: [look] })) });
    const call = callFrom(browser, 'look');
    const options = await openView(browser, { view: 'options' });
    await ask(browser, call);
    expect(lastVerdict(browser)).toMatchObject({ verdict: 'allowed' });
    await tell(options, { type: 'prefer', change: { ask: 'always' } });
    await ask(browser, call);
    expect(lastVerdict(browser)).toMatchObject({ verdict: 'asking' });
    await tell(options, { type: 'prefer', change: { ask: 'destructive' } });
    await tell(options, { type: 'decide_site', origin: SITE, decision: { ask: 'always' } });
    const again = { ...call, callId: 'cd'.repeat(16) };
    await ask(browser, again);
    expect(lastVerdict(browser)).toMatchObject({ verdict: 'asking', callId: again.callId });
    expect(showing(options, 'options').sites).toEqual([{ origin: SITE, consent: 'yes', ask: 'always', frames: false }]);
  });
});
