import type { Phase } from './fault.ts';
import type { CellRun } from './run-cell.ts';

/** All runs of one cell. */
export interface Cell {
  readonly fault: string;
  readonly rows: string;
  readonly phase: Phase;
  /** Why there is nothing to strike in this phase. */
  readonly notApplicable?: string;
  readonly runs: readonly CellRun[];
}

export interface CellFigures {
  readonly runs: number;
  /** Calls that the fault struck. */
  readonly calls: number;
  readonly executed: number;
  readonly notExecuted: number;
  readonly unknown: number;
  /** Nobody was left to be told, because the fault took the agent itself. */
  readonly lost: number;
  readonly doubleEffects: number;
  readonly falseClaims: number;
  /** What else the history checker found, convergence after more than its limit among it. */
  readonly otherViolations: number;
  readonly recovery: { readonly median: number; readonly p95: number; readonly max: number };
}

/** The value below which this share of the values lies (nearest rank); 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
}

/** Adds up what the runs of a cell showed. Times are in ms. */
export function cellFigures(runs: readonly CellRun[]): CellFigures {
  const outcomes = runs.flatMap((run) => run.outcomes);
  const count = (outcome: string) => outcomes.filter((each) => each === outcome).length;
  const rules = runs.flatMap(({ violations }) => violations.map(({ rule }) => rule));
  const broken = (rule: string) => rules.filter((each) => each === rule).length;
  const recoveries = runs.map(({ recoveryMs }) => Math.round(recoveryMs));
  const doubleEffects = broken('double_effect');
  const falseClaims = broken('false_claim');
  return {
    runs: runs.length,
    calls: outcomes.length,
    executed: count('executed'),
    notExecuted: count('not_executed'),
    unknown: count('unknown'),
    lost: count('lost'),
    doubleEffects,
    falseClaims,
    otherViolations: rules.length - doubleEffects - falseClaims,
    recovery: {
      median: percentile(recoveries, 0.5),
      p95: percentile(recoveries, 0.95),
      max: Math.max(0, ...recoveries),
    },
  };
}
