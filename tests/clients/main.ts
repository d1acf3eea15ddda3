import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import process from 'node:process';
import { ensureBuilt } from '../../demo-site/runner/build.ts';
import { type ConformanceResult, runConformance } from './conformance.ts';
import { runStrict, type StrictResult } from './inspector-strict.ts';
import { MATRIX } from './matrix.ts';
import { report } from './report.ts';
import { type ClientResult, runClient } from './run-client.ts';

const only = process.argv[2];
await ensureBuilt({ print: console.log });
// Only now: it uses what was built.
const { startRig } = await import('../e2e/rig.ts');
const rig = await startRig();
const clients: ClientResult[] = [];
let strict: StrictResult[] = [];
let conformance: ConformanceResult[] = [];
try {
  for (const client of MATRIX.filter(({ name }) => only === undefined || name.includes(only))) {
    const page = await rig.open('/desk/');
    const result = await runClient(client, rig.profile.stateDirectory);
    clients.push(result);
    const line = result.steps.map(({ step, ok, how }) => `${step}: ${ok ? '' : 'NO, '}${how}`).join(' · ');
    console.log(`${result.name} ${result.version} (${result.revision}): ${result.failure ?? line}`);
    await page.close();
  }
  const page = await rig.open('/desk/');
  strict = await runStrict(rig.profile.stateDirectory);
  conformance = await runConformance(rig.profile.env);
  await page.close();
} finally {
  await rig.stop();
}
if (only === undefined) {
  const file = resolve(import.meta.dirname, 'RESULTS.md');
  await writeFile(file, report({ clients, strict, conformance, date: new Date() }));
  console.log(`written: ${file}`);
}
const failed = [
  ...clients.filter(({ failure, steps }) => failure !== undefined || !steps.every(({ ok }) => ok)),
  ...strict.filter(({ ok }) => !ok),
  ...conformance.filter(({ ok }) => !ok),
];
const all = clients.length + strict.length + conformance.length;
console.log(`${all - failed.length} passed, ${failed.length} failed`);
process.exit(failed.length === 0 ? 0 : 1);
