import { writeFile } from 'node:fs/promises';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../../demo-site/runner/build.ts';
import { inWorkspace } from '../../../demo-site/runner/workspace.ts';
import { circumstances } from '../circumstances.ts';
import { soak } from './soak.ts';
import { renderSoak } from './soak-page.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '10' }, out: { type: 'string' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error(`--minutes must be a number above 0, not "${values.minutes}".`);
  process.exit(2);
}
await ensureBuilt({ print: console.log });
const where = await circumstances();
const figures = await soak(minutes, console.log);
const page = renderSoak({ ...where, command: `npm run soak -- --minutes ${minutes}` }, figures);
const out = values.out ?? inWorkspace('tests/faults/SOAK.md');
await writeFile(out, page);
console.log(`${page}\nWritten to ${out}`);
