import { writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../demo-site/runner/build.ts';
import { findBrowser } from '../../demo-site/runner/find-browser.ts';
import { type Subject, type Summary, sampleInTurn } from './statistics.ts';

/** `npm run bench [-- --rounds N] [--output FILE]`: the product and its bare hops, sampled in turn. */
async function bench(): Promise<void> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '300' }, output: { type: 'string' } } });
  await ensureBuilt({ print: console.log });
  // Only now: these modules use what was built.
  const [{ startFloor }, { startProduct }] = await Promise.all([import('./floor.ts'), import('./product.ts')]);
  const product = await startProduct();
  const floor = await startFloor(await findBrowser(process.env));
  try {
    const subjects: Record<string, Subject> = { ...product.subjects, ...floor.subjects };
    const results = await sampleInTurn(subjects, Number(values.rounds), 30);
    const report = markdown(results);
    console.log(report);
    if (values.output !== undefined) await writeFile(join(process.cwd(), values.output), `${report}\n`);
  } finally {
    await Promise.all([product.stop(), floor.stop()]);
  }
}

function markdown(results: Record<string, Summary>): string {
  const rows = Object.entries(results).map(
    ([name, { p10, p50, p95, samples }]) => `| ${name} | ${p10} | **${p50}** | ${p95} | ${samples} |`,
  );
  const load = loadavg().map((value) => value.toFixed(1));
  return [
    `Milliseconds, warm, sampled in turn. Node ${process.version}, ${cpus().length} cores, load ${load.join(', ')}.`,
    '',
    '| what | p10 | p50 | p95 | samples |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

await bench();
process.exit();
