import process from 'node:process';

/** Whether there is a process of this id; one that ended and was not yet waited for counts. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
