import type { Clock } from '../link/clock.ts';
import type { Unsubscribe } from '../link/unsubscribe.ts';

/** Named timers of the dispatcher. */
export class Timers {
  readonly #clock: Clock;
  readonly #running = new Map<string, Unsubscribe>();
  readonly #ring: (id: string) => void;

  constructor(clock: Clock, ring: (id: string) => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Replaces the timer of the same name. */
  set(id: string, ms: number): void {
    this.clear(id);
    const end = this.#clock.after(ms, () => {
      this.#running.delete(id);
      this.#ring(id);
    });
    this.#running.set(id, end);
  }

  clear(id: string): void {
    this.#running.get(id)?.();
    this.#running.delete(id);
  }

  clearAll(): void {
    for (const id of [...this.#running.keys()]) this.clear(id);
  }
}
