import * as fc from 'fast-check';
import { Schedule, TEMPERS, type Temper } from './schedule.ts';
import type { Seams } from './seams.ts';

export interface Exploration {
  readonly runs: number;
  readonly agents: readonly number[];
  readonly seed?: number;
  readonly tempers?: readonly Temper[];
  /** Steps of a schedule. */
  readonly steps?: { readonly least: number; readonly most: number };
  /** The first failure is not made shorter. */
  readonly asFound?: boolean;
  /** Made anew for each world. */
  readonly seams?: () => Seams;
}

export interface Explored {
  readonly schedules: number;
  readonly steps: number;
  readonly faults: number;
  /** Calls by outcome. */
  readonly outcomes: { readonly [outcome: string]: number };
  /** What went wrong, with what happened before, as short as it could be made, and how to see it again. */
  readonly failure: string | undefined;
}

const ALL = Object.keys(TEMPERS) as Temper[];
const LARGEST = 1_000_000_000;

/** Pages write what their actions throw to their console; here they do so on purpose, and often. */
async function quietly<T>(work: () => Promise<T>): Promise<T> {
  const { error } = console;
  console.error = () => undefined;
  try {
    return await work();
  } finally {
    console.error = error;
  }
}

/** Plays schedules until one goes wrong. */
export async function explore(exploration: Exploration): Promise<Explored> {
  const { runs, agents, seed, asFound = false, tempers = ALL, steps = { least: 10, most: 60 }, seams } = exploration;
  let [schedules, played, faults] = [0, 0, 0];
  const outcomes: { [outcome: string]: number } = {};
  let last: Schedule | undefined;
  const property = fc.asyncProperty(
    fc.array(fc.nat(LARGEST), { minLength: steps.least, maxLength: steps.most, size: 'max' }),
    fc.constantFrom(...agents),
    fc.constantFrom(...tempers),
    async (numbers, count, temper) => {
      const schedule = new Schedule(count, temper, seams?.());
      const violation = await schedule.play(numbers);
      schedules += 1;
      played += schedule.steps;
      faults += schedule.faults;
      for (const outcome of schedule.world.record.outcomes.values()) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      if (violation === undefined) return;
      last = schedule;
      throw new Error(violation);
    },
  );
  const result = await quietly(() =>
    fc.check(property, { numRuns: runs, endOnFailure: asFound, ...(seed !== undefined && { seed }) }),
  );
  const failure = result.failed
    ? [
        String(result.errorInstance),
        `seed ${result.seed}, path ${result.counterexamplePath}: ${JSON.stringify(result.counterexample)}`,
        ...(last?.trace ?? []),
      ].join('\n')
    : undefined;
  return { schedules, steps: played, faults, outcomes, failure };
}
