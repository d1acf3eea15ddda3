import { describe, expect, test } from 'vitest';
import {
  type About,
  aboutCall,
  EMPTY_JOURNAL,
  firstUnderKey,
  historyOf,
  noteAnswer,
  noteCall,
  recall,
  runningCalls,
} from '../../page-sdk/src/call-journal.ts';
import { type CallAnswer, LIMITS } from '../../page-sdk/src/protocol/index.ts';

const answer = (message: string): CallAnswer => ({ ok: true, value: { message, openedWindowIds: [] } });
const done = answer('Done');

describe('call journal', () => {
  test('knows what it has not seen, what runs and what was answered', () => {
    const started = noteCall(EMPTY_JOURNAL, 'a', 0);
    expect(recall(started, 'a')).toEqual({ callId: 'a', state: 'running' });
    expect(recall(started, 'b')).toEqual({ callId: 'b', state: 'unseen' });
    expect(runningCalls(started)).toEqual(['a']);
    const answered = noteAnswer(started, 'a', done, 1);
    expect(recall(answered, 'a')).toEqual({ callId: 'a', state: 'answered', answer: done });
    expect(runningCalls(answered)).toEqual([]);
    expect(recall(EMPTY_JOURNAL, 'a').state).toBe('unseen');
  });

  test('the first answer stands, however the handler ends', () => {
    const answered = noteAnswer(noteCall(EMPTY_JOURNAL, 'a', 0), 'a', answer('A dialog opened: Sure?'), 1);
    expect(noteAnswer(answered, 'a', done, 2)).toBe(answered);
    expect(recall(answered, 'a')).toMatchObject({ answer: answer('A dialog opened: Sure?') });
  });

  test('an answer to a call that was never noted changes nothing', () => {
    expect(noteAnswer(EMPTY_JOURNAL, 'a', done, 0)).toBe(EMPTY_JOURNAL);
  });

  test.each([
    ['at the limit', LIMITS.journalCalls - 1, 'answered'],
    ['one over', LIMITS.journalCalls, 'unseen'],
  ])('remembers the newest calls: %s', (_what, more, state) => {
    let journal = noteAnswer(noteCall(EMPTY_JOURNAL, 'first', 0), 'first', done, 0);
    for (let n = 0; n < more; n++) journal = noteAnswer(noteCall(journal, `call ${n}`, 0), `call ${n}`, done, 0);
    expect(recall(journal, 'first').state).toBe(state);
    expect(journal.size).toBe(LIMITS.journalCalls);
  });

  test.each([
    ['at the limit', LIMITS.journalMs, 'answered'],
    ['one over', LIMITS.journalMs + 1, 'unseen'],
  ])('remembers the last ten minutes: %s', (_what, now, state) => {
    const journal = noteAnswer(noteCall(EMPTY_JOURNAL, 'first', 0), 'first', done, 0);
    expect(recall(noteCall(journal, 'second', now), 'first').state).toBe(state);
  });

  test('a call that runs is never forgotten', () => {
    let journal = noteCall(EMPTY_JOURNAL, 'slow', 0);
    for (let n = 0; n < 2 * LIMITS.journalCalls; n++) {
      journal = noteAnswer(noteCall(journal, `call ${n}`, n), `call ${n}`, done, n);
    }
    expect(recall(noteCall(journal, 'last', LIMITS.journalMs * 9), 'slow').state).toBe('running');
  });
});

const about = (more: Partial<About> = {}): About => ({
  tool: 'wabcdefghij__save',
  owner: 'me',
  idempotencyKey: 'order 7',
  content: 'same',
  ...more,
});
const refused: CallAnswer = { ok: false, error: { code: 'stale_state', outcome: 'not_executed', message: 'No' } };
const unclear: CallAnswer = { ok: false, error: { code: 'action_timeout', outcome: 'unknown', message: 'Perhaps' } };

describe('keys', () => {
  const first = noteCall(EMPTY_JOURNAL, 'a', 0, about());

  test.each([
    ['runs', first, 'a'],
    ['was executed', noteAnswer(first, 'a', done, 1), 'a'],
    ['may have happened', noteAnswer(first, 'a', unclear, 1), 'a'],
    ['did not happen', noteAnswer(first, 'a', refused, 1), undefined],
  ])('the first call under a key that %s', (_what, journal, found) => {
    expect(firstUnderKey(journal, about())?.callId).toBe(found);
  });

  test('belong to one agent, and calls without one are never the same', () => {
    expect(firstUnderKey(first, about({ owner: 'another' }))).toBeUndefined();
    expect(firstUnderKey(first, about({ idempotencyKey: 'order 8' }))).toBeUndefined();
    const keyless = noteCall(EMPTY_JOURNAL, 'a', 0, about({ idempotencyKey: undefined }));
    expect(firstUnderKey(keyless, about({ idempotencyKey: undefined }))).toBeUndefined();
  });

  test('a repeat is the same action with the same arguments, whatever version it was decided at', () => {
    const call = {
      callId: 'a',
      windowId: 'window-1',
      action: 'save',
      arguments: { amount: 1 },
      agent: { name: 'x' },
      timeoutMs: 1,
      idempotencyKey: 'k',
    };
    const { content } = aboutCall(call);
    expect(aboutCall({ ...call, callId: 'b', expectedVersion: 7 }).content).toBe(content);
    expect(aboutCall({ ...call, arguments: { amount: 2 } }).content).not.toBe(content);
    expect(aboutCall({ ...call, windowId: 'window-2' }).content).not.toBe(content);
    expect(aboutCall({ ...call, action: 'send' }).content).not.toBe(content);
  });
});

describe('history', () => {
  const mine = about({ idempotencyKey: undefined });

  test('the calls of one agent, newest first, with what became of them', () => {
    let journal = noteCall(EMPTY_JOURNAL, 'a', 0, mine);
    journal = noteCall(journal, 'other', 1, about({ owner: 'another' }));
    journal = noteAnswer(noteCall(journal, 'b', 10, mine), 'b', done, 20);
    journal = noteAnswer(noteCall(journal, 'c', 30, about()), 'c', refused, 40);
    const { tool } = mine;
    expect(historyOf(journal, 'me', 100)).toEqual({
      complete: true,
      calls: [
        { callId: 'c', tool, idempotencyKey: 'order 7', state: 'not_executed', startedMsAgo: 70, answer: refused },
        { callId: 'b', tool, state: 'executed', startedMsAgo: 90, answer: done },
        { callId: 'a', tool, state: 'running', startedMsAgo: 100 },
      ],
    });
  });

  test('answers are told as far as they fit; what became of the calls always', () => {
    const large: CallAnswer = { ok: true, value: { openedWindowIds: [], result: { text: 'x'.repeat(150 * 1024) } } };
    let journal = EMPTY_JOURNAL;
    for (const callId of ['a', 'b']) journal = noteAnswer(noteCall(journal, callId, 0, mine), callId, large, 0);
    const { calls } = historyOf(journal, 'me', 0);
    expect(calls.map(({ callId, state, answer }) => [callId, state, answer !== undefined])).toEqual([
      ['b', 'executed', true],
      ['a', 'executed', false],
    ]);
  });

  test('a journal that is full may have forgotten some', () => {
    let journal = EMPTY_JOURNAL;
    for (let n = 0; n < LIMITS.journalCalls; n++) {
      expect(historyOf(journal, 'me', 0).complete).toBe(true);
      journal = noteAnswer(noteCall(journal, `call ${n}`, 0, mine), `call ${n}`, done, 0);
    }
    expect(historyOf(journal, 'me', 0).complete).toBe(false);
  });
});
