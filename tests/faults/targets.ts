import { type Cell, cellFigures } from './cell-figures.ts';
import type { Phase } from './fault.ts';
import type { Measured } from './guarantees.ts';

/** What was to be reached, what was, and whether that is it. */
export interface Target {
  readonly target: string;
  readonly measured: string;
  readonly isMet: boolean;
}

const RECOVERY_MS = 2_000;
const BEFORE_START: readonly Phase[] = ['queued', 'sent'];

const figuresOf = (cells: readonly Cell[], fault: string, phases?: readonly Phase[]) =>
  cellFigures(
    cells
      .filter((cell) => cell.fault === fault && (phases === undefined || phases.includes(cell.phase)))
      .flatMap(({ runs }) => runs),
  );

/** The most calls of one run, in one document, of which nobody knows what became of them. */
function mostUnknown(cells: readonly Cell[], fault: string): number {
  const runs = cells.filter((cell) => cell.fault === fault).flatMap((cell) => cell.runs);
  const unknown = runs.map(
    ({ events }) => events.filter((event) => event.type === 'return' && event.outcome === 'unknown').length,
  );
  return Math.max(0, ...unknown);
}

/** The targets of the fault rigs; those of the soak are on its own page. */
export function targets({ browser, process, kills }: Measured): Target[] {
  const { recovery } = figuresOf(browser, 'worker stopped');
  const { calls, unknown } = figuresOf(browser, 'worker stopped', BEFORE_START);
  const most = Math.max(mostUnknown(browser, 'native host killed'), mostUnknown(process, 'host killed'));
  return [
    {
      target: `worker stopped: recovery below ${RECOVERY_MS} ms`,
      measured: `median ${recovery.median}, p95 ${recovery.p95}, max ${recovery.max} ms`,
      isMet: recovery.max < RECOVERY_MS,
    },
    {
      target: 'worker stopped: no call that had not started is unknown',
      measured: `${unknown} of ${calls}`,
      isMet: unknown === 0,
    },
    {
      target: 'host killed: at most the one running call of a document is unknown',
      measured: `at most ${most} in one run`,
      isMet: most <= 1,
    },
    {
      target: 'no process is left after random kills',
      measured: `${kills.orphans} after ${kills.kills}`,
      isMet: kills.orphans === 0,
    },
  ];
}
