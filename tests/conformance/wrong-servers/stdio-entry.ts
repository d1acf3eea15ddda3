import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { type Behaviour, CORRECT } from './behaviour.ts';
import { FAULTS } from './faults.ts';
import { Gui } from './gui.ts';
import { serveReference } from './reference-server.ts';

/** The reference server as a process: an application of its own with one client on stdio. */
const { values } = parseArgs({
  options: {
    fault: { type: 'string' },
    /** Exit code 3 at this request. */
    'end-at': { type: 'string' },
    /** Answers `server/discover` as servers of the older revisions do. */
    'legacy-only': { type: 'boolean' },
    /** Starts a child that never ends by itself and writes its process id to this file. */
    child: { type: 'string' },
    /** Answers only so many requests. */
    answers: { type: 'string' },
    /** Tells of changes without end from this request on. */
    'flood-at': { type: 'string' },
    /** Shows no window. */
    blank: { type: 'boolean' },
    json: { type: 'boolean' },
  },
});

if (values.child !== undefined) {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  writeFileSync(values.child, String(child.pid));
}

const own: Partial<Behaviour> = {
  newWindowId: (_kind, number) => `w${process.pid}-${number}`,
  ...(values.blank && { snapshot: () => ({ operableWindowIds: [], windows: [] }) }),
};
const wire = serveReference(new Gui({ ...CORRECT, ...own, ...FAULTS[values.fault ?? ''] }))();
wire.listen(
  (line) => void process.stdout.write(`${line}\n`),
  () => {},
);

/** As fast as they are read, so that there is never a pause in which the kit could act. */
function flood(): void {
  const news = { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'app://windows' } };
  process.stdout.write(`${JSON.stringify(news)}\n`, () => setImmediate(flood));
}

let requests = 0;
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method } = JSON.parse(line) as { id?: number; method?: string };
  requests++;
  if (requests === Number(values['end-at'])) process.exit(3);
  if (requests === Number(values['flood-at'])) flood();
  if (requests > Number(values.answers ?? Number.POSITIVE_INFINITY)) return;
  if (values['legacy-only'] && method === 'server/discover') {
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'Unknown' } })}\n`);
  } else {
    wire.send(line);
  }
});
