import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import { liveHeap } from './live-heap.ts';
import { memoryOf, settled, slope } from './memory.ts';

test.each([
  ['none', [], 0],
  ['one', [{ at: 1, value: 5 }], 0],
  [
    'all at one time',
    [
      { at: 1, value: 5 },
      { at: 1, value: 9 },
    ],
    0,
  ],
  ['flat', [0, 1, 2].map((at) => ({ at, value: 7 })), 0],
  ['two a minute', [0, 1, 2, 3].map((at) => ({ at, value: 10 + 2 * at })), 2],
  [
    'noise around one a minute',
    [
      { at: 0, value: 1 },
      { at: 1, value: 1 },
      { at: 2, value: 3 },
      { at: 3, value: 3 },
    ],
    0.8,
  ],
])('the slope of %s samples', (_, samples, expected) => {
  expect(slope(samples)).toBeCloseTo(expected);
});

test('the first third is not counted', () => {
  const samples = Array.from({ length: 9 }, (_, at) => ({ at, value: at }));
  expect(settled(samples)).toEqual(samples.slice(3));
});

test.runIf(process.platform === 'linux')('memory that is filled shows', async () => {
  // Of another process: this one may give back what earlier tests held while it is measured.
  const script = `let held; process.stdin.once('data', () => { held = Buffer.alloc(2 ** 26, 1); console.log(held.length); });
    console.log('ready');`;
  const child = spawn(process.execPath, ['-e', script]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const before = await memoryOf(child.pid ?? 0);
  child.stdin.write('go');
  await once(child.stdout, 'data');
  expect((await memoryOf(child.pid ?? 0)) - before).toBeGreaterThan(50);
});

test.runIf(process.platform === 'linux')('what a process holds on to shows, and what it drops does not', async () => {
  const port = 20_000 + (process.pid % 10_000);
  const make = 'Array.from({ length: 3e5 }, (_, n) => ({ n }));';
  const [kept = 0, dropped = 0] = await Promise.all(
    [`globalThis.kept = ${make}`, make].map(async (code, index) => {
      const own = port + index * 10_000;
      const script = `${code} console.log('ready'); setInterval(() => {}, 1000);`;
      const child = spawn(process.execPath, [`--inspect-port=${own}`, '-e', script]);
      onTestFinished(() => void child.kill('SIGKILL'));
      await once(child.stdout, 'data');
      await liveHeap(child.pid ?? 0, own);
      // It can be asked again.
      return liveHeap(child.pid ?? 0, own);
    }),
  );
  expect(kept - dropped).toBeGreaterThan(5);
});
