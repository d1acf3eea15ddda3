import { readdir, readFile } from 'node:fs/promises';

/**
 * Pids of the processes that were started with this state directory in their environment, which is how everything that
 * belongs to one rig is known: browser and helpers, hosts, agents, wrappers. Linux only.
 */
export async function processesOf(stateDirectory: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => Number.isInteger(pid) && pid !== process.pid);
  const found = await Promise.all(
    pids.map(async (pid) => {
      // Processes end at any moment, and some belong to others.
      const environ = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
      return environ.split('\0').includes(`MCP_GUI_BRIDGE_HOME=${stateDirectory}`) ? [pid] : [];
    }),
  );
  return found.flat();
}

/** Sends a signal to all of them. */
export async function signalAll(stateDirectory: string, signal: NodeJS.Signals): Promise<void> {
  for (const pid of await processesOf(stateDirectory)) {
    try {
      process.kill(pid, signal);
    } catch {
      // Gone since.
    }
  }
}
