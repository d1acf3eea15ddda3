import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { application, callTo, DispatchBench, done } from './dispatch-bench.ts';

describe('one operation at a time', () => {
  test('an idle lane starts a call at once and answers it once', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1'));
    expect(bench.dispatched).toEqual(['c1']);
    bench.answer('A', 'c1');
    expect(bench.toldAbout('c1')).toEqual(['queued', 'dispatched', 'settled']);
    expect(bench.settled('c1')).toEqual(done());
    expect([...bench.timers.keys()]).toEqual([]);
  });

  test('a call to another document waits for the answer of the one before', () => {
    const bench = new DispatchBench('A', 'B');
    bench.call('x', callTo('A', 'c1'));
    bench.call('y', callTo('B', 'c2'));
    expect(bench.dispatched).toEqual(['c1']);
    bench.answer('A', 'c1');
    expect(bench.dispatched).toEqual(['c1', 'c2']);
  });

  test('after two seconds other documents go on, its own further calls wait', () => {
    const bench = new DispatchBench('A', 'B');
    bench.call('x', callTo('A', 'a1'));
    bench.call('x', callTo('A', 'a2'));
    bench.call('x', callTo('B', 'b1'));
    bench.advance(LIMITS.laneMs - 1);
    expect(bench.dispatched).toEqual(['a1']);
    bench.advance(1);
    expect(bench.dispatched).toEqual(['a1', 'b1']);
    bench.answer('B', 'b1');
    expect(bench.dispatched).toEqual(['a1', 'b1']);
    bench.answer('A', 'a1');
    expect(bench.dispatched).toEqual(['a1', 'b1', 'a2']);
  });

  test('agents take turns, each in its own order', () => {
    const bench = new DispatchBench('A');
    for (const id of ['x1', 'x2', 'x3']) bench.call('x', callTo('A', id));
    for (const id of ['y1', 'y2']) bench.call('y', callTo('A', id));
    bench.call('z', callTo('A', 'z1'));
    for (const id of ['x1', 'x2', 'y1', 'z1', 'x3', 'y2']) bench.answer('A', id);
    expect(bench.dispatched).toEqual(['x1', 'x2', 'y1', 'z1', 'x3', 'y2']);
  });

  test('a repeated message never runs a call again', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1'));
    bench.call('x', callTo('A', 'c2'));
    for (const id of ['c1', 'c2']) expect(bench.call('x', callTo('A', id))).toEqual([]);
    bench.answer('A', 'c1');
    bench.answer('A', 'c2');
    for (const id of ['c1', 'c2']) expect(bench.call('x', callTo('A', id))).toEqual([]);
    expect(bench.dispatched).toEqual(['c1', 'c2']);
  });

  test('an answer from another document, or for a call that does not run, changes nothing', () => {
    const bench = new DispatchBench('A', 'B');
    bench.call('x', callTo('A', 'c1'));
    expect(bench.answer('B', 'c1')).toEqual([]);
    expect(bench.answer('A', 'c9')).toEqual([]);
    expect(bench.settled('c1')).toBeUndefined();
  });
});

describe('waiting', () => {
  test('ends after 15 seconds, nothing having been done', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1', { action: 'slow' }));
    bench.call('y', callTo('A', 'c2'));
    bench.advance(LIMITS.queueMs - 1);
    expect(bench.settled('c2')).toBeUndefined();
    bench.advance(1);
    expect(bench.settled('c2')).toMatchObject({
      ok: false,
      error: { code: 'action_timeout', outcome: 'not_executed', reason: 'queued' },
    });
    bench.answer('A', 'c1');
    expect(bench.dispatched).toEqual(['c1']);
  });

  test('ends within the budget of a hurried agent', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1'));
    bench.call('y', callTo('A', 'c2'), 700);
    bench.advance(700);
    expect(bench.settled('c2')).toMatchObject({ error: { reason: 'queued' } });
  });

  test('a call whose budget leaves no time to stop it is not started', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1'), LIMITS.abortGraceMs);
    expect(bench.dispatched).toEqual([]);
    expect(bench.settled('c1')).toMatchObject({ error: { outcome: 'not_executed', reason: 'queued' } });
  });

  test('16 calls of one agent may wait, the next is refused, other agents are not', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'running'));
    for (let i = 0; i < LIMITS.queuedPerAgent; i++) bench.call('x', callTo('A', `w${i}`));
    bench.call('x', callTo('A', 'over'));
    bench.call('y', callTo('A', 'other'));
    expect(bench.settled('w15')).toBeUndefined();
    expect(bench.settled('over')).toMatchObject({
      error: { code: 'action_not_available', outcome: 'not_executed', reason: 'queue_full' },
    });
    expect(bench.toldAbout('other')).toEqual(['queued']);
  });

  test('128 calls may wait in all', () => {
    const bench = new DispatchBench('A');
    bench.call('first', callTo('A', 'running'));
    for (let i = 0; i < LIMITS.queuedInAll; i++) bench.call(`agent${i % 8}`, callTo('A', `w${i}`));
    bench.call('agent9', callTo('A', 'over'));
    expect(bench.settled(`w${LIMITS.queuedInAll - 1}`)).toBeUndefined();
    expect(bench.settled('over')).toMatchObject({ error: { reason: 'queue_full' } });
  });

  test('a cancelled call is dropped without an effect', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1'));
    bench.call('x', callTo('A', 'c2'));
    bench.do({ type: 'cancel', agentId: 'y', callId: 'c2' });
    expect(bench.settled('c2')).toBeUndefined();
    bench.do({ type: 'cancel', agentId: 'x', callId: 'c2' });
    expect(bench.settled('c2')).toMatchObject({ error: { outcome: 'not_executed', reason: 'cancelled' } });
    bench.answer('A', 'c1');
    expect(bench.dispatched).toEqual(['c1']);
  });

  test('an agent that goes takes its waiting calls along, nobody else’s', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'x1'));
    bench.call('x', callTo('A', 'x2'));
    bench.call('y', callTo('A', 'y1'));
    bench.do({ type: 'agentGone', agentId: 'x' });
    expect(bench.dispatched).toEqual(['x1']);
    bench.answer('A', 'x1');
    expect(bench.dispatched).toEqual(['x1', 'y1']);
    expect(bench.told.filter(({ message }) => message.type === 'settled')).toEqual([]);
  });
});

describe('refused', () => {
  const refusals = [
    ['an unknown application', 'nowhere', {}, 'window_not_found', 'document_gone'],
    ['a window that is not there', 'A', { windowId: 'gone' }, 'window_not_found', 'closed'],
    ['an action that is not offered', 'A', { action: 'fly' }, 'action_not_available', 'unknown_action'],
    ['another version', 'A', { expectedVersion: 7 }, 'stale_state', undefined],
  ] as const;
  test.each(refusals)('%s', (_what, appId, more, code, reason) => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo(appId, 'c1', more));
    expect(bench.dispatched).toEqual([]);
    expect(bench.settled('c1')).toMatchObject({
      ok: false,
      error: { code, outcome: 'not_executed', ...(reason && { reason }) },
    });
  });

  test.each(['paused', 'suspended', 'over_limit', 'reconnecting', 'unresponsive'] as const)(
    'a document that is %s',
    (state) => {
      const bench = new DispatchBench('A');
      bench.applications.set('A', application('A', state));
      bench.call('x', callTo('A', 'c1'));
      expect(bench.settled('c1')).toMatchObject({ error: { code: 'action_not_available', reason: state } });
    },
  );

  test('what was fine when it came is checked again at its turn', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1'));
    bench.call('y', callTo('A', 'c2'));
    bench.call('y', callTo('A', 'c3'));
    bench.applications.set('A', application('A', 'paused'));
    bench.answer('A', 'c1');
    expect(bench.dispatched).toEqual(['c1']);
    for (const id of ['c2', 'c3']) expect(bench.settled(id)).toMatchObject({ error: { reason: 'paused' } });
  });
});
