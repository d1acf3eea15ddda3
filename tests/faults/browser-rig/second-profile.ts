import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { findBrowser } from '../../../demo-site/runner/find-browser.ts';
import { launchBrowser } from '../../../demo-site/runner/launch-browser.ts';
import { runProgram } from '../../../demo-site/runner/run-program.ts';
import { BUILT } from '../../../demo-site/runner/workspace.ts';
import { readStatus } from '../../../native-host/src/link/read-status.ts';
import type { Rig } from '../../e2e/rig.ts';

async function hostsBecome(rig: Rig, count: number): Promise<void> {
  while ((await readStatus(rig.profile.stateDirectory)).hosts.length !== count) await setTimeout(20);
}

/** Starts a browser on a second profile of the same person, waits for its host, and ends it again. */
export async function withSecondProfile(rig: Rig): Promise<void> {
  const { profile } = rig;
  const userDataDir = join(profile.userDataDir, '../second');
  const { env } = profile;
  const installed = await runProgram(process.execPath, [BUILT.cli, 'install', '--user-data-dir', userDataDir], { env });
  if (installed.exitCode !== 0) throw new Error(installed.output);
  const executablePath = await findBrowser(process.env);
  const second = await launchBrowser({ executablePath, extension: BUILT.extension, userDataDir, env });
  await hostsBecome(rig, 2);
  await second.close();
  await hostsBecome(rig, 1);
}
