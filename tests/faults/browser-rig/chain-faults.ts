import { setTimeout } from 'node:timers/promises';
import { stopWorker } from '../../e2e/rig.ts';
import { isAlive } from '../../support/is-alive.ts';
import type { Fault } from '../fault.ts';
import { signalAll } from '../processes.ts';
import type { BrowserWorld } from './browser-world.ts';
import { type ExtensionApi, extensionPage } from './extension-page.ts';

type BrowserFault = Fault<BrowserWorld>;

/** How long a process that was stopped stays so. The fault is this time. */
const STOPPED_MS = 200;

async function reloadExtension(world: BrowserWorld): Promise<void> {
  const before = await world.hostPid();
  const page = await extensionPage(world);
  await page
    .evaluate(() => (globalThis as unknown as { chrome: ExtensionApi }).chrome.runtime.reload())
    // The page goes away with its extension.
    .catch(() => {});
  while (isAlive(before)) await setTimeout(5);
}

/** Of the agent's own process. */
export const AGENT_FAULTS: readonly BrowserFault[] = [
  {
    name: 'agent killed',
    rows: 'B4',
    cutsAgent: true,
    begin: async ({ subject }) => void subject.process.kill('SIGKILL'),
  },
  {
    name: 'agent stopped and continued',
    rows: 'B18, B20',
    begin: async ({ subject }) => void subject.process.kill('SIGSTOP'),
    end: async ({ subject }) => {
      await setTimeout(STOPPED_MS);
      subject.process.kill('SIGCONT');
    },
  },
  { name: 'agent closes its end', rows: 'B4', cutsAgent: true, begin: async ({ subject }) => subject.endInput() },
  {
    name: 'agent takes its call back',
    rows: 'B5',
    cutsAgent: true,
    notIn: { idle: 'there is no call to take back' },
    begin: async ({ subject }) => subject.cancelCalls(),
  },
];

/** Of what is between page and agent. */
export const CHAIN_FAULTS: readonly BrowserFault[] = [
  { name: 'worker stopped', rows: 'B1, B2', begin: ({ rig, page }) => stopWorker(rig.browser, page) },
  { name: 'extension reloaded', rows: 'B13', begin: reloadExtension },
  {
    name: 'native host killed',
    rows: 'B3',
    begin: async (world) => void process.kill(await world.hostPid(), 'SIGKILL'),
  },
  {
    name: 'native host stopped and continued',
    rows: 'B18',
    begin: async (world) => {
      const pid = await world.hostPid();
      process.kill(pid, 'SIGSTOP');
      void setTimeout(STOPPED_MS).then(() => process.kill(pid, 'SIGCONT'));
    },
    end: () => setTimeout(STOPPED_MS),
  },
  {
    name: 'everything asleep for a while',
    rows: 'B18',
    begin: async ({ rig }) => {
      await signalAll(rig.profile.stateDirectory, 'SIGSTOP');
      await setTimeout(STOPPED_MS);
      await signalAll(rig.profile.stateDirectory, 'SIGCONT');
    },
  },
];
