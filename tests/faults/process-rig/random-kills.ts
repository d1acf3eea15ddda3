import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { BUILT } from '../../../demo-site/runner/workspace.ts';
import { runDirectory } from '../../../native-host/src/link/state-directory.ts';
import { checkHistory, isTrueReading, type Violation } from '../check-history.ts';
import { eventsOf, History, historyText } from '../history.ts';
import { processesOf } from '../processes.ts';
import { RecordedAgent } from '../recorded-agent.ts';
import { newKey } from '../run-cell.ts';
import { within } from '../within.ts';
import { ScriptedBrowser } from './scripted-browser.ts';

/** What can be taken away at a random moment. The wrapper is a process between agent and server, as `npx` is. */
const VICTIMS = ['host killed', 'host hung up on', 'agent killed', 'agent closed', 'wrapper killed'] as const;

/** A process whose parent is gone looks for it every 2 s, and then has 2 s to end. */
const EXIT_MS = 5_000;
const STRIKE_WITHIN_MS = 30;
const CONVERGE_MS = 10_000;
/** From one kill until all is well again; what takes longer waits for something that will not happen. */
const KILL_MS = 60_000;

export interface KillFigures {
  readonly kills: number;
  readonly calls: number;
  readonly unknown: number;
  readonly violations: readonly Violation[];
  /** Processes that were still there 5 s after everything that had started them was gone. */
  readonly orphans: number;
  /** Sockets and descriptors that were left after the last host had ended. */
  readonly leakedFiles: number;
  /** How long the slowest process took from the end of its peer to its own. */
  readonly slowestExitMs: number;
}

const isGone = async (directory: string): Promise<boolean> => (await processesOf(directory)).length === 0;

export interface RandomKillsOptions {
  readonly kills: number;
  readonly random: () => number;
  /** No process is killed any more once it is true. */
  readonly isOver?: () => boolean;
}

/**
 * Kills one of the processes at a time, at a random moment of two calls, and starts it again.
 *
 * @throws Error when all is not well again a minute after a kill
 */
export async function randomKills({ kills, random, isOver = () => false }: RandomKillsOptions): Promise<KillFigures> {
  const directory = await mkdtemp(join(tmpdir(), 'mgb-'));
  const env = { PATH: process.env['PATH'], MCP_GUI_BRIDGE_HOME: directory };
  let history = new History();
  const browser = new ScriptedBrowser({ cli: BUILT.cli, directory, history: () => history });
  await browser.ready;
  browser.page.release();
  const start = (name: string, wrapped: boolean) =>
    RecordedAgent.start({ name, cli: BUILT.cli, env, history: () => history, wrapped });
  let plain = await start('plain', false);
  let wrapped = await start('wrapped', true);
  const violations: Violation[] = [];
  let killed = 0;
  let calls = 0;
  let unknown = 0;

  const killOne = async () => {
    if (!plain.isRunning) plain = await start('plain', false);
    if (!wrapped.isRunning) wrapped = await start('wrapped', true);
    await browser.ready;
    history = new History();
    history.note({ type: 'opened', document: browser.page.document, value: browser.page.value });
    const tool = `${browser.page.windowId}__add`;
    const answers = [plain, wrapped].map((agent) => agent.call(tool, newKey()));
    await setTimeout(random() * STRIKE_WITHIN_MS);
    strike(VICTIMS[Math.floor(random() * VICTIMS.length)], { browser, plain, wrapped });
    await Promise.all(answers);
    await browser.ready;
    history.note({ type: 'calm' });
    const truthful = (agent: RecordedAgent) =>
      agent.readUntil((read) => (isTrueReading(history.events, read) ? true : undefined));
    await Promise.all([truthful(plain), truthful(wrapped)]);
    violations.push(...checkHistory(history.events, { convergeMs: CONVERGE_MS }));
    const returns = eventsOf(history.events, 'return');
    calls += answers.length;
    unknown += returns.filter(({ outcome }) => outcome === 'unknown').length;
  };

  let endedAt = 0;
  try {
    for (; killed < kills && !isOver(); killed++) {
      await within(KILL_MS, `recovery from kill ${killed + 1}`, killOne()).catch((error: Error) => {
        throw new Error(`${error.message}; what had happened:\n${historyText(history.events)}`);
      });
    }
  } finally {
    endedAt = performance.now();
    await Promise.all([plain.stop(), wrapped.stop(), browser.end()]);
  }
  while (!(await isGone(directory)) && performance.now() - endedAt < EXIT_MS) await setTimeout(20);
  const slowestExitMs = Math.round(performance.now() - endedAt);
  const orphans = await processesOf(directory);
  for (const pid of orphans) process.kill(pid, 'SIGKILL');
  const left = (await readdir(runDirectory(directory))).filter((name) => /\.(sock|json)$/.test(name));
  await rm(directory, { recursive: true, force: true });
  return {
    kills: killed,
    calls,
    unknown,
    violations,
    orphans: orphans.length,
    leakedFiles: left.length,
    slowestExitMs,
  };
}

/** What several rigs showed together. */
export function allKills(figures: readonly KillFigures[]): KillFigures {
  const sum = (of: (each: KillFigures) => number) => figures.reduce((total, each) => total + of(each), 0);
  return {
    kills: sum(({ kills }) => kills),
    calls: sum(({ calls }) => calls),
    unknown: sum(({ unknown }) => unknown),
    violations: figures.flatMap(({ violations }) => violations),
    orphans: sum(({ orphans }) => orphans),
    leakedFiles: sum(({ leakedFiles }) => leakedFiles),
    slowestExitMs: Math.max(0, ...figures.map(({ slowestExitMs }) => slowestExitMs)),
  };
}

interface Parties {
  readonly browser: ScriptedBrowser;
  readonly plain: RecordedAgent;
  readonly wrapped: RecordedAgent;
}

function strike(victim: (typeof VICTIMS)[number] | undefined, { browser, plain, wrapped }: Parties): void {
  switch (victim) {
    case 'host killed':
      process.kill(browser.hostPid, 'SIGKILL');
      break;
    case 'host hung up on':
      browser.hangUp();
      break;
    case 'agent killed':
      plain.process.kill('SIGKILL');
      break;
    case 'agent closed':
      plain.endInput();
      break;
    case 'wrapper killed':
      wrapped.process.kill('SIGKILL');
      break;
  }
}
