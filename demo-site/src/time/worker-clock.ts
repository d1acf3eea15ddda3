import type { Clock } from './clock.ts';

/** A clock that ticks in a worker: browsers slow the timers of a hidden page down to one a second or less, not a worker's. */
export function createWorkerClock(): Clock {
  const worker = new Worker(new URL('./clock-worker.ts', import.meta.url), { type: 'module' });
  return {
    now: () => performance.now(),
    tick: () =>
      new Promise((resolve) => {
        worker.addEventListener('message', () => resolve(), { once: true });
        worker.postMessage('tick');
      }),
  };
}
