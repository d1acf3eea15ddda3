import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { runProgram } from './run-program.ts';

/** A browser profile with the native host in it, and a state directory that browser and agents share. */
export interface BridgeProfile {
  userDataDir: string;
  stateDirectory: string;
  /** Environment for the browser and for agents. */
  env: NodeJS.ProcessEnv;
  remove(): Promise<void>;
}

/** Makes both in a new temporary directory, with the command's own `install`. */
export async function createBridgeProfile(cli: string): Promise<BridgeProfile> {
  // Short, because sockets in it may have 103 characters at most.
  const directory = await mkdtemp(join(tmpdir(), 'mgb-'));
  const userDataDir = join(directory, 'profile');
  const stateDirectory = join(directory, 'state');
  const env = { ...process.env, MCP_GUI_BRIDGE_HOME: stateDirectory };
  const remove = () => rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  const installed = await runProgram(process.execPath, [cli, 'install', '--user-data-dir', userDataDir], { env });
  if (installed.exitCode !== 0) {
    await remove();
    throw new Error(`mcp-gui-bridge install failed: ${installed.output.trim()}`);
  }
  return { userDataDir, stateDirectory, env, remove };
}
