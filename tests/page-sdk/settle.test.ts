import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LIMITS } from '../../page-sdk/src/protocol/index.ts';
import { nextTurn, settle } from '../../page-sdk/src/settle.ts';

// Turns are messages and go on: only the clock is ours.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('a settler that never comes to rest is waited for as long as the limit says, and not longer', async () => {
  let isSettled = false;
  const settling = settle([() => new Promise(() => {})]).then(() => {
    isSettled = true;
  });
  vi.advanceTimersByTime(LIMITS.settleMs - 1);
  for (let turn = 0; turn < 4; turn++) await nextTurn();
  expect(isSettled).toBe(false);
  vi.advanceTimersByTime(1);
  await settling;
});
