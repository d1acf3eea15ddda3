import { execFile } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { BUILT, inWorkspace } from '../../../demo-site/runner/workspace.ts';
import { readStatus } from '../../../native-host/src/link/read-status.ts';
import { runDirectory } from '../../../native-host/src/link/state-directory.ts';
import { type Rig, startRig } from '../../e2e/rig.ts';
import { History } from '../history.ts';
import { RecordedAgent } from '../recorded-agent.ts';
import { newKey } from '../run-cell.ts';
import { serveSite } from '../site-server.ts';
import { liveHeap } from './live-heap.ts';
import { memoryOf, type Sample } from './memory.ts';

export interface Stage {
  readonly name: string;
  /** Calls of the healthy agent on the quiet page, in ms each. */
  readonly calls: readonly number[];
}

const MEASURED = ['host', 'healthy agent', 'deaf agent'] as const;

export interface SoakFigures {
  readonly minutes: number;
  /** One bad party after the other joins; the last stage is the soak itself. */
  readonly stages: readonly Stage[];
  readonly memory: Readonly<Record<(typeof MEASURED)[number], readonly Sample[]>>;
  /** What each process still held after its garbage was collected. */
  readonly heap: Readonly<Record<(typeof MEASURED)[number], readonly Sample[]>>;
  /** Most bytes that waited in the private socket's queues, or `undefined` where the system does not tell. */
  readonly socketQueueBytes: number | undefined;
  /** Updates that all pages made. */
  readonly updates: number;
  /** What became of the calls on the looping page. */
  readonly looping: readonly string[];
}

const TABS = 10;
const SAMPLE_MS = 2_000;
/** Collecting everything takes a moment in which nobody is served. */
const HEAP_EVERY_SAMPLES = 15;
const STAGE_MS = 20_000;
const LOOPING_EVERY_MS = 5_000;

const toolOf = async (agent: RecordedAgent, document: string): Promise<string> => {
  const id = await agent.readUntil(({ windows }) => windows.find((window) => window.document === document)?.id);
  return `${id}__add`;
};

async function callFor(ms: number, agent: RecordedAgent, tool: string): Promise<number[]> {
  const until = performance.now() + ms;
  const times: number[] = [];
  while (performance.now() < until) {
    const started = performance.now();
    const outcome = await agent.call(tool, newKey());
    if (outcome !== 'executed') throw new Error(`the healthy agent was told ${outcome}`);
    times.push(performance.now() - started);
    // A person's agent thinks between two calls; without a pause this would be a flood of its own.
    await setTimeout(20);
  }
  return times;
}

/** Bytes in the queues of the hosts' sockets. */
async function socketQueues(directory: string): Promise<number | undefined> {
  const listed = await promisify(execFile)('ss', ['-xnH']).catch(() => undefined);
  if (listed === undefined) return undefined;
  return listed.stdout
    .split('\n')
    .filter((line) => line.includes(runDirectory(directory)))
    .map((line) => line.trim().split(/\s+/))
    .reduce((sum, [, , receive, send]) => sum + Number(receive) + Number(send), 0);
}

async function hostPid(rig: Rig): Promise<number> {
  const [host] = (await readStatus(rig.profile.stateDirectory)).hosts;
  if (host === undefined) throw new Error('no host is running');
  return host.pid;
}

interface Sampled {
  readonly memory: SoakFigures['memory'];
  readonly heap: SoakFigures['heap'];
  readonly queue: number | undefined;
}

/** Looks at memory and queues until told to stop. */
async function sample(
  rig: Rig,
  pids: Record<(typeof MEASURED)[number], number>,
  isOver: () => boolean,
): Promise<Sampled> {
  const none = (): Record<(typeof MEASURED)[number], Sample[]> => ({ host: [], 'healthy agent': [], 'deaf agent': [] });
  const [memory, heap] = [none(), none()];
  const startedAt = performance.now();
  let queue: number | undefined;
  for (let count = 0; !isOver(); count += 1) {
    const at = (performance.now() - startedAt) / 60_000;
    for (const name of MEASURED) {
      memory[name].push({ at, value: await memoryOf(pids[name]) });
      if (count % HEAP_EVERY_SAMPLES === 0) heap[name].push({ at, value: await liveHeap(pids[name]) });
    }
    const waiting = await socketQueues(rig.profile.stateDirectory);
    if (waiting !== undefined) queue = Math.max(queue ?? 0, waiting);
    await setTimeout(SAMPLE_MS);
  }
  return { memory, heap, queue };
}

/** Ten pages at 1 kHz, an agent that stops reading and a page that loops, beside an agent and a page that do their work. */
export async function soak(minutes: number, print: (line: string) => void): Promise<SoakFigures> {
  const site = await serveSite(inWorkspace('tests/faults/soak/site'));
  const rig = await startRig();
  const open = (name: string) => rig.open(`${site.origin}/${name}.html`);
  const start = (name: string) =>
    RecordedAgent.start({ name, cli: BUILT.cli, env: rig.profile.env, history: () => new History() });
  const agents = await Promise.all([start('healthy'), start('deaf'), start('nuisance')]);
  const [healthy, deaf, nuisance] = agents;
  let isOver = false;
  try {
    await open('quiet');
    const tool = await toolOf(healthy, 'quiet');
    const stages: Stage[] = [];
    const stage = async (name: string, ms = STAGE_MS) => {
      print(name);
      stages.push({ name, calls: await callFor(ms, healthy, tool) });
    };
    await stage('alone');

    await open('looping');
    const loopingTool = await toolOf(healthy, 'looping');
    const looping: string[] = [];
    const bother = async () => {
      for (; !isOver; await setTimeout(LOOPING_EVERY_MS)) looping.push(await nuisance.call(loopingTool, newKey()));
    };
    const bothering = bother();
    await stage('beside a page that loops');

    deaf.process.stdout?.pause();
    const pages = [await open('busy')];
    await stage('and an agent that does not read, one page at 1 kHz');

    while (pages.length < TABS) pages.push(await open('busy'));
    const [healthyPid = 0, deafPid = 0] = agents.map((agent) => agent.process.pid);
    const pids = { host: await hostPid(rig), 'healthy agent': healthyPid, 'deaf agent': deafPid };
    const sampling = sample(rig, pids, () => isOver);
    await stage(`and ${TABS} pages at 1 kHz`, minutes * 60_000);
    isOver = true;
    const { memory, heap, queue } = await sampling;
    await bothering;
    const counts = await Promise.all(pages.map((page) => page.evaluate('window.updates')));
    const updates = counts.reduce<number>((sum, count) => sum + Number(count), 0);
    return { minutes, stages, memory, heap, socketQueueBytes: queue, updates, looping };
  } finally {
    isOver = true;
    deaf.process.stdout?.resume();
    await Promise.all(agents.map((agent) => agent.stop()));
    await rig.stop();
    await site.close();
  }
}
