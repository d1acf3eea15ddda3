import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { expect, test } from 'vitest';
import { isAlive } from './is-alive.ts';
import { killTree, treeOf } from './kill-tree.ts';

test.runIf(process.platform === 'linux')(
  'what it started goes with it, also what leads a group of its own',
  async () => {
    const grandchild = "require('node:child_process').spawn('sleep', ['60'], { detached: true, stdio: 'ignore' })";
    const code = `console.log(${grandchild}.pid); setInterval(() => {}, 1000)`;
    const child = spawn(process.execPath, ['-e', code], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
    const [printed] = (await once(child.stdout, 'data')) as [Buffer];
    const pids = [child.pid ?? 0, Number(printed)];
    expect(treeOf(pids[0] ?? 0)).toEqual(pids);
    const ended = once(child, 'exit');
    killTree(pids[0] ?? 0);
    await ended;
    await expect.poll(() => pids.filter(isAlive)).toEqual([]);
  },
);
