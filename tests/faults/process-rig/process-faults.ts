import { setTimeout } from 'node:timers/promises';
import type { Fault, Struck } from '../fault.ts';
import { PIPE_FAULTS, type PipeFault } from '../fault-pipe.ts';
import { newKey } from '../run-cell.ts';
import type { ProcessWorld } from './process-world.ts';

/** How long a party that was stopped stays so. The fault is this time. */
const STOPPED_MS = 200;
/** How long a link misbehaves, when nothing else says when it has done so. */
const MISBEHAVES_MS = 200;

type ProcessFault = Fault<ProcessWorld>;

const stop = (pid: number | undefined, signal: NodeJS.Signals) => {
  if (pid !== undefined) process.kill(pid, signal);
};

const LINKS = {
  native: 'native messaging',
  socket: 'private socket',
  stdio: "agent's stdio",
} as const;
type Link = keyof typeof LINKS;

/** Until the struck calls are over, or for as long as a link is said to misbehave. Without any, something of its own goes through. */
async function meanwhile({ subject, browser }: ProcessWorld, { calls }: Struck, link: Link): Promise<void> {
  const own = () => (link === 'stdio' ? subject.read() : subject.call(`${browser.page.windowId}__add`, newKey()));
  const traffic = calls.length > 0 ? Promise.all(calls) : own();
  await Promise.race([traffic, setTimeout(MISBEHAVES_MS)]);
}

const WORDS: Record<PipeFault, string> = {
  delay: 'delays',
  split: 'splits messages',
  coalesce: 'runs messages together',
  duplicate: 'repeats messages',
  corrupt: 'corrupts a byte',
  stall: 'stops and goes on',
};

const ROWS: Record<PipeFault, string> = {
  delay: 'B36',
  split: 'B25',
  coalesce: 'B25',
  duplicate: 'B27',
  corrupt: 'B26',
  stall: 'B20',
};

function setFault(world: ProcessWorld, link: Link, fault: PipeFault | undefined): void {
  if (link !== 'stdio') {
    world.browser.setFault(link, fault);
    return;
  }
  world.subject.toServer.fault = fault;
  // An answer that the rig itself repeats would be taken for a second one.
  world.subject.toClient.fault = fault === 'duplicate' ? undefined : fault;
}

/** A link that does something to what goes through it, in both directions, while the struck call comes to its end. */
const linkFault = (link: Link, fault: PipeFault): ProcessFault => ({
  name: `${LINKS[link]} ${WORDS[fault]}`,
  rows: ROWS[fault],
  // A broken line on the agent's own pipe is a question that nobody read, or an answer that nobody can read.
  ...(link === 'stdio' && fault === 'corrupt' && { cutsAgent: true }),
  begin: async (world) => setFault(world, link, fault),
  end: async (world, struck) => {
    await meanwhile(world, struck, link);
    setFault(world, link, undefined);
  },
});

const noCall = { idle: 'there is no call to take back' } as const;

export const PROCESS_FAULTS: readonly ProcessFault[] = [
  {
    name: 'host killed',
    rows: 'B3',
    begin: async ({ browser }) => {
      stop(browser.hostPid, 'SIGKILL');
      await browser.ready;
    },
  },
  {
    name: 'host stopped and continued',
    rows: 'B18',
    begin: async ({ browser }) => stop(browser.hostPid, 'SIGSTOP'),
    end: async ({ browser }) => {
      await setTimeout(STOPPED_MS);
      stop(browser.hostPid, 'SIGCONT');
    },
  },
  {
    name: 'worker gone (stdin of the host ends)',
    rows: 'B1, B2',
    begin: async ({ browser }) => browser.hangUp(),
  },
  {
    name: 'agent killed',
    rows: 'B4',
    cutsAgent: true,
    begin: async ({ subject }) => stop(subject.process.pid, 'SIGKILL'),
  },
  {
    name: 'agent stopped and continued',
    rows: 'B18, B20',
    begin: async ({ subject }) => stop(subject.process.pid, 'SIGSTOP'),
    end: async ({ subject }) => {
      await setTimeout(STOPPED_MS);
      stop(subject.process.pid, 'SIGCONT');
    },
  },
  {
    name: 'agent closes its end',
    rows: 'B4',
    cutsAgent: true,
    begin: async ({ subject }) => subject.endInput(),
  },
  {
    name: 'agent takes its call back',
    rows: 'B5',
    cutsAgent: true,
    notIn: noCall,
    begin: async ({ subject }) => subject.cancelCalls(),
  },
  { name: 'private socket cut', rows: 'B3', begin: async ({ browser }) => browser.cutSocket() },
  ...(['native', 'socket', 'stdio'] as const).flatMap((link) => PIPE_FAULTS.map((fault) => linkFault(link, fault))),
];
