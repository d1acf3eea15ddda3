import { type AgentToHost, type CallAnswer, LIMITS, type Progress } from '@mcp-gui-bridge/page-sdk/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { steadyClock } from '../../../native-host/src/link/clock.ts';
import { OutstandingCalls } from '../../../native-host/src/mcp/outstanding-calls.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const call = {
  callId: 'c',
  appId: 'a',
  windowId: null,
  action: 'go',
  arguments: {},
  agent: { name: 't' },
  timeoutMs: 1,
};
const done: CallAnswer = { ok: true, value: { openedWindowIds: [], message: 'Done' } };

function start(signal = new AbortController().signal) {
  const sent: AgentToHost[] = [];
  const progress: number[] = [];
  const messages: (string | undefined)[] = [];
  const clock = steadyClock();
  const calls = new OutstandingCalls('owner', clock, (_link, message) => sent.push(message));
  const deadline = clock.now() + LIMITS.answerMs;
  const onProgress = ({ done, message }: Progress) => {
    progress.push(done);
    messages.push(message);
  };
  const answer = calls.run(call, 'one', { deadline, signal, onProgress });
  return { calls, sent, progress, messages, answer };
}

test('the host is asked to answer before the deadline; if it does not, the outcome is unknown', async () => {
  const { calls, sent, answer } = start();
  expect(sent).toEqual([{ type: 'call', call, budgetMs: LIMITS.answerMs - LIMITS.abortGraceMs }]);
  vi.advanceTimersByTime(LIMITS.answerMs);
  expect(await answer).toMatchObject({ ok: false, error: { code: 'action_timeout', outcome: 'unknown' } });
  calls.hostSaid({ type: 'settled', callId: 'c', answer: done });
  expect(await answer).toMatchObject({ ok: false });
});

test('an abort becomes one cancel, and the answer is still the truth', async () => {
  const controller = new AbortController();
  const { calls, sent, answer } = start(controller.signal);
  controller.abort();
  expect(sent.slice(1)).toEqual([{ type: 'cancel', callId: 'c' }]);
  calls.hostSaid({ type: 'settled', callId: 'c', answer: done });
  expect(await answer).toEqual(done);
});

test('a client that asked for progress hears that the person is being asked', () => {
  const { calls, messages } = start();
  calls.hostSaid({ type: 'awaiting_consent', callId: 'other' });
  calls.hostSaid({ type: 'awaiting_consent', callId: 'c' });
  expect(messages).toEqual(['Waiting for the user to allow this.']);
});

test('progress reaches its call alone', () => {
  const { calls, progress } = start();
  calls.hostSaid({ type: 'progress', progress: { callId: 'other', done: 1 } });
  calls.hostSaid({ type: 'progress', progress: { callId: 'c', done: 2 } });
  expect(progress).toEqual([2]);
});
