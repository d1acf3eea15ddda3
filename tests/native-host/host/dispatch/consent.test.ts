import { type ConsentVerdict, LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { application, callTo, DispatchBench, done } from './dispatch-bench.ts';

const erase = (callId: string, appId = 'A') => callTo(appId, callId, { action: 'erase' });
const over = (bench: DispatchBench) => bench.sent('call_over').map(({ callId, reason }) => [callId, reason]);

describe('an action that asks the person', () => {
  test('is not queued before it is allowed, and runs once it is', () => {
    const bench = new DispatchBench('A');
    bench.call('x', erase('c1'));
    expect(bench.sent('consent').map(({ call }) => call.callId)).toEqual(['c1']);
    bench.decideConsent('c1', 'asking');
    expect(bench.toldAbout('c1')).toEqual(['awaiting_consent']);
    expect(bench.dispatched).toEqual([]);
    bench.decideConsent('c1', 'allowed');
    bench.answer('A', 'c1');
    expect(bench.toldAbout('c1')).toEqual(['awaiting_consent', 'queued', 'dispatched', 'settled']);
    expect(bench.settled('c1')).toEqual(done());
    expect([...bench.timers.keys()]).toEqual([]);
    expect(over(bench)).toEqual([]);
  });

  test('holds no lane: other calls, to the same document too, go on meanwhile', () => {
    const bench = new DispatchBench('A', 'B');
    bench.call('x', erase('c1'));
    bench.call('x', callTo('A', 'c2'));
    bench.answer('A', 'c2');
    bench.call('y', callTo('B', 'c3'));
    expect(bench.dispatched).toEqual(['c2', 'c3']);
  });

  test.each<[ConsentVerdict, string]>([
    ['denied', 'consent_denied'],
    ['unanswered', 'consent_required'],
  ])('that is %s did not happen', (verdict, reason) => {
    const bench = new DispatchBench('A');
    bench.call('x', erase('c1'));
    bench.decideConsent('c1', verdict);
    const error = { code: 'action_not_available', outcome: 'not_executed', reason };
    expect(bench.settled('c1')).toMatchObject({ ok: false, error });
    expect(bench.dispatched).toEqual([]);
    bench.decideConsent('c1', 'allowed');
    expect(bench.dispatched).toEqual([]);
  });

  test('waits within the agent’s budget, then is over for worker and agent', () => {
    const bench = new DispatchBench('A');
    bench.call('x', erase('c1'), 20_000);
    bench.advance(20_000 - LIMITS.abortGraceMs - 1);
    expect(bench.settled('c1')).toBeUndefined();
    bench.advance(1);
    expect(bench.settled('c1')).toMatchObject({ error: { outcome: 'not_executed', reason: 'consent_required' } });
    expect(over(bench)).toEqual([['c1', 'consent_required']]);
  });

  test('is checked before the person is troubled', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'stale', { action: 'erase', expectedVersion: 9 }));
    bench.applications.set('A', application('A', 'paused'));
    bench.call('x', erase('paused'));
    expect(bench.sent('consent')).toEqual([]);
    expect(bench.settled('stale')).toMatchObject({ error: { code: 'stale_state' } });
    expect(bench.settled('paused')).toMatchObject({ error: { reason: 'paused' } });
  });

  test('is checked again at its turn, and the worker hears that it came to nothing', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1', { action: 'erase', expectedVersion: 1 }));
    const { condition, declared } = application('A');
    const windows = declared.windows.map((window) => ({ ...window, version: 2 }));
    bench.applications.set('A', { condition, declared: { ...declared, windows } });
    bench.decideConsent('c1', 'allowed');
    expect(bench.settled('c1')).toMatchObject({ error: { code: 'stale_state', currentVersion: 2 } });
    expect(over(bench)).toEqual([['c1', undefined]]);
  });

  test('that began to ask while it was waiting asks at its turn', () => {
    const bench = new DispatchBench('A');
    bench.call('x', callTo('A', 'c1'));
    bench.call('x', callTo('A', 'c2'));
    const { condition, declared } = application('A');
    const windows = declared.windows.map((window) => ({
      ...window,
      actions: window.actions.map((action) => ({ ...action, asks: true as const })),
    }));
    bench.applications.set('A', { condition, declared: { ...declared, windows } });
    bench.answer('A', 'c1');
    expect(bench.dispatched).toEqual(['c1']);
    expect(bench.sent('consent').map(({ call }) => call.callId)).toEqual(['c2']);
    bench.decideConsent('c2', 'allowed');
    expect(bench.dispatched).toEqual(['c1', 'c2']);
  });

  test('is asked about once, however often the call arrives', () => {
    const bench = new DispatchBench('A');
    bench.call('x', erase('c1'));
    bench.call('x', erase('c1'));
    expect(bench.sent('consent')).toHaveLength(1);
  });

  test('counts among the calls of its agent that wait', () => {
    const bench = new DispatchBench('A');
    for (let i = 0; i <= LIMITS.queuedPerAgent; i++) bench.call('x', erase(`c${i}`));
    expect(bench.settled('c15')).toBeUndefined();
    expect(bench.settled('c16')).toMatchObject({ error: { reason: 'queue_full' } });
  });

  test.each<[string, (bench: DispatchBench) => void, object | undefined, string]>([
    [
      'cancelled',
      (bench) => bench.do({ type: 'cancel', agentId: 'x', callId: 'c1' }),
      { reason: 'cancelled' },
      'cancelled',
    ],
    ['of an agent that left', (bench) => bench.do({ type: 'agentGone', agentId: 'x' }), undefined, 'cancelled'],
    [
      'whose page went away',
      (bench) => bench.detach('A'),
      { code: 'window_not_found', reason: 'document_gone' },
      'document_gone',
    ],
  ])('%s: the question is taken back, and nothing happened', (_, happen, error, reason) => {
    const bench = new DispatchBench('A');
    bench.call('x', erase('c1'));
    happen(bench);
    expect(over(bench)).toEqual([['c1', reason]]);
    if (error === undefined) expect(bench.settled('c1')).toBeUndefined();
    else expect(bench.settled('c1')).toMatchObject({ ok: false, error: { ...error, outcome: 'not_executed' } });
    expect([...bench.timers.keys()]).toEqual([]);
  });

  test('is refused with the worker’s own words when it could not be made anyway', () => {
    const bench = new DispatchBench('A', 'B');
    bench.call('x', erase('c1'));
    const refusal = { code: 'stale_state', outcome: 'not_executed', message: 'changed', currentVersion: 4 } as const;
    bench.answer('B', 'c1', { ok: false, error: refusal });
    expect(bench.settled('c1')).toBeUndefined();
    bench.answer('A', 'c1', { ok: false, error: refusal });
    expect(bench.settled('c1')).toEqual({ ok: false, error: refusal });
  });
});

describe('what an agent may see', () => {
  test('decides at the door and again at its turn; what it may not see is not there', () => {
    const bench = new DispatchBench('A', 'B');
    let hidden = ['B'];
    bench.seenBy = () => new Map([...bench.applications].filter(([id]) => !hidden.includes(id)));
    bench.call('x', callTo('B', 'b1'));
    expect(bench.settled('b1')).toMatchObject({ error: { code: 'window_not_found', outcome: 'not_executed' } });
    bench.call('x', callTo('A', 'a1'));
    bench.call('x', callTo('A', 'a2'));
    hidden = ['A', 'B'];
    bench.answer('A', 'a1');
    expect(bench.settled('a1')).toEqual(done());
    expect(bench.settled('a2')).toMatchObject({ error: { code: 'window_not_found', outcome: 'not_executed' } });
    expect(bench.dispatched).toEqual(['a1']);
  });
});
