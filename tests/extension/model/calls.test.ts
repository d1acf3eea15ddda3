import { type ApplicationCall, type CallAnswer, LIMITS, type PageToWorker } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import type { FromPage, ModelInput } from '../../../extension/src/model/step.ts';
import { action, attach, CALL_ID, declaring, getApplication, handles, opening, play } from '../declared-samples.ts';

const free = () => false;
const editor = handles.window('d1', 1, free);
const dialog = handles.window('d1', 2, free);
const appId = handles.application('d1', free);
const start = play([
  attach('d1', declaring(opening(1, { actions: [action('Bestellen!'), action('off', { available: 'Not now' })] }))),
  attach('d2', declaring(opening(1))),
]);
const handle = getApplication(start.model, 'd1').exposed.windows[0]?.actions[0]?.name ?? '';
const withDialog = play(
  [
    {
      type: 'page',
      documentId: 'd1',
      message: { type: 'change', change: { windows: [opening(2, { modal: true, ownerId: '1', title: 'Sure?' })] } },
    },
  ],
  start.model,
);

const call = (more: Partial<ApplicationCall> = {}): ModelInput => ({
  type: 'host',
  message: {
    type: 'call',
    call: {
      callId: CALL_ID,
      appId,
      windowId: editor,
      action: handle,
      arguments: { a: 1 },
      agent: { name: 'tester' },
      timeoutMs: 1_000,
      ...more,
    },
  },
});
const says = (documentId: string, message: FromPage): ModelInput => ({ type: 'page', documentId, message });
const answer = (words: CallAnswer): FromPage => ({ type: 'answer', callId: CALL_ID, answer: words });
const done: CallAnswer = { ok: true, value: { openedWindowIds: [] } };
const sent = play([call()], start.model);

describe('a call to a page', () => {
  test('arrives in the page’s own words', () => {
    expect(sent.effects).toMatchObject([
      {
        type: 'page',
        documentId: 'd1',
        message: { type: 'call', call: { callId: CALL_ID, windowId: '1', action: 'Bestellen!', arguments: { a: 1 } } },
      },
    ]);
    expect(sent.effects[0]).not.toHaveProperty('message.call.appId');
  });

  test('is sent once, even if the host repeats it', () => {
    expect(play([call()], sent.model).effects).toEqual([]);
  });

  test.each<[string, Partial<ApplicationCall>, object]>([
    ['document gone', { appId: 'aaaaaaaaaaa' }, { code: 'window_not_found', reason: 'document_gone' }],
    ['window gone', { windowId: 'waaaaaaaaaa' }, { code: 'window_not_found', reason: 'closed' }],
    ["another document's window", { windowId: handles.window('d2', 1, free) }, { code: 'window_not_found' }],
    ['local window id', { windowId: '1' }, { code: 'window_not_found' }],
    ['unknown action', { action: 'nothing' }, { code: 'action_not_available', reason: 'unknown_action' }],
    ['declared name instead of the handle', { action: 'Bestellen!' }, { reason: 'unknown_action' }],
    ['unavailable', { action: 'off' }, { reason: 'unavailable', message: 'Not now' }],
    ['old version', { expectedVersion: 7 }, { code: 'stale_state', currentVersion: 1 }],
  ])('%s: refused before the page is troubled', (_, more, error) => {
    const { model, effects } = play([call(more)], start.model);
    expect(effects).toMatchObject([
      {
        type: 'host',
        message: { type: 'answer', answer: { ok: false, error: { outcome: 'not_executed', ...error } } },
      },
    ]);
    expect(model.applications).toBe(start.model.applications);
  });

  test('blocked by a dialog: the dialog to deal with is named in the words of agents', () => {
    expect(play([call()], withDialog.model).effects).toMatchObject([
      { message: { answer: { error: { code: 'blocked_by_modal', blockedBy: { id: dialog, title: 'Sure?' } } } } },
    ]);
  });

  test('asleep: refused with the reason, whatever else is wrong', () => {
    const asleep = play([{ type: 'suspended', documentId: 'd1', suspended: true }], withDialog.model);
    expect(play([call()], asleep.model).effects).toMatchObject([
      { message: { answer: { error: { code: 'action_not_available', reason: 'suspended' } } } },
    ]);
  });
});

describe('a call that was refused and comes once more', () => {
  const page = (change: object): ModelInput => says('d1', { type: 'change', change } as FromPage);
  const asleep: ModelInput = { type: 'suspended', documentId: 'd1', suspended: true };
  const gone: ModelInput = { type: 'gone', documentId: 'd1', reason: 'closed' };
  const back = attach('d1', declaring(opening(1, { actions: [action('Bestellen!')] })));

  test.each<[string, readonly ModelInput[], readonly ModelInput[]]>([
    ['asleep, then awake', [asleep], [{ ...asleep, suspended: false } as ModelInput]],
    ['paused, then not', [{ type: 'paused', paused: true }], [{ type: 'paused', paused: false }]],
    ['gone, then back from the cache', [gone], [back]],
    [
      'behind a dialog that closes',
      [page({ windows: [opening(2, { modal: true, ownerId: '1' })] })],
      [page({ closed: ['2'] })],
    ],
  ])('%s: is not sent, as it was said not to be done', (_, before, after) => {
    const refused = play([...before, call()], start.model);
    expect(refused.effects).toMatchObject([{ message: { answer: { error: { outcome: 'not_executed' } } } }]);
    expect(play([...after, call()], refused.model).effects).toEqual([]);
    expect(play([...after, call({ callId: 'cd'.repeat(16) })], refused.model).effects).toMatchObject([
      { type: 'page', message: { type: 'call' } },
    ]);
  });

  test('the latest 256 are remembered', () => {
    const id = (n: number) => n.toString(16).padStart(32, '0');
    const calls = Array.from({ length: LIMITS.journalCalls + 1 }, (_, n) => call({ callId: id(n), action: 'nothing' }));
    const { model } = play(calls, start.model);
    expect(model.refusedCalls.size).toBe(LIMITS.journalCalls);
    expect(play([call({ callId: id(1) })], model).effects).toEqual([]);
    expect(play([call({ callId: id(0) })], model).effects).toHaveLength(1);
  });
});

describe('an answer', () => {
  test('reaches the host once', () => {
    const answered = play([says('d1', answer(done))], sent.model);
    expect(answered.effects).toEqual([
      { type: 'host', message: { type: 'answer', appId, callId: CALL_ID, answer: done } },
    ]);
    expect(play([says('d1', answer(done))], answered.model)).toEqual({ model: answered.model, effects: [] });
  });

  test('of another page to a call whose id it has learned counts for nothing', () => {
    const messages: FromPage[] = [
      answer(done),
      { type: 'committed', callId: CALL_ID, answer: done },
      { type: 'progress', progress: { callId: CALL_ID, done: 1 } },
      { type: 'recalled', recalled: { callId: CALL_ID, state: 'unseen' } },
    ];
    for (const message of messages) {
      expect(play([says('d2', message)], sent.model)).toEqual({ model: sent.model, effects: [] });
    }
  });

  test('a page that claims to run it cannot take it from the page that does', () => {
    const claimed = play([attach('d2', declaring(opening(1)), [CALL_ID])], sent.model);
    const stolen = play([says('d2', answer(done))], claimed.model);
    expect(stolen.effects).toMatchObject([{ message: { appId: handles.application('d2', free) } }]);
    expect(getApplication(stolen.model, 'd1').calls.has(CALL_ID)).toBe(true);
  });

  test('names opened windows in the words of agents and leaves out what is not open here', () => {
    const opened = play(
      [
        says('d1', { type: 'change', change: { windows: [opening(2, { modal: true, ownerId: '1' })] } }),
        says('d1', answer({ ok: true, value: { openedWindowIds: ['2', '77', handles.window('d2', 1, free)] } })),
      ],
      sent.model,
    );
    expect(opened.effects).toMatchObject([{ message: { answer: { value: { openedWindowIds: [dialog] } } } }]);
  });

  test('of a page that found a dialog in the way names it in the words of agents, in its sentence too', () => {
    const words: CallAnswer = {
      ok: false,
      error: {
        code: 'blocked_by_modal',
        outcome: 'not_executed',
        message: 'Blocked by the dialog "Sure?" (2).',
        blockedBy: { id: '2', title: 'Sure?' },
      },
    };
    const open = says('d1', { type: 'change', change: { windows: [opening(2, { modal: true, ownerId: '1' })] } });
    const { effects } = play([open, says('d1', answer(words))], sent.model);
    expect(effects).toMatchObject([
      { message: { answer: { error: { blockedBy: { id: dialog }, message: expect.stringContaining(dialog) } } } },
    ]);
  });

  test('of a page that does not know the action any more lists handles, not declared names', () => {
    const words: CallAnswer = {
      ok: false,
      error: {
        code: 'action_not_available',
        outcome: 'not_executed',
        reason: 'unknown_action',
        message: 'There is no action "Bestellen!" here. It offers: Ändern!',
      },
    };
    const replaced = says('d1', {
      type: 'change',
      change: { windows: [{ id: '1', version: 1, actions: [action('Ändern!')] }] },
    });
    const { effects } = play([replaced, says('d1', answer(words))], sent.model);
    expect(effects).toMatchObject([
      { message: { answer: { error: { message: expect.stringMatching(/It offers: Andern_[a-z2-7]{6}\.$/) } } } },
    ]);
  });

  test('with characters that nobody can see disconnects the page', () => {
    const { model, effects } = play(
      [says('d1', answer({ ok: true, value: { openedWindowIds: [], message: 'o\u200bk' } }))],
      sent.model,
    );
    expect(effects.at(-1)).toMatchObject({ type: 'refuse', documentId: 'd1' });
    expect([...model.applications.keys()]).toEqual(['d2']);
  });
});

describe('between start and answer', () => {
  test('what the page arms and reports is passed on', () => {
    const messages: Extract<PageToWorker, { type: 'committed' | 'progress' }>[] = [
      { type: 'committed', callId: CALL_ID, answer: done },
      { type: 'progress', progress: { callId: CALL_ID, done: 1, total: 2 } },
    ];
    for (const message of messages) {
      expect(play([says('d1', message)], sent.model).effects).toEqual([
        { type: 'host', message: { ...message, appId } },
      ]);
    }
  });

  test('an abort reaches the page as long as it has not answered', () => {
    const abort: ModelInput = {
      type: 'host',
      message: { type: 'abort', appId, callId: CALL_ID, reason: 'timeout' },
    };
    expect(play([abort], sent.model).effects).toMatchObject([{ type: 'page', message: { type: 'abort' } }]);
    expect(play([says('d1', answer(done)), abort], sent.model).effects).toEqual([]);
  });

  test('a new host learns which calls still run', () => {
    const { effects } = play([{ type: 'host_up' }], sent.model);
    expect(effects).toMatchObject([
      { message: { event: { type: 'attached', running: [CALL_ID] } } },
      { message: { event: { type: 'attached', running: [] } } },
    ]);
  });

  test.each<[FromPage & { type: 'recalled' }, string[]]>([
    [{ type: 'recalled', recalled: { callId: CALL_ID, state: 'running' } }, [CALL_ID]],
    [{ type: 'recalled', recalled: { callId: CALL_ID, state: 'unseen' } }, []],
    [{ type: 'recalled', recalled: { callId: CALL_ID, state: 'answered', answer: done } }, []],
  ])('a recall asks the page’s journal, whose word $recalled.state goes to the host', (message, left) => {
    const recall: ModelInput = { type: 'host', message: { type: 'recall', appId, callId: CALL_ID } };
    const asked = play([recall], start.model);
    expect(asked.effects).toMatchObject([{ type: 'page', message: { type: 'recall', callId: CALL_ID } }]);
    const told = play([says('d1', message)], asked.model);
    expect(told.effects).toEqual([{ type: 'host', message: { ...message, appId } }]);
    expect([...getApplication(told.model, 'd1').calls.keys()]).toEqual(left);
  });

  test('a host whose copy does not fit any more is told all of the document', () => {
    const told = play([{ type: 'host', message: { type: 'resync', appId } }], sent.model);
    expect(told.model).toBe(sent.model);
    expect(play([{ type: 'host_up' }], sent.model).effects).toContainEqual(told.effects[0]);
    expect(told.effects).toMatchObject([
      { type: 'host', message: { type: 'model', event: { type: 'attached', running: [CALL_ID] } } },
    ]);
  });

  test('a quarantine is remembered for people, and a new host starts without', () => {
    const busy = play([{ type: 'host', message: { type: 'quarantine', appId, on: true } }], sent.model);
    expect(busy.effects).toEqual([]);
    expect(getApplication(busy.model, 'd1').unresponsive).toBe(true);
    expect(getApplication(play([{ type: 'host_up' }], busy.model).model, 'd1').unresponsive).toBe(false);
  });
});
