import { type Cell, cellFigures } from './cell-figures.ts';
import type { Decision } from './decisions.ts';
import { PHASES } from './fault.ts';
import type { Target } from './targets.ts';

/** A measured figure of one of the guarantees. */
export interface Figure {
  readonly guarantee: string;
  readonly promise: string;
  readonly figure: string;
}

export interface ResultsPage {
  readonly date: string;
  readonly commit: string;
  readonly command: string;
  readonly machine: string;
  readonly browser: readonly Cell[];
  readonly process: readonly Cell[];
  readonly targets: readonly Target[];
  readonly figures: readonly Figure[];
  /** The whole fault table; what no cell strikes is listed with its test. */
  readonly decisions: readonly Decision[];
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const ruler = (columns: number): string => row(Array.from({ length: columns }, () => '---'));

/** Executed, not executed, unknown and lost calls, and the longest recovery, of each cell of a fault. */
function overviewRow(fault: string, cells: readonly Cell[]): string {
  const { rows = '' } = cells[0] ?? {};
  const shown = PHASES.map((phase) => {
    const cell = cells.find((each) => each.phase === phase);
    if (cell === undefined || cell.notApplicable !== undefined) return '–';
    const { executed, notExecuted, unknown, lost, recovery } = cellFigures(cell.runs);
    const calls = phase === 'idle' ? '' : `${executed}/${notExecuted}/${unknown}/${lost} · `;
    return `${calls}${recovery.max}`;
  });
  return row([fault, rows, ...shown]);
}

function overview(cells: readonly Cell[]): string[] {
  const faults = [...new Set(cells.map(({ fault }) => fault))];
  return [
    row(['fault', 'rows', ...PHASES]),
    ruler(PHASES.length + 2),
    ...faults.map((fault) =>
      overviewRow(
        fault,
        cells.filter((cell) => cell.fault === fault),
      ),
    ),
  ];
}

const COLUMNS = [
  'fault',
  'phase',
  'runs',
  'calls',
  'executed',
  'not_executed',
  'unknown',
  'lost',
  'double effects',
  'false claims',
  'other',
  'recovery median',
  'p95',
  'max',
];

function cellRow({ fault, phase, notApplicable, runs }: Cell): string {
  if (notApplicable !== undefined)
    return row([fault, phase, `does not apply: ${notApplicable}`, ...COLUMNS.slice(3).map(() => '')]);
  const figures = cellFigures(runs);
  const { median, p95, max } = figures.recovery;
  const { calls, executed, notExecuted, unknown, lost, doubleEffects, falseClaims, otherViolations } = figures;
  const counts = [calls, executed, notExecuted, unknown, lost, doubleEffects, falseClaims, otherViolations];
  return row([fault, phase, figures.runs, ...counts, median, p95, max]);
}

const details = (cells: readonly Cell[]): string[] => [row(COLUMNS), ruler(COLUMNS.length), ...cells.map(cellRow)];

/** What broke a rule, once for each wording; empty when nothing did. */
function violations(cells: readonly Cell[]): string[] {
  return cells.flatMap(({ fault, phase, runs }) =>
    runs.flatMap((run) => run.violations.map(({ rule, detail }) => `* ${fault} × ${phase}: \`${rule}\`: ${detail}`)),
  );
}

/** What happens on this system only elsewhere: the decision is tested, the fault itself is not run. */
const ELSEWHERE: Readonly<Record<string, string>> = { B42: 'not run here (Windows)' };

/** Rows of the fault table that no cell stands for. */
function rowsWithoutCells(decisions: readonly Decision[], cells: readonly Cell[]): string[] {
  const struck = new Set(cells.flatMap(({ rows }) => rows.split(', ')));
  return decisions
    .filter(({ row: name }) => !struck.has(name))
    .map(({ row: name, fault, decision, file }) =>
      row([name, fault, decision, [ELSEWHERE[name], `\`${file}\``].filter(Boolean).join('; ')]),
    );
}

/** How often each cell was run at least. */
const fewestRuns = (cells: readonly Cell[]): number =>
  Math.min(...cells.flatMap(({ notApplicable, runs }) => (notApplicable === undefined ? [runs.length] : [])));

const times = (cells: readonly Cell[]): string => {
  const fewest = fewestRuns(cells);
  return Number.isFinite(fewest) ? `ran each cell at least ${fewest} times` : 'did not run';
};

/** The published page: what was done, where, how often, and what came of it. */
export function renderResults(page: ResultsPage): string {
  const { date, commit, command, machine, browser, process, targets, figures, decisions } = page;
  const broken = violations([...browser, ...process]);
  return [
    '# Faults and what became of the calls',
    '',
    `Measured ${date} at commit ${commit} with \`${command}\` on ${machine}. Written by the command itself.`,
    '',
    'A cell is one fault striking one call that is just so far: *idle* no call, *queued* in the host behind another call,',
    '*sent* in the page and not started, *started* its handler runs, *committed* its effect is done and `commit()` was called,',
    '*answered* the page has given its answer. Every phase is reached by waiting for the page’s own word.',
    `The browser rig ${times(browser)}, the process rig ${times(process)}.`,
    'Each run is held against the [history checker](check-history.ts); the effect counted is what the page’s server saw.',
    'Recovery is in ms, from the end of the fault until all agents read the truth and a fresh call was executed.',
    '',
    '## Browser rig: real browser, extension, host and agents',
    '',
    'Each cell: executed/not_executed/unknown/lost calls · longest recovery. `–` does not apply, see below.',
    '',
    ...overview(browser),
    '',
    '## Process rig: real host and agents, scripted browser, faulty links',
    '',
    ...overview(process),
    '',
    '## Targets',
    '',
    row(['target', 'measured', '']),
    ruler(3),
    ...targets.map(({ target, measured, isMet }) => row([target, measured, isMet ? 'met' : '**not met**'])),
    '',
    '## Guarantees',
    '',
    row(['', 'promise', 'figure']),
    ruler(3),
    ...figures.map(({ guarantee, promise, figure }) => row([guarantee, promise, figure])),
    '',
    '## What broke a rule',
    '',
    ...(broken.length > 0 ? broken : ['Nothing.']),
    '',
    '## Rows of the fault table that no cell strikes',
    '',
    row(['row', 'fault', 'decision', 'tested by']),
    ruler(4),
    ...rowsWithoutCells(decisions, [...browser, ...process]),
    '',
    '## Every cell',
    '',
    '*lost*: the fault took the agent, so nobody was there to be told. *other*: what the history checker found besides.',
    '',
    ...details(browser),
    '',
    ...details(process),
    '',
  ].join('\n');
}
