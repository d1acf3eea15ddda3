import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Explored, explore } from './explore.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1000000' }, seed: { type: 'string' }, part: { type: 'boolean' } },
});
const runs = Number(values.runs);
const seed = Number(values.seed ?? Date.now() % 2 ** 31);

/** Worlds live for a moment: a larger nursery collects them for less. */
const YOUNG = '--max-semi-space-size=64';

/** As many processes as there are processors share the work; each has a seed of its own. */
function explorePart(index: number, parts: number): Promise<Explored> {
  const own = [`--runs=${Math.ceil(runs / parts)}`, `--seed=${seed + index}`, '--part'];
  const child = fork(fileURLToPath(import.meta.url), own, { execArgv: [...process.execArgv, YOUNG] });
  return new Promise((resolve, reject) => {
    child.once('message', (explored) => resolve(explored as Explored));
    child.once('exit', (code) => code !== 0 && reject(new Error(`a part ended with ${code}`)));
  });
}

const sum = (all: readonly Explored[], part: (explored: Explored) => number): number =>
  all.reduce((total, explored) => total + part(explored), 0);

if (values.part === true) {
  process.send?.(await explore({ runs, seed, agents: [2, 2, 3] }));
  process.disconnect();
} else {
  const parts = availableParallelism();
  const began = performance.now();
  const all = await Promise.all(Array.from({ length: parts }, (_, index) => explorePart(index, parts)));
  const seconds = (performance.now() - began) / 1000;
  const said = ['executed', 'not_executed', 'unknown'].map(
    (outcome) => `${sum(all, ({ outcomes }) => outcomes[outcome] ?? 0)} ${outcome}`,
  );
  const failures = all.flatMap(({ failure }) => failure ?? []);
  console.log(
    `${sum(all, ({ schedules }) => schedules)} schedules from seed ${seed} in ${seconds.toFixed(0)} s: ` +
      `${sum(all, ({ steps }) => steps)} steps, ${sum(all, ({ faults }) => faults)} faults; calls: ${said.join(', ')}; ` +
      `${failures.length} violations`,
  );
  for (const failure of failures) console.log(`\n${failure}`);
  process.exitCode = failures.length > 0 ? 1 : 0;
}
