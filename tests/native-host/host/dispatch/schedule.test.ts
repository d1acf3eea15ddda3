import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dispatch } from '../../../../native-host/src/host/dispatch/dispatch.ts';
import { callTo, DispatchBench } from './dispatch-bench.ts';
import { ScheduleWorld } from './schedule-world.ts';

const schedules = fc.array(fc.nat(2_000_000), { minLength: 10, maxLength: 150 });

const run = (decide: typeof dispatch) => (schedule: number[]) => {
  const world = new ScheduleWorld(decide);
  for (const n of schedule) world.step(n);
  world.settleEverything();
};

test('whatever happens: one effect and one true answer per call, one operation at a time, nothing left over', () =>
  fc.assert(fc.property(schedules, run(dispatch)), { numRuns: 3_000 }));

/** Each is a mistake that somebody could make; the property above has to notice it. */
const mistakes: Record<string, typeof dispatch> = {
  'a call is sent again when its document attaches again': (before, event, applications) => {
    const decided = dispatch(before, event, applications);
    if (event.type !== 'attached') return decided;
    const running = [...before.running.values()].find(({ appId }) => appId === event.appId);
    if (running === undefined) return decided;
    const call = callTo(event.appId, running.callId);
    return { ...decided, effects: [...decided.effects, { kind: 'browser', message: { type: 'call', call } }] };
  },
  'the lane is not held': (before, event, applications) => {
    const { state, effects } = dispatch(before, event, applications);
    const running = new Map([...state.running].map(([id, call]) => [id, { ...call, holdsLane: false }]));
    return { state: { ...state, running }, effects };
  },
  'the person is not asked': (before, event, applications) => {
    const less = [...applications].map(([id, { condition, declared }]) => {
      const windows = declared.windows.map((window) => ({
        ...window,
        actions: window.actions.map(({ asks: _, ...action }) => action),
      }));
      return [id, { condition, declared: { ...declared, windows } }] as const;
    });
    return dispatch(before, event, new Map(less));
  },
  'a question is not taken back': (before, event, applications) => {
    const { state, effects } = dispatch(before, event, applications);
    const isKept = (effect: (typeof effects)[number]) =>
      effect.kind !== 'browser' || effect.message.type !== 'call_over';
    return { state, effects: effects.filter(isKept) };
  },
  'a late answer is told too': (before, event, applications) => {
    const decided = dispatch(before, event, applications);
    if (event.type !== 'answer' || !before.running.get(event.callId)?.late) return decided;
    const message = { type: 'settled', callId: event.callId, answer: event.answer } as const;
    const agents = ['x', 'y', 'z'].map((agentId) => ({ kind: 'agent', agentId, message }) as const);
    return { ...decided, effects: [...decided.effects, ...agents] };
  },
  'a lost answer means that nothing happened': (before, event, applications) => {
    const { state, effects } = dispatch(before, event, applications);
    const lie = (effect: (typeof effects)[number]): typeof effect => {
      if (effect.kind !== 'agent' || effect.message.type !== 'settled' || effect.message.answer.ok) return effect;
      const error = { ...effect.message.answer.error, outcome: 'not_executed' as const };
      return { ...effect, message: { ...effect.message, answer: { ok: false, error } } };
    };
    return { state, effects: effects.map(lie) };
  },
  'calls of an agent that left stay in the queue': (before, event, applications) => {
    const decided = dispatch(before, event, applications);
    const kept = event.type === 'agentGone' ? before.queues.get(event.agentId) : undefined;
    if (event.type !== 'agentGone' || kept === undefined) return decided;
    return { ...decided, state: { ...decided.state, queues: new Map(before.queues) } };
  },
};

test.each(Object.entries(mistakes))('the property notices when %s', (_what, decide) => {
  expect(fc.check(fc.property(schedules, run(decide)), { numRuns: 2_000 }).failed).toBe(true);
});

test('an agent with one waiting call is served after one call of each other agent at most', () =>
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 16 }), { minLength: 2, maxLength: 6 }), (counts) => {
      const bench = new DispatchBench('A');
      bench.call('first', callTo('A', 'first'));
      counts.forEach((count, agent) => {
        for (let i = 0; i < count; i++) bench.call(`${agent}`, callTo('A', `${agent}.${i}`));
      });
      const left = new Map(counts.map((count, agent) => [`${agent}`, count]));
      bench.answer('A', 'first');
      let turns: string[] = [];
      for (let i = 1; i < bench.dispatched.length; i++) {
        const callId = bench.dispatched[i] ?? '';
        const [agent = ''] = callId.split('.');
        const passedOver = [...left].filter(([other, count]) => count > 0 && !turns.includes(other));
        if (turns.includes(agent)) {
          expect(passedOver).toEqual([]);
          turns = [];
        }
        turns.push(agent);
        left.set(agent, (left.get(agent) ?? 0) - 1);
        bench.answer('A', callId);
      }
      expect([...left.values()].every((count) => count === 0)).toBe(true);
    }),
  ));
