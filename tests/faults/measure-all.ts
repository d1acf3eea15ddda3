import { BROWSER_FAULTS } from './browser-rig/browser-faults.ts';
import { BrowserWorld } from './browser-rig/browser-world.ts';
import { runCampaign } from './campaign.ts';
import type { Measured } from './guarantees.ts';
import { PROCESS_FAULTS } from './process-rig/process-faults.ts';
import { ProcessWorld } from './process-rig/process-world.ts';
import { allKills, randomKills } from './process-rig/random-kills.ts';
import { measureRepeats, NO_REPEATS, type Repeats } from './repeating-client.ts';

const REPEATS = 30;

export interface MeasureOptions {
  readonly browserRuns: number;
  readonly runs: number;
  readonly kills: number;
  /** Rigs of one kind that work at the same time. */
  readonly worlds: number;
  readonly wanted: (name: string) => boolean;
  /** Nothing new is begun once it is true. */
  readonly isOver: () => boolean;
  readonly print: (line: string) => void;
}

/** Both rigs, the random kills and the repeating client, one kind after the other. */
export async function measureAll(options: MeasureOptions): Promise<Measured> {
  const { browserRuns, runs, kills, worlds, isOver, print } = options;
  const process = await runCampaign({ ...options, start: ProcessWorld.start, faults: PROCESS_FAULTS, runs });
  const share = Array.from({ length: worlds }, (_, n) => Math.floor((kills + n) / worlds)).filter((each) => each > 0);
  const killed = await Promise.all(share.map((each) => randomKills({ kills: each, random: Math.random, isOver })));
  print(`${kills} kills done`);
  const browser = await runCampaign({
    ...options,
    start: BrowserWorld.start,
    faults: BROWSER_FAULTS,
    runs: browserRuns,
  });
  return { browser, process, kills: allKills(killed), repeats: isOver() ? NO_REPEATS : await repeats() };
}

async function repeats(): Promise<Repeats> {
  const world = await BrowserWorld.start();
  try {
    return await measureRepeats(world, REPEATS);
  } finally {
    await world.stop();
  }
}
