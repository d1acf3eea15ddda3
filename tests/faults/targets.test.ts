import { expect, test } from 'vitest';
import type { Cell } from './cell-figures.ts';
import type { Phase } from './fault.ts';
import type { Timed } from './history.ts';
import { targets } from './targets.ts';

const unknownEnd = (call: string): Timed => ({ type: 'return', agent: 'a', call, outcome: 'unknown', at: 0 });

/** A cell with one run, in which the calls ended like this. */
const cell = (fault: string, phase: Phase, outcome: string, recoveryMs = 10, ...unknown: string[]): Cell => ({
  fault,
  rows: '',
  phase,
  runs: [{ outcomes: [outcome], recoveryMs, violations: [], events: unknown.map(unknownEnd) }],
});

const kills = { kills: 5, calls: 10, unknown: 0, violations: [], orphans: 0, leakedFiles: 0, slowestExitMs: 1 };
const repeats = { calls: 0, doubledWithVersion: 0, doubledWithout: 0 };
const met = (browser: Cell[], process: Cell[] = [], orphans = 0): boolean[] =>
  targets({ browser, process, kills: { ...kills, orphans }, repeats }).map(({ isMet }) => isMet);

test.each<[string, Cell[], Cell[], number, boolean[]]>([
  ['nothing went wrong', [cell('worker stopped', 'started', 'unknown')], [], 0, [true, true, true, true]],
  ['two seconds are too long', [cell('worker stopped', 'idle', 'executed', 2_000)], [], 0, [false, true, true, true]],
  ['unknown before its start', [cell('worker stopped', 'sent', 'unknown')], [], 0, [true, false, true, true]],
  ['one running call', [cell('native host killed', 'started', 'unknown', 1, 'x')], [], 0, [true, true, true, true]],
  ['and a queued one', [], [cell('host killed', 'queued', 'unknown', 1, 'x', 'y')], 0, [true, true, false, true]],
  ['an orphan', [], [], 1, [true, true, true, false]],
])('targets met: %s', (_, browser, process, orphans, expected) => {
  expect(met(browser, process, orphans)).toEqual(expected);
});
