import { afterAll, describe, expect, test } from 'vitest';
import { applies, cellName, cellsOf } from './cells.ts';
import type { Fault } from './fault.ts';
import { historyText } from './history.ts';
import { SharedWorld, type StartedWorld } from './shared-world.ts';

/** Speed is measured by `npm run test:faults`; in a test, beside others that start 32 processes, all only must come to rest. */
const CONVERGE_MS = 30_000;
/** Usual are one to three seconds. */
const CELL_MS = 60_000;

/** A test for each cell: strikes once and holds what was told against what happened. All share one world. */
export function strikeEach<W extends StartedWorld>(
  name: string,
  start: () => Promise<W>,
  faults: readonly Fault<W>[],
): void {
  describe(name, () => {
    const shared = new SharedWorld({ start, cellMs: CELL_MS, convergeMs: CONVERGE_MS });
    afterAll(() => shared.stop());

    const cells = cellsOf(faults).filter(applies);
    test.each(cells.map((cell) => [cellName(cell), cell] as const))('%s', async (_, cell) => {
      const { violations, outcomes, events } = await shared.run(cell);
      expect(violations, historyText(events)).toEqual([]);
      expect(outcomes).toHaveLength(cell.phase === 'idle' ? 0 : 1);
    });
  });
}
