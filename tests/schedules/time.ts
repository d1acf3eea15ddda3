import type { Clock } from '../../native-host/src/link/clock.ts';

interface Timer {
  readonly due: number;
  readonly ring: () => void;
}

/** Time of the simulated world, moved by nothing but the schedule. */
export class SimulatedTime {
  now = 0;
  readonly #timers = new Set<Timer>();

  /** Moves on by `ms`, ringing what is due in its order. */
  advance(ms: number): void {
    const until = this.now + ms;
    for (let next = this.#next(); next !== undefined && next.due <= until; next = this.#next()) this.#ring(next);
    this.now = until;
  }

  /** Moves on to the next timer, if there is one. */
  advanceToTimer(): boolean {
    const next = this.#next();
    if (next !== undefined) this.#ring(next);
    return next !== undefined;
  }

  /** The clock of one process, which ends with it. */
  processClock(): ProcessClock {
    return new ProcessClock(this, this.#timers);
  }

  #next(): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) if (next === undefined || timer.due < next.due) next = timer;
    return next;
  }

  #ring(timer: Timer): void {
    this.#timers.delete(timer);
    this.now = Math.max(this.now, timer.due);
    timer.ring();
  }
}

class ProcessClock implements Clock {
  readonly #time: SimulatedTime;
  readonly #all: Set<Timer>;
  readonly #own = new Set<Timer>();
  #isOver = false;

  constructor(time: SimulatedTime, all: Set<Timer>) {
    this.#time = time;
    this.#all = all;
  }

  now = (): number => this.#time.now;

  after = (ms: number, callback: () => void): (() => void) => {
    if (this.#isOver) return () => undefined;
    const ring = () => {
      this.#own.delete(timer);
      callback();
    };
    const timer: Timer = { due: this.#time.now + ms, ring };
    this.#own.add(timer);
    this.#all.add(timer);
    return () => {
      this.#own.delete(timer);
      this.#all.delete(timer);
    };
  };

  end(): void {
    this.#isOver = true;
    for (const timer of this.#own) this.#all.delete(timer);
    this.#own.clear();
  }
}

export type { ProcessClock };
