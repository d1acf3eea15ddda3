import type { Fault } from '../fault.ts';
import type { BrowserWorld } from './browser-world.ts';
import { withSecondProfile } from './second-profile.ts';

type BrowserFault = Fault<BrowserWorld>;

async function restart(world: BrowserWorld): Promise<void> {
  let missing = 2;
  const restored = world.nextNote(({ type }) => type === 'opened' && --missing === 0);
  await world.rig.relaunch();
  await restored;
  await world.adoptRestoredTabs();
}

/** Of whole browsers; they take seconds each. */
export const RESTART_FAULTS: readonly BrowserFault[] = [
  { name: 'a second profile comes and goes', rows: 'B14', begin: (world) => withSecondProfile(world.rig) },
  {
    name: 'browser quits and restores its session',
    rows: 'B12',
    endsDocument: true,
    begin: async (world) => {
      await world.rig.closeBrowser();
      world.noteAllClosed();
      await restart(world);
    },
  },
  {
    name: 'browser killed and restores its session',
    rows: 'B12',
    endsDocument: true,
    begin: async (world) => {
      const pid = world.rig.browser.process()?.pid ?? 0;
      process.kill(-pid, 'SIGKILL');
      await world.rig.closeBrowser();
      world.noteAllClosed();
      await restart(world);
    },
  },
];
