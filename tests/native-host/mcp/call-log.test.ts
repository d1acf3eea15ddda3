import { type CallAnswer, LIMITS, type PastCall } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import {
  type CallLog,
  type Heard,
  NO_CALLS,
  noteEnd,
  noteSent,
  noteStart,
  type Question,
  statuses,
} from '../../../native-host/src/mcp/call-log.ts';

const done: CallAnswer = { ok: true, value: { openedWindowIds: [] } };
const failed = (outcome: 'not_executed' | 'unknown'): CallAnswer => ({
  ok: false,
  error: { code: 'action_timeout', outcome, message: outcome },
});
const start = (log: CallLog, callId: string, started: number, idempotencyKey?: string) =>
  noteStart(log, { callId, tool: `tool ${callId}`, idempotencyKey, started });
const nothing: Heard = { calls: [], unseen: new Set() };
const told = (...calls: PastCall[]): Heard => ({ calls, unseen: new Set() });
const past = (callId: string, state: PastCall['state'], more: Partial<PastCall> = {}): PastCall => ({
  callId,
  tool: `tool ${callId}`,
  state,
  startedMsAgo: 50,
  ...more,
});
const ask = (log: CallLog, question: Question = {}, heard = nothing) =>
  statuses(log, question, heard, (callId) => callId === 'sent', 100).map(({ callId, state }) => `${callId} ${state}`);

const log = [
  (before: CallLog) => start(before, 'waiting', 10, 'key'),
  (before: CallLog) => noteSent(start(before, 'sent', 20), 'sent', 'app'),
  (before: CallLog) => noteEnd(start(before, 'done', 30, 'key'), 'done', done),
  (before: CallLog) => noteEnd(start(before, 'refused', 40), 'refused', failed('not_executed')),
  (before: CallLog) => noteEnd(noteSent(start(before, 'lost', 45), 'lost', 'app'), 'lost', failed('unknown')),
].reduce((before, step) => step(before), NO_CALLS);

describe('the status of calls', () => {
  test('all, newest first', () => {
    expect(ask(log)).toEqual([
      'lost unknown',
      'refused not_executed',
      'done executed',
      'sent running',
      'waiting queued',
    ]);
  });

  test('one by its id, those under a key, none', () => {
    expect(ask(log, { callId: 'done' })).toEqual(['done executed']);
    expect(ask(log, { idempotencyKey: 'key' })).toEqual(['done executed', 'waiting queued']);
    expect(ask(log, { callId: 'done', idempotencyKey: 'another' })).toEqual([]);
  });

  test.each([
    ['executed', told(past('lost', 'executed', { answer: done }))],
    ['running', told(past('lost', 'running'))],
    ['unknown', told(past('lost', 'unknown'))],
    ['not_executed', { calls: [], unseen: new Set(['lost']) }],
    ['unknown', nothing],
  ])('where this process cannot tell, the document can: %s', (state, heard) => {
    expect(ask(log, { callId: 'lost' }, heard)).toEqual([`lost ${state}`]);
  });

  test('an answer that was given stands, whatever a document says', () => {
    const lies = told(past('done', 'not_executed'), past('refused', 'executed'));
    expect(ask(log, { callId: 'done' }, lies)).toEqual(['done executed']);
    expect(ask(log, { callId: 'refused' }, lies)).toEqual(['refused not_executed']);
  });

  test('calls of an earlier process of the same agent are found in the documents', () => {
    const heard = told(past('old', 'executed', { startedMsAgo: 60, idempotencyKey: 'key' }), past('older', 'running'));
    expect(ask(log, { callId: 'old' }, heard)).toEqual(['old executed']);
    expect(ask(log, { idempotencyKey: 'key' }, heard)).toEqual(['old executed', 'done executed', 'waiting queued']);
  });

  test.each([
    ['at the limit', LIMITS.historyCalls],
    ['one over', LIMITS.historyCalls + 1],
  ])('the last calls: %s', (_what, count) => {
    let many = NO_CALLS;
    for (let n = 0; n < count; n++) many = start(many, `c${n}`, n);
    const found = ask(many);
    expect(found).toHaveLength(LIMITS.historyCalls);
    expect(found[0]).toBe(`c${count - 1} queued`);
  });

  test.each([
    ['at the limit', LIMITS.journalCalls - 1, ['first executed']],
    ['one over', LIMITS.journalCalls, []],
  ])('the oldest answered calls are forgotten: %s', (_what, more, found) => {
    let many = noteEnd(start(NO_CALLS, 'first', 0), 'first', done);
    for (let n = 0; n < more; n++) many = start(many, `c${n}`, n);
    expect(ask(many, { callId: 'first' })).toEqual(found);
  });
});
