import { type CallAnswer, LIMITS, type Recalled } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { callTo, DispatchBench, done } from './dispatch-bench.ts';

const says = (bench: DispatchBench, recalled: Recalled, appId = 'A') => bench.do({ type: 'recalled', appId, recalled });
const asks = (bench: DispatchBench, callId: string, budgetMs = 20_000, agentId = 'x', appId = 'A') =>
  bench.do({ type: 'recall', agentId, appId, callId, budgetMs });
const notStarted: Partial<CallAnswer> & object = {
  ok: false,
  error: expect.objectContaining({ code: 'action_not_available', outcome: 'not_executed', reason: 'not_connected' }),
};

describe('a document attaches again while its call runs', () => {
  function reattached() {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1'));
    bench.attach('A');
    expect(bench.sent('recall')).toEqual([{ type: 'recall', appId: 'A', callId: 'c1' }]);
    return bench;
  }

  test('its journal has the answer', () => {
    const bench = reattached();
    says(bench, { callId: 'c1', state: 'answered', answer: done() });
    expect(bench.settled('c1')).toEqual(done());
  });

  test('it still runs: the answer will come', () => {
    const bench = reattached();
    says(bench, { callId: 'c1', state: 'running' });
    expect(bench.settled('c1')).toBeUndefined();
    bench.answer('A', 'c1');
    expect(bench.settled('c1')).toEqual(done());
  });

  test('it never saw the call, which is not sent again', () => {
    const bench = reattached();
    says(bench, { callId: 'c1', state: 'unseen' });
    expect(bench.settled('c1')).toEqual(notStarted);
    expect(bench.dispatched).toEqual(['c1']);
  });

  test('a late call is recalled too, and its quarantine lifted by the journal', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1', { action: 'quick' }));
    bench.advance(2_000);
    bench.attach('A', 'c1');
    says(bench, { callId: 'c1', state: 'answered', answer: done() });
    expect([...bench.quarantined]).toEqual([]);
    expect(bench.settled('c1')).toMatchObject({ error: { outcome: 'unknown' } });
  });
});

describe('the worker was replaced', () => {
  test('an answer that was on its way when the page was asked is the word that counts', () => {
    const bench = new DispatchBench();
    bench.do({ type: 'expected', appIds: ['A'] });
    bench.attach('A', 'a1');
    asks(bench, 'a1');
    bench.answer('A', 'a1');
    const word = { type: 'recalled', recalled: { callId: 'a1', state: 'answered', answer: done() } };
    expect(bench.told.map(({ message }) => message)).toEqual([word]);
    bench.advance(20_000);
    expect(bench.told).toHaveLength(1);
  });

  test('nothing starts before all its applications are back', () => {
    const bench = new DispatchBench('C');
    bench.do({ type: 'expected', appIds: ['A', 'B'] });
    bench.call('x', callTo('A', 'a1'));
    bench.call('y', callTo('C', 'c1'));
    bench.attach('A');
    expect(bench.dispatched).toEqual([]);
    bench.attach('B');
    expect(bench.dispatched).toEqual(['a1']);
  });

  test('nothing is awaited when all were there already', () => {
    const bench = new DispatchBench('A');
    bench.do({ type: 'expected', appIds: ['A'] });
    bench.call('x', callTo('A', 'a1'));
    expect(bench.dispatched).toEqual(['a1']);
  });

  test('after two seconds the others go on; those missing are refused until they attach', () => {
    const bench = new DispatchBench('B');
    bench.do({ type: 'expected', appIds: ['A'] });
    bench.call('x', callTo('A', 'a1'));
    bench.call('y', callTo('B', 'b1'));
    bench.advance(LIMITS.reconnectMs);
    expect(bench.dispatched).toEqual(['b1']);
    bench.call('x', callTo('A', 'a2'));
    for (const id of ['a1', 'a2']) expect(bench.settled(id)).toMatchObject({ error: { reason: 'unresponsive' } });
    bench.answer('B', 'b1');
    bench.attach('A');
    bench.call('x', callTo('A', 'a3'));
    expect(bench.dispatched).toEqual(['b1', 'a3']);
  });

  test('one that is gone for good is no longer awaited', () => {
    const bench = new DispatchBench('B');
    bench.do({ type: 'expected', appIds: ['A'] });
    bench.call('x', callTo('A', 'a1'));
    bench.call('y', callTo('B', 'b1'));
    bench.detach('A');
    expect(bench.settled('a1')).toMatchObject({ error: { code: 'window_not_found', reason: 'document_gone' } });
    expect(bench.dispatched).toEqual(['b1']);
  });

  test('a call that still runs makes its document busy, and holds the lane for two seconds', () => {
    const bench = new DispatchBench('B');
    bench.do({ type: 'expected', appIds: ['A'] });
    bench.attach('A', 'old');
    bench.call('x', callTo('A', 'a1'));
    bench.call('y', callTo('B', 'b1'));
    expect(bench.dispatched).toEqual([]);
    bench.advance(LIMITS.laneMs);
    expect(bench.dispatched).toEqual(['b1']);
    bench.answer('B', 'b1');
    bench.answer('A', 'old');
    expect(bench.dispatched).toEqual(['b1', 'a1']);
    expect(bench.settled('old')).toBeUndefined();
  });

  test('an inherited call has the longest time any of its actions may take, then its document is quarantined', () => {
    const bench = new DispatchBench();
    bench.attach('A', 'old');
    bench.advance(LIMITS.actionMsMax - 1);
    expect(bench.sent('abort')).toEqual([]);
    bench.advance(1 + LIMITS.abortGraceMs);
    expect(bench.sent('abort')).toMatchObject([{ callId: 'old', reason: 'timeout' }]);
    expect([...bench.quarantined]).toEqual(['A']);
  });
});

describe('an agent asks what became of its call', () => {
  test.each<Recalled>([
    { callId: 'old', state: 'answered', answer: done() },
    { callId: 'old', state: 'unseen' },
  ])('the journal says $state', (recalled) => {
    const bench = new DispatchBench('A');
    asks(bench, 'old');
    expect(bench.sent('recall')).toEqual([{ type: 'recall', appId: 'A', callId: 'old' }]);
    says(bench, recalled);
    expect(bench.told).toEqual([{ kind: 'agent', agentId: 'x', message: { type: 'recalled', recalled } }]);
    expect([...bench.timers.keys()]).toEqual([]);
  });

  test('it runs: the agent gets the late answer', () => {
    const bench = new DispatchBench();
    bench.do({ type: 'expected', appIds: ['A'] });
    asks(bench, 'old');
    expect(bench.sent('recall')).toEqual([]);
    bench.attach('A', 'old');
    expect(bench.sent('recall')).toEqual([{ type: 'recall', appId: 'A', callId: 'old' }]);
    says(bench, { callId: 'old', state: 'running' });
    bench.answer('A', 'old');
    expect(bench.settled('old')).toEqual(done());
  });

  test('it runs on: unknown within the agent’s budget', () => {
    const bench = new DispatchBench();
    bench.attach('A', 'old');
    asks(bench, 'old', 5_000);
    says(bench, { callId: 'old', state: 'running' });
    bench.advance(5_000);
    expect(bench.settled('old')).toMatchObject({ error: { outcome: 'unknown', reason: 'running' } });
    expect([...bench.quarantined]).toEqual(['A']);
  });

  test('the page does not say: unknown within the budget', () => {
    const bench = new DispatchBench('A');
    asks(bench, 'old', 3_000);
    bench.advance(3_000);
    expect(bench.settled('old')).toMatchObject({ error: { outcome: 'unknown', reason: 'link_lost' } });
  });

  test('the document is gone: unknown at once, or when it goes', () => {
    const bench = new DispatchBench('B');
    asks(bench, 'old');
    expect(bench.settled('old')).toMatchObject({ error: { outcome: 'unknown', reason: 'document_gone' } });
    asks(bench, 'older', 20_000, 'x', 'B');
    bench.detach('B');
    expect(bench.settled('older')).toMatchObject({ error: { outcome: 'unknown', reason: 'document_gone' } });
  });

  test('of a call that runs here for another agent: both are told', () => {
    const bench = new DispatchBench('A');
    bench.call('y', callTo('A', 'c1'));
    asks(bench, 'c1');
    says(bench, { callId: 'c1', state: 'answered', answer: done() });
    expect(bench.settled('c1')).toEqual(done());
    expect(bench.told.at(-1)?.agentId).toBe('y');
    expect(bench.told.filter(({ message }) => message.type === 'recalled')).toMatchObject([{ agentId: 'x' }]);
  });
});

describe('an agent whose link broke asks on its next one', () => {
  test('a call that still waits for its turn is answered there', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1'));
    bench.call('x', callTo('A', 'c2'));
    asks(bench, 'c2', 20_000, 'x again');
    bench.do({ type: 'agentGone', agentId: 'x' });
    bench.answer('A', 'c1');
    bench.answer('A', 'c2');
    expect(bench.told.filter(({ agentId }) => agentId === 'x again').map(({ message }) => message.type)).toEqual([
      'dispatched',
      'settled',
    ]);
  });

  test('a call that still runs is answered there', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1'));
    asks(bench, 'c1', 20_000, 'x again');
    says(bench, { callId: 'c1', state: 'running' });
    bench.do({ type: 'agentGone', agentId: 'x' });
    bench.answer('A', 'c1');
    expect(bench.told.at(-1)).toMatchObject({
      agentId: 'x again',
      message: { type: 'settled', callId: 'c1', answer: done() },
    });
  });

  test('a call that the page has not seen never runs, even if it arrives afterwards', () => {
    const bench = new DispatchBench('A');
    asks(bench, 'c1', 20_000, 'x again');
    says(bench, { callId: 'c1', state: 'unseen' });
    bench.call('x', callTo('A', 'c1'));
    expect(bench.dispatched).toEqual([]);
  });

  test('nor does one that it was told not to have happened', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1'));
    bench.call('x', callTo('A', 'c2'));
    bench.do({ type: 'unseen', callIds: ['c1', 'c2', 'c3'] });
    bench.answer('A', 'c1');
    bench.call('x', callTo('A', 'c3'));
    expect(bench.dispatched).toEqual(['c1']);
    expect(bench.settled('c1')).toEqual(done());
  });
});
