import { describe, expect, test } from 'vitest';
import type { Fault } from './fault.ts';
import { History } from './history.ts';
import { SharedWorld, type StartedWorld } from './shared-world.ts';

const FAULT: Fault<StartedWorld> = { name: 'nothing', rows: '', begin: () => Promise.resolve() };
const plan = { fault: FAULT, phase: 'idle' } as const;
const never = () => new Promise<never>(() => {});

/** Worlds whose `prepare` does what is said, and how many were started and stopped. */
function worlds(prepare: () => Promise<void>) {
  const counts = { started: 0, stopped: 0 };
  const start = async (): Promise<StartedWorld> => {
    counts.started += 1;
    const history = new History();
    history.note({ type: 'opened', document: 'd', value: 0 });
    const world: Partial<StartedWorld> = {
      history,
      prepare,
      stop: async () => {
        counts.stopped += 1;
      },
    };
    return world as StartedWorld;
  };
  return { counts, shared: new SharedWorld({ start, cellMs: 10, convergeMs: 10 }) };
}

describe('a shared world', () => {
  test('in which a cell comes to no end is stopped and replaced; it says what had happened', async () => {
    const { counts, shared } = worlds(never);
    await expect(shared.run(plan)).rejects.toThrow(/^the cell took more than 0.01 s; what had happened:\n.*opened/);
    expect(counts).toEqual({ started: 1, stopped: 1 });
    await expect(shared.run(plan)).rejects.toThrow('the cell took');
    expect(counts).toEqual({ started: 2, stopped: 2 });
  });

  test('that breaks down again and again is not started any more: further cells fail at once', async () => {
    const { counts, shared } = worlds(() => Promise.reject(new Error('no page')));
    for (let cell = 0; cell < 3; cell++) await expect(shared.run(plan)).rejects.toThrow('no page');
    for (let cell = 0; cell < 5; cell++) await expect(shared.run(plan)).rejects.toThrow(/^the rig is broken.*no page/);
    expect(counts).toEqual({ started: 3, stopped: 3 });
    expect(shared.broken).toContain('no page');
  });

  test('that cannot be started counts as well', async () => {
    const start = () => Promise.reject(new Error('no browser'));
    const shared = new SharedWorld<StartedWorld>({ start, cellMs: 10, convergeMs: 10 });
    for (let cell = 0; cell < 3; cell++) await expect(shared.run(plan)).rejects.toThrow('no browser');
    await expect(shared.run(plan)).rejects.toThrow('the rig is broken');
    await shared.stop();
  });
});
