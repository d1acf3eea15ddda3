import type { ApplicationCall, CallAnswer } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CallEffect, type CallEvent, type CallTable, stepCalls } from '../../../native-host/src/mcp/call-table.ts';

const call = (callId: string): ApplicationCall => ({
  callId,
  appId: 'app',
  windowId: null,
  action: 'go',
  arguments: {},
  agent: { name: 'test' },
  timeoutMs: 1_000,
});
const done: CallAnswer = { ok: true, value: { openedWindowIds: [] } };
const start: CallEvent = { type: 'start', call: call('c'), link: 'one', deadline: 50_000 };
const lost: CallEvent = { type: 'link_lost', link: 'one' };

function play(events: CallEvent[], now = 0) {
  let table: CallTable = new Map();
  const effects: CallEffect[] = [];
  for (const event of events) {
    const step = stepCalls(table, event, now);
    table = step.table;
    effects.push(...step.effects);
  }
  return { table, effects, last: effects.at(-1) };
}

const answerOf = (effect: CallEffect | undefined) => (effect?.type === 'answer' ? effect.answer : undefined);

test('a call is sent with the time it has, and its answer is passed on', () => {
  const { effects, table } = play([start, { type: 'settled', callId: 'c', answer: done }], 1_000);
  expect(effects).toEqual([
    { type: 'send', link: 'one', message: { type: 'call', call: call('c'), budgetMs: 48_500 } },
    { type: 'answer', callId: 'c', answer: done },
  ]);
  expect(table.size).toBe(0);
});

describe('after its host was lost', () => {
  test('nothing is sent while the application may come back, then the journal is asked on the new link', () => {
    expect(play([start, lost, { type: 'model', links: new Map([['app', undefined]]) }]).effects).toHaveLength(1);
    const back = play([start, lost, { type: 'model', links: new Map([['app', 'two']]) }]);
    expect(back.last).toEqual({
      type: 'send',
      link: 'two',
      message: { type: 'recall', appId: 'app', callId: 'c', budgetMs: 49_500 },
    });
  });

  const asked: CallEvent[] = [start, lost, { type: 'model', links: new Map([['app', 'two']]) }];
  test('executed: the page’s answer', () => {
    const word: CallEvent = { type: 'recalled', recalled: { callId: 'c', state: 'answered', answer: done } };
    expect(answerOf(play([...asked, word]).last)).toEqual(done);
  });
  test('running: the answer comes later', () => {
    const word: CallEvent = { type: 'recalled', recalled: { callId: 'c', state: 'running' } };
    expect(answerOf(play([...asked, word]).last)).toBeUndefined();
    expect(answerOf(play([...asked, word, { type: 'settled', callId: 'c', answer: done }]).last)).toEqual(done);
  });
  test('not seen: did not happen', () => {
    const word: CallEvent = { type: 'recalled', recalled: { callId: 'c', state: 'unseen' } };
    expect(answerOf(play([...asked, word]).last)).toMatchObject({
      error: { code: 'action_not_available', outcome: 'not_executed', reason: 'not_connected' },
    });
  });
  test('the document does not come back: unknown', () => {
    expect(answerOf(play([start, lost, { type: 'model', links: new Map() }]).last)).toMatchObject({
      error: {
        code: 'action_timeout',
        outcome: 'unknown',
        reason: 'link_lost',
        message: expect.stringMatching(/^May have taken effect\. Read app:\/\/windows before deciding\./),
      },
    });
  });
});

test('a document that goes while its host is there is the host’s to answer', () => {
  expect(play([start, { type: 'model', links: new Map() }]).effects).toHaveLength(1);
});

test('at the deadline the outcome is unknown', () => {
  expect(answerOf(play([start, { type: 'deadline', callId: 'c' }]).last)).toMatchObject({
    error: { code: 'action_timeout', outcome: 'unknown', reason: 'running' },
  });
});

test('cancelling asks the host to stop and waits for the truth', () => {
  const { last, table } = play([start, { type: 'cancel', callId: 'c' }]);
  expect(last).toEqual({ type: 'send', link: 'one', message: { type: 'cancel', callId: 'c' } });
  expect(table.size).toBe(1);
});

test('any schedule: a call is sent once, never answered twice, and asked about but not sent again', () => {
  const id = fc.constantFrom('a', 'b', 'c');
  const link = fc.constantFrom('one', 'two');
  const event: fc.Arbitrary<CallEvent> = fc.oneof(
    id.map((callId): CallEvent => ({ type: 'settled', callId, answer: done })),
    id.map((callId): CallEvent => ({ type: 'recalled', recalled: { callId, state: 'unseen' } })),
    id.map((callId): CallEvent => ({ type: 'recalled', recalled: { callId, state: 'running' } })),
    link.map((lostLink): CallEvent => ({ type: 'link_lost', link: lostLink })),
    fc.option(link, { nil: undefined }).map((to): CallEvent => ({ type: 'model', links: new Map([['app', to]]) })),
    fc.constant<CallEvent>({ type: 'model', links: new Map() }),
    id.map((callId): CallEvent => ({ type: 'cancel', callId })),
    id.map((callId): CallEvent => ({ type: 'deadline', callId })),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      const starts = ['a', 'b', 'c'].map((callId): CallEvent => ({ ...start, call: call(callId) }) as CallEvent);
      const { effects, table } = play([...starts, ...events]);
      for (const callId of ['a', 'b', 'c']) {
        const sent = effects.filter(
          (e) => e.type === 'send' && e.message.type === 'call' && e.message.call.callId === callId,
        );
        const answers = effects.filter((e) => e.type === 'answer' && e.callId === callId);
        expect(sent).toHaveLength(1);
        expect(answers).toHaveLength(table.has(callId) ? 0 : 1);
      }
    }),
  );
});
