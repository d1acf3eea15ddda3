import { describe, expect, test } from 'vitest';
import { type Cell, cellFigures, percentile } from './cell-figures.ts';
import { renderResults } from './results-page.ts';
import type { CellRun } from './run-cell.ts';

const run = (outcomes: string[], recoveryMs: number, violations: CellRun['violations'] = []): CellRun => ({
  outcomes,
  recoveryMs,
  violations,
  events: [],
});

describe('the figures of a cell', () => {
  test('count calls by outcome and violations by kind', () => {
    const figures = cellFigures([
      run(['executed'], 10),
      run(['unknown'], 30, [{ rule: 'double_effect', detail: 'x' }]),
      run(['not_executed'], 20, [
        { rule: 'false_claim', detail: 'y' },
        { rule: 'convergence', detail: 'z' },
      ]),
      run(['lost'], 40),
    ]);
    expect(figures).toEqual({
      runs: 4,
      calls: 4,
      executed: 1,
      notExecuted: 1,
      unknown: 1,
      lost: 1,
      doubleEffects: 1,
      falseClaims: 1,
      otherViolations: 1,
      recovery: { median: 20, p95: 40, max: 40 },
    });
  });

  test.each([
    [[], 0.5, 0],
    [[7], 0.95, 7],
    [[3, 1, 2], 0.5, 2],
    [[1, 2, 3, 4], 0.5, 2],
    [Array.from({ length: 100 }, (_, index) => index + 1), 0.95, 95],
  ])('percentile of %j at %d is %d', (values, share, expected) => {
    expect(percentile(values, share)).toBe(expected);
  });
});

test('the page names what was done, shows each cell, why one does not apply, and what broke', () => {
  const cells: Cell[] = [
    { fault: 'worker stopped', rows: 'B1', phase: 'started', runs: [run(['executed'], 12)] },
    { fault: 'worker stopped', rows: 'B1', phase: 'idle', notApplicable: 'because', runs: [] },
  ];
  const broken: Cell = {
    fault: 'host killed',
    rows: 'B3',
    phase: 'queued',
    runs: [run(['executed'], 5, [{ rule: 'false_claim', detail: 'call a' }])],
  };
  const page = {
    date: '2026-11-30',
    commit: 'abc1234',
    command: 'npm run test:faults -- --runs 1',
    machine: '2 cores',
    browser: cells,
    process: [broken],
    targets: [
      { target: 'fast', measured: '1 ms', isMet: true },
      { target: 'never lost', measured: '1', isMet: false },
    ],
    figures: [{ guarantee: 'C1', promise: 'Serialised dispatch', figure: '0 violations' }],
    decisions: [
      { row: 'B3', fault: 'host killed', decision: 'x', file: 'host.test.ts', test: 'y' },
      { row: 'B33', fault: 'owners', decision: 'refused', file: 'model.test.ts', test: 'owner elsewhere' },
      { row: 'B42', fault: 'batch file', decision: 'quoted', file: 'launcher.test.ts', test: 'z' },
    ],
  };
  const text = renderResults(page);
  expect(text).toContain('2026-11-30 at commit abc1234 with `npm run test:faults -- --runs 1` on 2 cores');
  expect(text).toContain('| worker stopped | B1 | – | – | – | 1/0/0/0 · 12 | – | – |');
  expect(text).toContain('| worker stopped | idle | does not apply: because |');
  expect(text).toContain('| host killed | queued | 1 | 1 | 1 | 0 | 0 | 0 | 0 | 1 | 0 | 5 | 5 | 5 |');
  expect(text).toContain('* host killed × queued: `false_claim`: call a');
  expect(text).toContain('| fast | 1 ms | met |');
  expect(text).toContain('| never lost | 1 | **not met** |');
  expect(text).toContain('The browser rig ran each cell at least 1 times');
  expect(text).toContain('| B33 | owners | refused | `model.test.ts` |');
  expect(text).toContain('| B42 | batch file | quoted | not run here (Windows); `launcher.test.ts` |');
  expect(text).not.toContain('| B3 | host killed | x |');
  const without = renderResults({ ...page, process: [] });
  expect(without).toContain('Nothing.');
  expect(without).toContain('the process rig did not run');
});
