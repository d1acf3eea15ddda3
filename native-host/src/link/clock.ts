import type { Unsubscribe } from './unsubscribe.ts';

/**
 * Time as every decision in these processes knows it: milliseconds that never go back, do not care for the wall clock,
 * and stand still while the machine sleeps.
 */
export interface Clock {
  now(): number;
  /** Calls back once, after `ms` of this time. */
  after(ms: number, callback: () => void): Unsubscribe;
}

/** Longest time between two looks at the system's clock that is not taken for sleep. */
export const SLEEP_GAP_MS = 5_000;
/** After waking up time stands still this long: what the other processes had to say arrives before anything is overdue. */
export const WAKE_GRACE_MS = 2_000;
const LOOK_EVERY_MS = 1_000;

/** What is known of sleep: the last look at the system's clock, the time lost since the beginning, the resulting time. */
export interface Awake {
  readonly looked: number;
  readonly lost: number;
  readonly now: number;
}

/** A look at the system's monotonic clock, which on some systems runs on in sleep. */
export function lookAt(before: Awake, system: number): Awake {
  const gap = system - before.looked;
  const lost = gap > SLEEP_GAP_MS ? before.lost + gap + WAKE_GRACE_MS : before.lost;
  return { looked: system, lost, now: Math.max(before.now, system - lost) };
}

class SteadyClock implements Clock {
  #awake: Awake = { looked: performance.now(), lost: 0, now: performance.now() };
  #waiting = 0;
  #looking: NodeJS.Timeout | undefined;

  now(): number {
    const system = performance.now();
    // While nothing waits nobody looks, so a long time without a look means nothing then.
    const before = this.#waiting > 0 ? this.#awake : { ...this.#awake, looked: system };
    this.#awake = lookAt(before, system);
    return this.#awake.now;
  }

  after(ms: number, callback: () => void): Unsubscribe {
    const due = this.now() + ms;
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      if (timer === undefined) return;
      clearTimeout(timer);
      timer = undefined;
      this.#wait(-1);
    };
    const look = () => {
      const left = due - this.now();
      if (left > 0) {
        timer = setTimeout(look, Math.ceil(left));
        return;
      }
      end();
      callback();
    };
    timer = setTimeout(look, ms);
    this.#wait(1);
    return end;
  }

  #wait(change: 1 | -1): void {
    this.#waiting += change;
    if (this.#waiting === 0) clearInterval(this.#looking);
    if (this.#waiting === 1 && change === 1) {
      this.#looking = setInterval(() => this.now(), LOOK_EVERY_MS);
      this.#looking.unref();
    }
  }
}

/** The clock of a process. One for all its parts, so that they agree on when it slept. */
export const steadyClock = (): Clock => new SteadyClock();
