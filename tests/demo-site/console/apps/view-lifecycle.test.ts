import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Delivery,
  type LifecycleEffect,
  type LifecycleEvent,
  UNBORN,
  viewLifecycle,
} from '../../../../demo-site/console/apps/view-lifecycle.ts';

const input: Delivery = { kind: 'input', args: {} };
const partial: Delivery = { kind: 'partial', args: { a: 1 } };
const result: Delivery = { kind: 'result', result: { content: [] } };
const cancelled: Delivery = { kind: 'cancelled', reason: 'why' };
const give = (delivery: Delivery): LifecycleEvent => ({ type: 'deliver', delivery });

const words = (effects: readonly LifecycleEffect[]) =>
  effects.map((effect) => (effect.type === 'send' ? effect.delivery.kind : effect.type));

/** The effects of each event, in order. */
function play(...events: LifecycleEvent[]): string[][] {
  let state = UNBORN;
  return events.map((event) => {
    const step = viewLifecycle(state, event);
    state = step.state;
    return words(step.effects);
  });
}

describe('the life of a view', () => {
  test('what its call brings waits until it has initialized, and comes in order', () => {
    expect(play(give(partial), give(input), give(result), { type: 'proxy-ready' }, { type: 'initialized' })).toEqual([
      [],
      [],
      [],
      ['load-document'],
      ['went-live', 'input', 'result'],
    ]);
  });

  test('while it lives, everything is told at once', () => {
    expect(
      play({ type: 'proxy-ready' }, { type: 'initialized' }, give(partial), give(input), give(cancelled)).slice(2),
    ).toEqual([['partial'], ['input'], ['cancelled']]);
  });

  test('the input comes once and before the result, partial input only before it', () => {
    const live: LifecycleEvent[] = [{ type: 'proxy-ready' }, { type: 'initialized' }];
    expect(
      play(...live, give(result), give(input), give(input), give(partial), give(result), give(result)).slice(2),
    ).toEqual([[], ['input'], [], [], ['result'], []]);
  });

  test('one that initializes again is told again', () => {
    const again: LifecycleEvent[] = [{ type: 'initialize' }, { type: 'initialized' }];
    expect(play(give(input), { type: 'proxy-ready' }, ...again, give(result), ...again).slice(-2)).toEqual([
      [],
      ['went-live', 'input', 'result'],
    ]);
  });

  test('one that says again that it is initialized is told nothing twice', () => {
    expect(play(give(input), { type: 'proxy-ready' }, { type: 'initialized' }, { type: 'initialized' }).at(-1)).toEqual(
      [],
    );
  });

  test('one that lives is asked before it is taken down, once', () => {
    expect(
      play(
        { type: 'proxy-ready' },
        { type: 'initialized' },
        { type: 'end' },
        { type: 'end' },
        { type: 'torn-down' },
      ).slice(2),
    ).toEqual([['ask-teardown'], [], ['unmount']]);
  });

  test('one that has not come to life is taken down at once', () => {
    expect(play({ type: 'end' }, { type: 'torn-down' }, { type: 'proxy-ready' })).toEqual([['unmount'], [], []]);
  });
});

test('in whatever order things happen, nothing is sent before `initialized` or after the end', () => {
  const event = fc.constantFrom<LifecycleEvent>(
    { type: 'proxy-ready' },
    { type: 'initialize' },
    { type: 'initialized' },
    { type: 'end' },
    { type: 'torn-down' },
    give(partial),
    give(input),
    give(result),
    give(cancelled),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      const told = play(...events).flat();
      const sends = ['partial', 'input', 'result', 'cancelled'];
      const first = told.findIndex((word) => sends.includes(word));
      if (first >= 0) expect(told.slice(0, first)).toContain('went-live');
      const last = told.findIndex((word) => word === 'ask-teardown' || word === 'unmount');
      if (last >= 0) expect(told.slice(last).filter((word) => sends.includes(word))).toEqual([]);
      expect(told.filter((word) => word === 'unmount').length).toBeLessThanOrEqual(1);
    }),
  );
});
