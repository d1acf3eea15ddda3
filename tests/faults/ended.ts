import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A process that has been told to end, and does not, is killed after this time. */
const EXIT_MS = 5_000;

/** Resolves when a process has ended; one that was stopped goes on first, one that goes on for too long is killed. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGCONT');
  const timer = setTimeout(() => child.kill('SIGKILL'), EXIT_MS);
  await gone;
  clearTimeout(timer);
}
