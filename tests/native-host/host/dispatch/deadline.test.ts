import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { callTo, DispatchBench, done } from './dispatch-bench.ts';

const unknown = (reason: string) => ({
  ok: false,
  error: {
    code: 'action_timeout',
    outcome: 'unknown',
    reason,
    message: expect.stringMatching(/^May have taken effect\. Read app:\/\/windows before deciding\./),
  },
});

describe('the deadline', () => {
  test('is the action’s own timeout, and the page is told it', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1', { action: 'quick' }));
    expect(bench.sent('call')).toMatchObject([{ call: { callId: 'c1', timeoutMs: 1_000 } }]);
    bench.advance(999);
    expect(bench.sent('abort')).toEqual([]);
    bench.advance(1);
    expect(bench.sent('abort')).toEqual([{ type: 'abort', appId: 'A', callId: 'c1', reason: 'timeout' }]);
  });

  test('comes early enough for an answer within the agent’s budget', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1', { action: 'slow' }), 5_000);
    bench.advance(5_000);
    expect(bench.settled('c1')).toMatchObject(unknown('running'));
  });

  test('an answer during the grace is the answer', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1', { action: 'quick' }));
    bench.advance(1_000 + LIMITS.abortGraceMs - 1);
    bench.answer('A', 'c1');
    bench.advance(60_000);
    expect(bench.settled('c1')).toEqual(done());
    expect([...bench.quarantined]).toEqual([]);
  });

  test('after the grace the outcome is unknown and the document is quarantined, before the agent is told', () => {
    const bench = new DispatchBench('A', 'B');
    bench.call('x', callTo('A', 'c1', { action: 'quick' }));
    bench.call('y', callTo('A', 'waiting'));
    bench.call('y', callTo('B', 'b1'));
    bench.advance(1_000);
    const effects = bench.do({ type: 'timer', id: 'grace:c1' });
    const kinds = effects.map((effect) => (effect.kind === 'agent' ? effect.message.type : effect.kind));
    expect(kinds.indexOf('quarantine')).toBeLessThan(kinds.indexOf('settled'));
    expect(bench.settled('c1')).toMatchObject(unknown('running'));
    expect(bench.settled('waiting')).toMatchObject({ error: { outcome: 'not_executed', reason: 'unresponsive' } });
    expect(bench.dispatched).toEqual(['c1', 'b1']);
  });

  test('calls to a quarantined document are refused at once', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1', { action: 'quick' }));
    bench.advance(2_000);
    bench.call('y', callTo('A', 'c2'));
    expect(bench.settled('c2')).toMatchObject({
      error: { code: 'action_not_available', outcome: 'not_executed', reason: 'unresponsive' },
    });
  });

  test('the late answer goes to nobody and lifts the quarantine', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1', { action: 'quick' }));
    bench.advance(2_000);
    expect([...bench.quarantined]).toEqual(['A']);
    bench.answer('A', 'c1');
    expect([...bench.quarantined]).toEqual([]);
    expect(bench.settled('c1')).toMatchObject(unknown('running'));
    bench.call('y', callTo('A', 'c2'));
    expect(bench.dispatched).toEqual(['c1', 'c2']);
  });

  test('passes all the same when the agent has gone', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1', { action: 'quick' }));
    bench.do({ type: 'agentGone', agentId: 'x' });
    bench.advance(2_000);
    expect([...bench.quarantined]).toEqual(['A']);
    expect(bench.settled('c1')).toBeUndefined();
  });
});

describe('cancelling what runs', () => {
  test('tells the page once and takes the answer as it comes', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1', { action: 'quick' }));
    bench.do({ type: 'cancel', agentId: 'x', callId: 'c1' });
    bench.do({ type: 'cancel', agentId: 'x', callId: 'c1' });
    bench.advance(1_000);
    expect(bench.sent('abort')).toEqual([{ type: 'abort', appId: 'A', callId: 'c1', reason: 'cancelled' }]);
    bench.answer('A', 'c1');
    expect(bench.settled('c1')).toEqual(done());
  });

  test('is not for other agents', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1'));
    bench.do({ type: 'cancel', agentId: 'y', callId: 'c1' });
    expect(bench.sent('abort')).toEqual([]);
  });
});

describe('progress', () => {
  test('goes to the agent whose call it is, until it has its answer', () => {
    const bench = new DispatchBench('A', 'B');
    const progress = { callId: 'c1', done: 1, total: 2 };
    bench.call('x', callTo('A', 'c1', { action: 'quick' }));
    bench.do({ type: 'progress', appId: 'B', progress });
    expect(bench.told.filter(({ message }) => message.type === 'progress')).toEqual([]);
    bench.do({ type: 'progress', appId: 'A', progress });
    bench.advance(2_000);
    bench.do({ type: 'progress', appId: 'A', progress });
    const told = bench.told.filter(({ message }) => message.type === 'progress');
    expect(told).toEqual([{ kind: 'agent', agentId: 'x', message: { type: 'progress', progress } }]);
  });
});

describe('the document goes away', () => {
  test('what started is unknown, what waited did not happen, the lane is free', () => {
    const bench = new DispatchBench('A', 'B');
    bench.call('x', callTo('A', 'c1'));
    bench.call('x', callTo('A', 'c2'));
    bench.call('y', callTo('B', 'b1'));
    bench.detach('A');
    expect(bench.settled('c1')).toMatchObject(unknown('document_gone'));
    expect(bench.settled('c2')).toMatchObject({
      error: { code: 'window_not_found', outcome: 'not_executed', reason: 'document_gone' },
    });
    expect(bench.dispatched).toEqual(['c1', 'b1']);
  });

  test('what the action committed to is its answer, without the windows that are gone', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1'));
    const value = { message: 'Order sent.', openedWindowIds: ['w1'], result: { id: 7 } };
    bench.do({ type: 'committed', appId: 'A', callId: 'c1', answer: { ok: true, value } });
    expect(bench.settled('c1')).toBeUndefined();
    bench.detach('A');
    expect(bench.settled('c1')).toEqual({
      ok: true,
      value: { message: 'Order sent. (the page was left; read app://windows)', openedWindowIds: [], result: { id: 7 } },
    });
  });

  test('an answer that comes first is the answer, whatever was committed', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1'));
    bench.do({ type: 'committed', appId: 'A', callId: 'c1', answer: done('Early.') });
    bench.answer('A', 'c1', done('Final.'));
    bench.detach('A');
    expect(bench.settled('c1')).toEqual(done('Final.'));
  });

  test('ends its quarantine', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1', { action: 'quick' }));
    bench.advance(2_000);
    bench.detach('A');
    expect([...bench.quarantined]).toEqual([]);
    expect([...bench.timers.keys()]).toEqual([]);
  });
});
