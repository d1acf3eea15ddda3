import { expect, test } from 'vitest';
import { sentAfter, upload } from '../../../demo-site/src/time/upload.ts';
import { manualClock } from '../manual-clock.ts';

test.each([
  [500, 0, 0],
  [500, 250, 250],
  [500, 500, 500],
  [500, 60_000, 500],
])('of %d kB after %d ms, %d kB are sent', (kilobytes, elapsed, sent) => {
  expect(sentAfter(kilobytes, elapsed)).toBe(sent);
});

test('late ticks, as in a hidden tab, make progress coarse and the upload no slower', async () => {
  const clock = manualClock(1_000);
  const told: number[] = [];
  const done = await upload(2_500, clock, new AbortController().signal, (sent) => told.push(sent));
  expect(done).toBe(true);
  expect(told).toEqual([1_000, 2_000, 2_500]);
  expect(clock.ticks).toBe(3);
});

test('stops when the signal says so and reports nothing after it', async () => {
  const stop = new AbortController();
  const told: number[] = [];
  const done = await upload(2_000, manualClock(100), stop.signal, (sent) => {
    told.push(sent);
    if (sent >= 300) stop.abort();
  });
  expect(done).toBe(false);
  expect(told).toEqual([100, 200, 300]);
});
