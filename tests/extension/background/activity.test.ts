import type { CallAnswer } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import type { WorkerToPerson } from '../../../extension/src/background/person-hop.ts';
import type { LogEntry } from '../../../extension/src/model/activity-log.ts';
import { action, CALL_ID, connected, declaring, opening } from '../declared-samples.ts';
import type { FakeBrowser, FakePort } from '../fake-browser.ts';
import {
  attachMessage,
  attachPage,
  callFrom,
  HOST_HELLO,
  hostSays,
  openView,
  say,
  startAllowed,
  startWorker,
  tell,
} from '../running-extension.ts';

/** The log that a panel has been told, and the panel itself. */
async function watching(browser: FakeBrowser): Promise<{ panel: FakePort; log: () => LogEntry[] }> {
  const panel = await openView(browser, { view: 'panel' });
  const log = () => {
    browser.clock.pass(100);
    const entries = new Map<string, LogEntry>();
    for (const message of panel.received as WorkerToPerson[]) {
      if (message.view !== 'log') continue;
      for (const callId of message.gone) entries.delete(callId);
      for (const entry of message.entries) entries.set(entry.callId, entry);
    }
    return [...entries.values()];
  };
  return { panel, log };
}

const done: CallAnswer = { ok: true, value: { message: 'Saved', openedWindowIds: [] } };

const agent = connected({ name: 'tester' });
const refusals = (['call', 'consent'] as const).flatMap((type) => [
  { type, rule: 'reads only', decision: { readOnly: true }, code: 'action_not_available', reason: 'unknown_action' },
  { type, rule: 'is blocked', decision: { blocked: true }, code: 'window_not_found', reason: 'document_gone' },
  { type, rule: 'has other sites', decision: { sites: [] }, code: 'window_not_found', reason: 'document_gone' },
]);

describe('the activity log', () => {
  test.each(refusals)(
    'tells of a $type that was refused, as the agent $rule',
    async ({ type, decision, code, reason }) => {
      const browser = await startAllowed();
      await attachPage(browser, 'd1');
      await hostSays(browser, { type: 'agents', agents: [agent] });
      const { panel, log } = await watching(browser);
      await tell(panel, { type: 'decide_agent', key: agent.key, decision });
      const call = { ...callFrom(browser), arguments: { password: 'hunter2' } };
      await hostSays(browser, { type, call, agentKey: agent.key });
      const tried = { callId: CALL_ID, agent: 'tester', action: 'submit', arguments: '{"password":"••••••••"}' };
      expect(log()).toMatchObject([{ ...tried, state: 'ended', outcome: 'not_executed', code, reason }]);
      expect(browser.toolbar.text).not.toBe('•••');
    },
  );

  test('keeps how a call ended when another one comes under its id and is refused', async () => {
    const browser = await startAllowed();
    const page = await attachPage(browser, 'd1');
    await hostSays(browser, { type: 'agents', agents: [agent] });
    const { panel, log } = await watching(browser);
    await hostSays(browser, { type: 'call', call: callFrom(browser), agentKey: agent.key });
    await say(page, { type: 'answer', callId: CALL_ID, answer: done });
    await tell(panel, { type: 'decide_agent', key: agent.key, decision: { blocked: true } });
    await hostSays(browser, { type: 'call', call: callFrom(browser), agentKey: agent.key });
    expect(log()).toMatchObject([{ state: 'ended', outcome: 'executed' }]);
  });

  test('tells of a call while it runs and when it has ended, secrets masked', async () => {
    const browser = await startAllowed();
    const page = await attachPage(browser, 'd1');
    const { log } = await watching(browser);
    const call = { ...callFrom(browser), arguments: { password: 'hunter2', note: 'x' } };
    await hostSays(browser, { type: 'call', call });
    const begun = {
      callId: CALL_ID,
      agent: 'tester',
      origin: 'https://shop.example',
      application: 'Shop',
      window: 'Window 1',
      action: 'submit',
      title: 'submit',
      arguments: '{"password":"••••••••","note":"x"}',
    };
    expect(log()).toMatchObject([{ ...begun, state: 'running' }]);
    expect(browser.toolbar.text).toBe('•••');
    browser.clock.pass(400);
    await say(page, { type: 'answer', callId: CALL_ID, answer: done });
    expect(log()).toMatchObject([{ ...begun, state: 'ended', outcome: 'executed', message: 'Saved', ms: 500 }]);
    expect(JSON.stringify([...browser.session.values])).not.toContain('hunter2');
  });

  test('does not repeat a masked argument in what the page said, nor when an earlier worker masked it', async () => {
    const browser = await startAllowed();
    const page = await attachPage(browser, 'd1');
    const { log } = await watching(browser);
    const second = 'cd'.repeat(16);
    const call = { ...callFrom(browser), arguments: { password: 'hunter2' } };
    const weak: CallAnswer = { ok: true, value: { message: 'hunter2 is weak', openedWindowIds: [] } };
    await hostSays(browser, { type: 'call', call });
    await say(page, { type: 'answer', callId: CALL_ID, answer: weak });
    expect(log()).toMatchObject([{ message: '•••••••• is weak' }]);
    await hostSays(browser, { type: 'call', call: { ...call, callId: second } });
    browser.clock.pass(1_000);
    await startWorker(browser);
    const next = await watching(browser);
    await hostSays(browser, HOST_HELLO);
    const again = await attachPage(browser, 'd1');
    await say(again, { ...attachMessage, running: [second] });
    await say(again, { type: 'answer', callId: second, answer: weak });
    expect(next.log().at(-1)).toMatchObject({ callId: second, outcome: 'executed' });
    browser.clock.pass(1_000);
    expect(JSON.stringify([next.log(), ...browser.session.values])).not.toContain('hunter2');
  });

  test('shows that an agent acted long enough to be seen, and then no more', async () => {
    const browser = await startAllowed();
    const page = await attachPage(browser, 'd1');
    await hostSays(browser, { type: 'call', call: callFrom(browser) });
    await say(page, { type: 'answer', callId: CALL_ID, answer: done });
    expect(browser.toolbar.text).toBe('•••');
    browser.clock.pass(1_500);
    expect(browser.toolbar).toMatchObject({ text: '', title: 'extension_name' });
  });

  test('follows a question to its end', async () => {
    const browser = await startAllowed();
    const page = await attachPage(browser, 'd1');
    const drop = action('drop', { hints: { destructive: true } });
    await say(page, { ...attachMessage, declared: declaring(opening(1, { actions: [drop] })) });
    const { log } = await watching(browser);
    await hostSays(browser, { type: 'consent', call: callFrom(browser, 'drop') });
    expect(log()).toMatchObject([{ state: 'asking' }]);
    const prompt = await openView(browser, { view: 'prompt' });
    await tell(prompt, { type: 'answer', callId: CALL_ID, choice: 'deny' });
    expect(log()).toMatchObject([{ state: 'ended', outcome: 'not_executed', reason: 'consent_denied' }]);
  });

  test('does not claim to know what became of a call whose page went away, unless the page had committed to it', async () => {
    const browser = await startAllowed();
    const page = await attachPage(browser, 'd1');
    const { log } = await watching(browser);
    await hostSays(browser, { type: 'call', call: callFrom(browser) });
    page.leave();
    expect(await Promise.resolve().then(log)).toMatchObject([{ outcome: 'unknown', reason: 'document_gone' }]);
    const next = await attachPage(browser, 'd2');
    const call = { ...callFrom(browser), callId: 'cd'.repeat(16) };
    await hostSays(browser, { type: 'call', call });
    await say(next, { type: 'committed', callId: call.callId, answer: done });
    await say(next, { type: 'detach' });
    expect(log().at(-1)).toMatchObject({ callId: call.callId, outcome: 'executed', message: 'Saved' });
  });

  test('outlives the worker; what was running then is uncertain until its page tells', async () => {
    const browser = await startAllowed();
    await attachPage(browser, 'd1');
    await hostSays(browser, { type: 'call', call: callFrom(browser) });
    browser.clock.pass(1_000);
    await startWorker(browser);
    const { log } = await watching(browser);
    expect(log()).toMatchObject([{ callId: CALL_ID, outcome: 'unknown', reason: 'link_lost' }]);
    await hostSays(browser, HOST_HELLO);
    const page = await attachPage(browser, 'd1');
    await say(page, { ...attachMessage, running: [CALL_ID] });
    await say(page, { type: 'answer', callId: CALL_ID, answer: done });
    expect(log()).toMatchObject([{ callId: CALL_ID, outcome: 'executed' }]);
  });

  test('is cut where arguments are long, and cleared by the person alone', async () => {
    const browser = await startAllowed();
    const page = await attachPage(browser, 'd1');
    const { panel, log } = await watching(browser);
    await hostSays(browser, { type: 'call', call: { ...callFrom(browser), arguments: { text: 'x'.repeat(9_000) } } });
    await say(page, { type: 'answer', callId: CALL_ID, answer: done });
    expect(log()[0]?.arguments).toHaveLength(2_000);
    expect(log()[0]?.arguments.endsWith('…')).toBe(true);
    await tell(panel, { type: 'clear_log' });
    expect(log()).toEqual([]);
  });

  test('is cleared of what is over: what runs goes on to be shown, and is there when it has ended', async () => {
    const browser = await startAllowed();
    const page = await attachPage(browser, 'd1');
    const { panel, log } = await watching(browser);
    await hostSays(browser, { type: 'call', call: callFrom(browser) });
    expect(log()).toMatchObject([{ callId: CALL_ID, state: 'running' }]);
    await tell(panel, { type: 'clear_log' });
    browser.clock.pass(5_000);
    expect(browser.toolbar.text).toBe('•••');
    await say(page, { type: 'answer', callId: CALL_ID, answer: done });
    expect(log()).toMatchObject([{ callId: CALL_ID, outcome: 'executed' }]);
  });

  test('is empty of what was cleared in every panel, however soon the next call comes', async () => {
    const browser = await startAllowed();
    const page = await attachPage(browser, 'd1');
    const { panel, log } = await watching(browser);
    await hostSays(browser, { type: 'call', call: callFrom(browser) });
    await say(page, { type: 'answer', callId: CALL_ID, answer: done });
    expect(log()).toHaveLength(1);
    await tell(panel, { type: 'clear_log' });
    for (const callId of ['cd', 'ef'].map((byte) => byte.repeat(16))) {
      await hostSays(browser, { type: 'call', call: { ...callFrom(browser), callId } });
    }
    expect(log().map(({ callId }) => callId.slice(0, 2))).toEqual(['cd', 'ef']);
    await tell(panel, { type: 'clear_log' });
    expect(log()).toHaveLength(2);
  });
});

describe('the panel', () => {
  test('is told what there is at once, and of changes ten times a second at most', async () => {
    const browser = await startAllowed();
    const page = await attachPage(browser, 'd1');
    const { panel } = await watching(browser);
    const models = () => (panel.received as WorkerToPerson[]).filter(({ view }) => view === 'model');
    expect(models()).toMatchObject([{ events: [{ type: 'attached' }] }]);
    for (let version = 2; version < 40; version++) {
      await say(page, { type: 'change', change: { windows: [{ id: '1', version, title: `T${version}` }] } });
    }
    expect(models()).toHaveLength(1);
    browser.clock.pass(100);
    expect(models().slice(1)).toMatchObject([
      { events: [{ type: 'changed', change: { windows: [{ version: 39, title: 'T39' }] } }] },
    ]);
  });
});
