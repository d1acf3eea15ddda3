import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AT_REST, type Pace, type PaceEvent, stepPace } from '../../../native-host/src/mcp/notify-pace.ts';

const GAP = LIMITS.notifyEveryMs;

test('the first change is told at once, the next after the gap', () => {
  const first = stepPace(AT_REST, 'changed', 100);
  expect(first.flush).toBe(true);
  const drained = stepPace(first.pace, 'drained', 101);
  const second = stepPace(drained.pace, 'changed', 102);
  expect(second).toMatchObject({ flush: false, wait: GAP - 2 });
  expect(stepPace(second.pace, 'timer', 100 + GAP).flush).toBe(true);
});

test('a client that does not read is owed one flush, whatever happens meanwhile', () => {
  let pace = stepPace(AT_REST, 'changed', 0).pace;
  for (let now = 1; now < 100_000; now += 10) {
    const step = stepPace(pace, 'changed', now);
    expect(step.flush).toBe(false);
    pace = step.pace;
  }
  expect(stepPace(pace, 'drained', 100_000).flush).toBe(true);
});

test('before a response everything is told, however lately the last time was', () => {
  const { pace } = stepPace(stepPace(AT_REST, 'changed', 0).pace, 'changed', 1);
  expect(stepPace(pace, 'response', 1).flush).toBe(true);
  expect(stepPace(AT_REST, 'response', 1).flush).toBe(false);
});

test('the last change is always told, never sooner than the gap unless a response asks for it', () => {
  const event = fc.record({ event: fc.constantFrom<PaceEvent>('changed', 'response'), after: fc.nat(30) });
  fc.assert(
    fc.property(fc.array(event), (events) => {
      let pace: Pace = AT_REST;
      let now = 0;
      let timer: number | undefined;
      let flushedAt = Number.NEGATIVE_INFINITY;
      let owed = false;
      const step = (kind: PaceEvent) => {
        if (kind === 'changed') owed = true;
        const taken = stepPace(pace, kind, now);
        pace = taken.pace;
        if (taken.wait !== undefined) timer = now + taken.wait;
        if (!taken.flush) return;
        if (kind !== 'response') expect(now - flushedAt).toBeGreaterThanOrEqual(GAP);
        flushedAt = now;
        owed = false;
        step('drained');
      };
      const runTimers = (until: number) => {
        while (timer !== undefined && timer <= until) {
          now = timer;
          timer = undefined;
          step('timer');
        }
      };
      for (const { event: kind, after } of events) {
        const at = now + after;
        runTimers(at);
        now = at;
        step(kind);
      }
      runTimers(Number.MAX_SAFE_INTEGER);
      expect(owed).toBe(false);
    }),
  );
});
