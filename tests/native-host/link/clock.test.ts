import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lookAt, SLEEP_GAP_MS, steadyClock, WAKE_GRACE_MS } from '../../../native-host/src/link/clock.ts';

describe('a look at the system’s clock', () => {
  const awake = { looked: 1_000, lost: 0, now: 1_000 };

  test.each([
    ['time passes', 1_000 + SLEEP_GAP_MS, 1_000 + SLEEP_GAP_MS],
    ['the machine slept', 1_000 + SLEEP_GAP_MS + 1, 1_000],
    ['the machine slept for a day', 86_401_000, 1_000],
    ['the system’s clock went back', 500, 1_000],
  ])('%s', (_what, system, now) => {
    expect(lookAt(awake, system).now).toBe(now);
  });

  test('after sleep time stands still for a moment, then goes on', () => {
    const woken = lookAt(awake, 100_000);
    expect(lookAt(woken, 100_000 + WAKE_GRACE_MS).now).toBe(1_000);
    expect(lookAt(woken, 100_000 + WAKE_GRACE_MS + 30).now).toBe(1_030);
  });
});

describe('the clock of a process', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('calls back once, unless it is taken back', () => {
    const clock = steadyClock();
    const rang: string[] = [];
    clock.after(100, () => rang.push('one'));
    const end = clock.after(100, () => rang.push('two'));
    end();
    end();
    vi.advanceTimersByTime(99);
    expect(rang).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(rang).toEqual(['one']);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('the wall clock may jump by a day in either direction', () => {
    const clock = steadyClock();
    const before = clock.now();
    let rang = false;
    clock.after(1_000, () => {
      rang = true;
    });
    vi.setSystemTime(Date.now() + 86_400_000);
    vi.advanceTimersByTime(999);
    expect(rang).toBe(false);
    vi.setSystemTime(Date.now() - 2 * 86_400_000);
    vi.advanceTimersByTime(1);
    expect(rang).toBe(true);
    expect(clock.now() - before).toBe(1_000);
  });

  test('a long time in which nothing waits is not taken for sleep', () => {
    const clock = steadyClock();
    const before = clock.now();
    vi.advanceTimersByTime(60_000);
    let rang = false;
    clock.after(500, () => {
      rang = true;
    });
    vi.advanceTimersByTime(500);
    expect(rang).toBe(true);
    expect(clock.now() - before).toBe(60_500);
  });

  test('a deadline does not pass while the machine sleeps', () => {
    let system = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => system);
    const clock = steadyClock();
    let rang = false;
    clock.after(10_000, () => {
      rang = true;
    });
    const pass = (ms: number) => {
      for (let i = 0; i < ms; i += 500) {
        system += 500;
        vi.advanceTimersByTime(500);
      }
    };
    pass(4_000);
    // Timers of a stopped process ring late, all at once.
    system += 3_600_000;
    vi.advanceTimersByTime(6_000);
    expect(rang).toBe(false);
    pass(6_000 + WAKE_GRACE_MS - 500);
    expect(rang).toBe(false);
    pass(500);
    expect(rang).toBe(true);
    vi.restoreAllMocks();
  });
});
