import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** Parents of all processes; empty where there is no `/proc`. */
function parents(): Map<number, number> {
  const found = new Map<number, number>();
  try {
    for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
      try {
        // The name, in brackets, may contain anything.
        const [, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        found.set(pid, Number(parent));
      } catch {
        // Ended since it was listed.
      }
    }
  } catch {
    // Not Linux: the process group has to do.
  }
  return found;
}

/** The process and everything that it has started, directly or not. */
export function treeOf(root: number): number[] {
  const all = [...parents()];
  const children = (pid: number): number[] => all.flatMap(([child, parent]) => (parent === pid ? [child] : []));
  const collect = (pid: number): number[] => [pid, ...children(pid).flatMap(collect)];
  return collect(root);
}

/** Kills a process that leads a group: its tree, since browsers lead groups of their own, and then its group. */
export function killTree(leader: number): void {
  for (const target of [...treeOf(leader), -leader]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // Gone already.
    }
  }
}
