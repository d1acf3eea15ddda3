import { expect, test } from 'vitest';
import { randomKills } from './process-rig/random-kills.ts';

const KILLS = 50;

test('fifty kills at random moments: nothing told wrongly, no process and no file left', {
  timeout: 300_000,
}, async () => {
  const { violations, orphans, leakedFiles, calls } = await randomKills({ kills: KILLS, random: Math.random });
  expect(violations).toEqual([]);
  expect(calls).toBe(2 * KILLS);
  expect({ orphans, leakedFiles }).toEqual({ orphans: 0, leakedFiles: 0 });
});
