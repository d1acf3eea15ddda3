import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { ensureBuilt } from '../../demo-site/runner/build.ts';
import { inWorkspace } from '../../demo-site/runner/workspace.ts';
import { type CampaignArguments, readArguments } from './campaign-arguments.ts';
import { circumstances } from './circumstances.ts';
import { readDecisions } from './decisions.ts';
import { guaranteeFigures } from './guarantees.ts';
import { measureAll } from './measure-all.ts';
import { renderResults } from './results-page.ts';
import { targets } from './targets.ts';

/** Measures, writes the page, and returns the exit code. */
async function measure({ cell, minutes, kills, ...options }: CampaignArguments): Promise<number> {
  await ensureBuilt({ print: console.log });
  const where = await circumstances();
  // When the time is over, or somebody interrupts, what has been measured is written.
  const until = performance.now() + minutes * 60_000;
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => (isInterrupted = true));
  const isOver = () => isInterrupted || performance.now() > until;
  const measured = await measureAll({
    ...options,
    wanted: (name) => cell === undefined || name.includes(cell),
    kills: cell === undefined ? kills : 0,
    isOver,
    print: console.log,
  });
  const isEarly = isOver();
  const page = renderResults({
    ...where,
    command: `npm run test:faults -- ${process.argv.slice(2).join(' ')}`.replace(/ -- $/, ''),
    ...measured,
    targets: targets(measured),
    figures: guaranteeFigures(measured),
    decisions: readDecisions(),
  });
  // A part of the table is for whoever asked for it; the published page is whole.
  const out = options.out ?? (cell === undefined ? inWorkspace('tests/faults/RESULTS.md') : undefined);
  if (out === undefined) console.log(page);
  else await writeFile(out, page);
  const runs = [...measured.browser, ...measured.process].flatMap((each) => each.runs);
  const violations = runs.flatMap((run) => run.violations).length + measured.kills.violations.length;
  if (isEarly) console.log('Ended before everything was measured.');
  console.log(`${violations} violations${out === undefined ? '' : `; written to ${out}`}`);
  return violations + measured.kills.orphans > 0 || isEarly ? 1 : 0;
}

try {
  const wanted = readArguments(process.argv.slice(2));
  process.exitCode = await measure(wanted);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
