import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BROWSER_FAULTS } from './browser-rig/browser-faults.ts';
import { applies, cellName, cellsOf } from './cells.ts';
import { PHASES } from './fault.ts';
import { PROCESS_FAULTS } from './process-rig/process-faults.ts';

test.each([
  ['browser', BROWSER_FAULTS],
  ['process', PROCESS_FAULTS],
])('the %s rig: at least twenty faults in six phases, each cell once, each left out with a reason', (_, faults) => {
  expect(faults.length).toBeGreaterThanOrEqual(20);
  const cells = cellsOf<never>(faults);
  const names = cells.map(cellName);
  expect(new Set(names).size).toBe(faults.length * PHASES.length);
  for (const cell of cells) expect(applies(cell) || cell.fault.notIn?.[cell.phase]).toBeTruthy();
});

test('the same fault does not strike twice in a row', () => {
  const cells = cellsOf(BROWSER_FAULTS);
  expect(cells.every(({ fault }, index) => fault !== cells[index + 1]?.fault)).toBe(true);
});

test('the README counts them as they are', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').replaceAll('\n', ' ');
  const cells = [...cellsOf<never>(BROWSER_FAULTS), ...cellsOf<never>(PROCESS_FAULTS)].filter(applies);
  const [browser, process] = [BROWSER_FAULTS.length, PROCESS_FAULTS.length];
  expect(readme).toContain(`[${browser + process} faults](tests/faults/RESULTS.md)`);
  expect(readme).toContain(
    `${browser} in a real browser, ${process} with real processes and a scripted one, ${cells.length} cells in all`,
  );
});
