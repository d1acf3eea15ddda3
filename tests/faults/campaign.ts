import type { Cell } from './cell-figures.ts';
import { applies, type CellPlan, cellName, cellsOf } from './cells.ts';
import type { Fault } from './fault.ts';
import { historyText } from './history.ts';
import type { CellRun } from './run-cell.ts';
import { SharedWorld, type StartedWorld } from './shared-world.ts';

/** Every agent must read the truth within this time after the last fault. */
const CONVERGE_MS = 2_000;
const CELL_MS = 60_000;

export interface CampaignOptions<W extends StartedWorld> {
  readonly start: () => Promise<W>;
  readonly faults: readonly Fault<W>[];
  readonly runs: number;
  /** How many worlds share the work. They disturb each other's measures as soon as the processors are busy. */
  readonly worlds: number;
  readonly wanted: (name: string) => boolean;
  /** Nothing new is begun once it is true; what has been measured by then is the result. */
  readonly isOver: () => boolean;
  readonly print: (line: string) => void;
}

/** The runs, round by round, so that slow changes of the machine hit all cells alike. */
function* rounds<W extends StartedWorld>(options: CampaignOptions<W>, plans: readonly CellPlan<W>[]) {
  const { runs, isOver, print } = options;
  for (let round = 1; round <= runs; round++) {
    const began = performance.now();
    for (const plan of plans) {
      if (isOver()) return;
      yield plan;
    }
    print(`round ${round} of ${runs}: ${Math.round((performance.now() - began) / 1_000)} s`);
  }
}

/** A run that came to no end counts, as the violation that it is, with the longest that a run may take. */
const withoutEnd = (error: unknown): CellRun => ({
  outcomes: [],
  violations: [{ rule: 'no_end', detail: String(error) }],
  recoveryMs: CELL_MS,
  events: [],
});

/** Runs every wanted cell as often as asked. A rig that is broken for good ends its share of the work, and says so. */
export async function runCampaign<W extends StartedWorld>(options: CampaignOptions<W>): Promise<Cell[]> {
  const { start, faults, worlds, wanted, print } = options;
  const plans = cellsOf(faults).filter((plan) => wanted(cellName(plan)));
  const collected = new Map<CellPlan<W>, CellRun[]>(plans.map((plan) => [plan, []]));
  const queue = rounds(options, plans.filter(applies));
  const work = async () => {
    const shared = new SharedWorld({ start, cellMs: CELL_MS, convergeMs: CONVERGE_MS });
    try {
      // No for-of: the first world to leave it would end the queue for all.
      for (let next = queue.next(); !next.done; next = queue.next()) {
        const plan = next.value;
        const run = await shared.run(plan).catch(withoutEnd);
        if (shared.broken !== undefined) return print(shared.broken);
        // Whoever interrupts from a terminal interrupts the processes of the cell as well.
        if (options.isOver()) return;
        collected.get(plan)?.push(run);
        for (const { rule, detail } of run.violations) print(`${cellName(plan)}: ${rule}: ${detail}`);
        if (run.violations.length > 0) print(historyText(run.events));
      }
    } finally {
      await shared.stop();
    }
  };
  await Promise.all(Array.from({ length: plans.length === 0 ? 0 : worlds }, work));
  return plans.map((plan) => {
    const { fault, phase } = plan;
    const notApplicable = fault.notIn?.[phase];
    const cell = { fault: fault.name, rows: fault.rows, phase, runs: collected.get(plan) ?? [] };
    return notApplicable === undefined ? cell : { ...cell, notApplicable };
  });
}
