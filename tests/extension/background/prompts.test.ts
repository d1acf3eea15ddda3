import type { Action, HostToExtension } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { action, connected, declaring, opening } from '../declared-samples.ts';
import { type FakeBrowser, FakePort, OWN_PAGES, settled } from '../fake-browser.ts';
import {
  attachMessage,
  attachPage,
  callFrom,
  HOST_HELLO,
  hostSays,
  openPopup,
  openView,
  SITE,
  say,
  showing,
  shown,
  startAllowed,
  startWorker,
  tell,
  toldHost,
  toldPage,
} from '../running-extension.ts';

const DROP = action('drop', {
  title: 'Drop the order',
  description: 'Drops it',
  hints: { destructive: true },
  inputSchema: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
});

/** A page that offers something destructive. */
async function offering(browser: FakeBrowser, drop: Action = DROP): Promise<FakePort> {
  const port = await attachPage(browser, 'd1');
  await say(port, { ...attachMessage, declared: declaring(opening(1, { title: 'Orders', actions: [drop] })) });
  return port;
}

const asked = (browser: FakeBrowser, callId = 'ab'.repeat(16)): HostToExtension & { type: 'consent' } => ({
  type: 'consent',
  call: { ...callFrom(browser, 'drop'), callId, arguments: { id: 7 } },
  agentKey: 'program:claude',
});
const made = (browser: FakeBrowser, callId?: string): HostToExtension => ({ ...asked(browser, callId), type: 'call' });
const verdicts = (browser: FakeBrowser) =>
  toldHost(browser).flatMap((message) => (message.type === 'consented' ? [message.verdict] : []));
const calls = (port: FakePort) => toldPage(port).filter(({ type }) => type === 'call');
const ID = 'ab'.repeat(16);

describe('a destructive action', () => {
  test('is shown with everything that an answer depends on', async () => {
    const browser = await startAllowed();
    await offering(browser);
    await hostSays(browser, asked(browser));
    expect(verdicts(browser)).toEqual(['asking']);
    expect([...browser.windows.values()]).toEqual([{ url: `${OWN_PAGES}src/prompt/index.html`, focused: 1 }]);
    const prompt = await openView(browser, { view: 'prompt' });
    expect(showing(prompt, 'prompt')).toEqual({
      waiting: 1,
      question: {
        callId: ID,
        agent: 'tester',
        program: '',
        crosses: false,
        origin: SITE,
        application: 'Shop',
        window: 'Orders',
        dialog: null,
        action: 'drop',
        title: 'Drop the order',
        description: 'Drops it',
        destructive: true,
        arguments: '{\n  "id": 7\n}',
      },
    });
    expect(browser.toolbar).toMatchObject({ text: '?', title: 'badge_question' });
    expect(shown(await openPopup(browser)).waiting).toBe(1);
  });

  test('allowed once runs once', async () => {
    const browser = await startAllowed();
    const page = await offering(browser);
    const prompt = await openView(browser, { view: 'prompt' });
    await hostSays(browser, asked(browser));
    await tell(prompt, { type: 'answer', callId: ID, choice: 'once' });
    expect(verdicts(browser)).toEqual(['asking', 'allowed']);
    expect(showing(prompt, 'prompt').question).toBeNull();
    expect(browser.windows.size).toBe(0);
    await hostSays(browser, made(browser));
    expect(calls(page)).toHaveLength(1);
    await hostSays(browser, asked(browser, 'cd'.repeat(16)));
    expect(verdicts(browser).at(-1)).toBe('asking');
  });

  test('denied, or left without an answer, says so', async () => {
    const browser = await startAllowed();
    await offering(browser);
    const prompt = await openView(browser, { view: 'prompt' });
    await hostSays(browser, asked(browser));
    await tell(prompt, { type: 'answer', callId: ID, choice: 'deny' });
    await hostSays(browser, asked(browser, 'cd'.repeat(16)));
    await hostSays(browser, asked(browser, 'ef'.repeat(16)));
    const [id = 0] = browser.windows.keys();
    browser.closeWindow(id);
    await settled();
    expect(verdicts(browser)).toEqual(['asking', 'denied', 'asking', 'asking', 'unanswered', 'unanswered']);
  });

  test('that nobody allowed is refused when it comes, whatever the host thinks', async () => {
    const browser = await startAllowed();
    const page = await offering(browser);
    await hostSays(browser, made(browser));
    expect(calls(page)).toEqual([]);
    expect(toldHost(browser).at(-1)).toMatchObject({
      answer: { error: { code: 'action_not_available', reason: 'consent_required', outcome: 'not_executed' } },
    });
  });

  test('that has changed since it was shown was not allowed', async () => {
    const browser = await startAllowed();
    const page = await offering(browser);
    const prompt = await openView(browser, { view: 'prompt' });
    await hostSays(browser, asked(browser));
    await tell(prompt, { type: 'answer', callId: ID, choice: 'once' });
    const other = { ...DROP, description: 'Drops everything' };
    await say(page, { type: 'change', change: { windows: [{ id: '1', version: 1, actions: [other] }] } });
    await hostSays(browser, made(browser));
    expect(calls(page)).toEqual([]);
    expect(toldHost(browser).at(-1)).toMatchObject({ answer: { error: { reason: 'consent_required' } } });
  });

  test('that cannot run now, or lacks an argument, troubles nobody', async () => {
    const browser = await startAllowed();
    const page = await offering(browser);
    const { call } = asked(browser);
    await hostSays(browser, { type: 'consent', call: { ...call, arguments: {} } });
    expect(toldHost(browser).at(-1)).toMatchObject({
      answer: { error: { code: 'validation_failed', fields: [{ field: 'id' }] } },
    });
    await say(page, { type: 'change', change: { windows: [opening(2, { modal: true, ownerId: '1' })] } });
    await hostSays(browser, asked(browser, 'cd'.repeat(16)));
    expect(toldHost(browser).at(-1)).toMatchObject({ answer: { error: { code: 'blocked_by_modal' } } });
    expect(browser.windows.size).toBe(0);
  });
});

describe('allowed always', () => {
  const always = async (browser: FakeBrowser) => {
    const prompt = await openView(browser, { view: 'prompt' });
    await hostSays(browser, asked(browser));
    await hostSays(browser, asked(browser, 'cd'.repeat(16)));
    await tell(prompt, { type: 'answer', callId: ID, choice: 'always' });
  };

  test('answers the same question of others too, and is not asked again by any worker', async () => {
    const browser = await startAllowed();
    await offering(browser);
    await always(browser);
    expect(verdicts(browser)).toEqual(['asking', 'asking', 'allowed', 'allowed']);
    expect(browser.windows.size).toBe(0);
    const declared = toldHost(browser).findLast((message) => message.type === 'model');
    expect(declared).toMatchObject({ event: { change: { windows: [{ actions: [{ name: 'drop' }] }] } } });
    expect(JSON.stringify(declared)).not.toContain('asks');
    await startWorker(browser);
    await hostSays(browser, HOST_HELLO);
    const page = await offering(browser);
    await hostSays(browser, made(browser));
    expect(calls(page)).toHaveLength(1);
  });

  test('holds for this action as it was shown, and ends when it is taken back or the site is', async () => {
    const browser = await startAllowed();
    await offering(browser);
    await always(browser);
    await offering(browser, { ...DROP, title: 'Drop all orders' });
    const [second, third] = ['e1'.repeat(16), 'e2'.repeat(16)] as const;
    await hostSays(browser, asked(browser, second));
    expect(verdicts(browser).at(-1)).toBe('asking');
    await tell(await openView(browser, { view: 'prompt' }), { type: 'answer', callId: second, choice: 'deny' });
    await offering(browser);
    const options = await openView(browser, { view: 'options' });
    const [grant] = showing(options, 'options').grants;
    expect(grant).toMatchObject({ origin: SITE, action: 'drop', title: 'Drop the order' });
    await tell(options, { type: 'revoke_grant', key: grant?.key ?? '' });
    await hostSays(browser, asked(browser, third));
    expect(verdicts(browser).at(-1)).toBe('asking');
    await tell(await openView(browser, { view: 'prompt' }), { type: 'answer', callId: third, choice: 'always' });
    expect(showing(options, 'options').grants).toHaveLength(1);
    await tell(options, { type: 'withdraw', origin: SITE });
    expect(showing(options, 'options').grants).toEqual([]);
  });
});

describe('a question', () => {
  test.each<[string, (browser: FakeBrowser, page: FakePort) => Promise<unknown>, object]>([
    [
      'agents are paused',
      async (browser) => tell(await openPopup(browser), { type: 'pause', on: true }),
      { reason: 'paused' },
    ],
    [
      'the site is taken back',
      async (browser) => tell(await openPopup(browser), { type: 'withdraw', origin: SITE }),
      { code: 'window_not_found' },
    ],
    [
      'the window changed and the agent named a version',
      (_, page) => say(page, { type: 'change', change: { windows: [{ id: '1', version: 2, title: 'Other' }] } }),
      { code: 'stale_state', currentVersion: 2 },
    ],
    [
      'the action is another one now',
      (_, page) =>
        say(page, {
          type: 'change',
          change: { windows: [{ id: '1', version: 1, actions: [{ ...DROP, title: 'X' }] }] },
        }),
      { reason: 'consent_required' },
    ],
    [
      'the agent is blocked',
      async (browser) => {
        await hostSays(browser, { type: 'agents', agents: [connected()] });
        const popup = await openPopup(browser);
        await tell(popup, { type: 'decide_agent', key: 'program:claude', decision: { blocked: true } });
      },
      { code: 'window_not_found' },
    ],
  ])('is taken back when %s', async (_, happen, error) => {
    const browser = await startAllowed();
    const page = await offering(browser);
    const { call, ...rest } = asked(browser);
    await hostSays(browser, { ...rest, call: { ...call, expectedVersion: 1 } });
    expect(browser.windows.size).toBe(1);
    await happen(browser, page);
    expect(browser.windows.size).toBe(0);
    const answer = toldHost(browser).findLast((message) => message.type === 'answer');
    expect(answer).toMatchObject({ callId: ID, answer: { error: { ...error, outcome: 'not_executed' } } });
  });

  test('ends when the host says that nobody waits any more', async () => {
    const browser = await startAllowed();
    await offering(browser);
    await hostSays(browser, asked(browser));
    await hostSays(browser, { type: 'call_over', callId: ID, reason: 'cancelled' });
    expect(browser.windows.size).toBe(0);
    expect(browser.toolbar.text).toBe('');
  });

  test('ends with its host', async () => {
    const browser = await startAllowed();
    await offering(browser);
    await hostSays(browser, asked(browser));
    browser.natives.at(-1)?.leave();
    await settled();
    expect(browser.windows.size).toBe(0);
  });

  test('whose window cannot be opened counts as not answered', async () => {
    const browser = await startAllowed();
    await offering(browser);
    browser.refusesWindows = true;
    await hostSays(browser, asked(browser));
    expect(verdicts(browser)).toEqual(['asking', 'unanswered']);
  });

  test('waits behind the one before it in the same window, which can be brought to the front', async () => {
    const browser = await startAllowed();
    await offering(browser);
    const prompt = await openView(browser, { view: 'prompt' });
    await hostSays(browser, asked(browser));
    await hostSays(browser, asked(browser, 'cd'.repeat(16)));
    expect(browser.windows.size).toBe(1);
    expect(showing(prompt, 'prompt')).toMatchObject({ waiting: 2, question: { callId: ID } });
    await tell(prompt, { type: 'answer', callId: ID, choice: 'deny' });
    expect(showing(prompt, 'prompt')).toMatchObject({ waiting: 1, question: { callId: 'cd'.repeat(16) } });
    await tell(await openPopup(browser), { type: 'show_prompt' });
    expect([...browser.windows.values()]).toMatchObject([{ focused: 2 }]);
  });

  test('cannot be answered by a page, nor twice', async () => {
    const browser = await startAllowed();
    const page = await offering(browser);
    await hostSays(browser, asked(browser));
    const forged = browser.connect(new FakePort('person', page.sender));
    await tell(forged, { type: 'answer', callId: ID, choice: 'always' });
    expect(forged.isOpen).toBe(false);
    expect(verdicts(browser)).toEqual(['asking']);
    const prompt = await openView(browser, { view: 'prompt' });
    await tell(prompt, { type: 'answer', callId: ID, choice: 'deny' });
    await tell(prompt, { type: 'answer', callId: ID, choice: 'always' });
    expect(verdicts(browser)).toEqual(['asking', 'denied']);
  });
});
