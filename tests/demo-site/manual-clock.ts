import type { Clock } from '../../demo-site/src/time/clock.ts';

/** A clock whose every tick takes as long as the test says. */
export function manualClock(tickMs: number): Clock & { readonly ticks: number } {
  let ticks = 0;
  return {
    now: () => ticks * tickMs,
    async tick() {
      ticks += 1;
    },
    get ticks() {
      return ticks;
    },
  };
}
