import type { Clock } from '../link/clock.ts';
import type { Unsubscribe } from '../link/unsubscribe.ts';

/** Calls are counted for people only: the worker hears of them this often at most. */
const EVERY_MS = 1_000;

/** When to tell the worker which agents there are: at once when one comes or goes, now and then as their calls add up. */
export class SeenReport {
  readonly #clock: Clock;
  readonly #tell: () => void;
  #timer: Unsubscribe | undefined;

  constructor(clock: Clock, tell: () => void) {
    this.#clock = clock;
    this.#tell = tell;
  }

  now(): void {
    this.end();
    this.#tell();
  }

  soon(): void {
    this.#timer ??= this.#clock.after(EVERY_MS, () => this.now());
  }

  end(): void {
    this.#timer?.();
    this.#timer = undefined;
  }
}
