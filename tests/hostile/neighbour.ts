import { cpus, loadavg } from 'node:os';
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import type { Agent } from '../../demo-site/runner/agent.ts';
import { ensureBuilt } from '../../demo-site/runner/build.ts';
import { FLOODS, resumeFlood, startFlood } from './hostile-page.ts';

/** Calls made one after the other before the flood is turned on or off again, so that noise meets both alike. */
const IN_A_ROW = 50;

/** `npx tsx tests/hostile/neighbour.ts [--rounds N]`: how long an honest site's calls take alone, and beside a page that floods. */
async function measure(): Promise<void> {
  const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } });
  await ensureBuilt({ print: console.log });
  // Only now: these modules use what was built.
  const [{ startRig }, { serveLab }] = await Promise.all([import('../e2e/rig.ts'), import('../e2e/lab-server.ts')]);
  const [rig, hostile] = await Promise.all([startRig(), serveLab(resolve(import.meta.dirname, 'site'))]);
  try {
    const agent = await rig.agent();
    await rig.open('/bench.html');
    const { id } = await agent.waitFor('the counter', ({ windows }) =>
      windows.find(({ title }) => title === 'Counter'),
    );
    const tool = `${id}__count`;
    await sample(agent, tool, 100);
    console.log(
      `Node ${process.version}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}. Milliseconds a call.`,
    );
    console.log(
      '| beside | alone p50 | p99 | beside it p50 | p99 | p99 grows by | calls |\n|---|---|---|---|---|---|---|',
    );
    for (const kind of FLOODS) {
      const page = await rig.open(`${hostile.origin}/`);
      await page.waitForFunction(() => document.title === 'Hostile ready');
      const alone: number[] = [];
      const beside: number[] = [];
      await page.evaluate(startFlood, kind);
      await sample(agent, tool, 2 * IN_A_ROW);
      await page.evaluate(pause);
      for (let round = 0; round < Number(values.rounds); round++) {
        alone.push(...(await sample(agent, tool, IN_A_ROW)));
        await page.evaluate(resumeFlood, kind);
        beside.push(...(await sample(agent, tool, IN_A_ROW)));
        await page.evaluate(pause);
      }
      await page.close();
      const cells = [p(alone, 0.5), p(alone, 0.99), p(beside, 0.5), p(beside, 0.99)].map((ms) => ms.toFixed(1));
      const grows = (p(beside, 0.99) / p(alone, 0.99)).toFixed(2);
      console.log(`| ${kind} | ${cells.join(' | ')} | ${grows} × | ${beside.length} |`);
    }
  } finally {
    await rig.stop();
    await hostile.close();
  }
}

function pause(): void {
  window.raw.stopped = true;
}

async function sample(agent: Agent, tool: string, calls: number): Promise<number[]> {
  const taken: number[] = [];
  for (let call = 0; call < calls; call++) {
    const started = performance.now();
    const { answer } = await agent.call(tool);
    taken.push(performance.now() - started);
    if (!answer.ok) throw new Error(answer.error.message);
  }
  return taken;
}

/** Nearest-rank quantile. */
function p(samples: readonly number[], q: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.ceil(q * sorted.length) - 1] ?? Number.NaN;
}

await measure();
process.exit();
