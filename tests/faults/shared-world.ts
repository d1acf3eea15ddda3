import { type Breaker, brokeDown, CLOSED, worked } from './breaker.ts';
import type { CellPlan } from './cells.ts';
import type { World } from './fault.ts';
import { historyText } from './history.ts';
import { type CellRun, runCell } from './run-cell.ts';
import { within } from './within.ts';

export type StartedWorld = World & { stop(): Promise<void> };

/** A browser with everything around it is there in a few seconds, on a slow machine in many. */
const START_MS = 90_000;

export interface SharedWorldOptions<W extends StartedWorld> {
  readonly start: () => Promise<W>;
  /** A cell that takes longer waits for something that will not happen. */
  readonly cellMs: number;
  /** Every agent must read the truth within this time after the last fault. */
  readonly convergeMs: number;
}

/**
 * One world in which cells run one after the other. It is started when the first one needs it. A world in which a cell
 * came to no end is given up, processes and all, and the next cell gets a new one; when that happens again and again
 * every further cell fails at once.
 */
export class SharedWorld<W extends StartedWorld> {
  readonly #options: SharedWorldOptions<W>;
  #world: W | undefined;
  #breaker: Breaker = CLOSED;

  constructor(options: SharedWorldOptions<W>) {
    this.#options = options;
  }

  /** Why nothing is tried any more. */
  get broken(): string | undefined {
    return this.#breaker.open;
  }

  /** @throws Error when the cell came to no end, with its history, or when the rig is broken for good */
  async run({ fault, phase }: CellPlan<W>): Promise<CellRun> {
    if (this.broken !== undefined) throw new Error(this.broken);
    const { cellMs, convergeMs } = this.#options;
    try {
      this.#world ??= await this.#start();
      const run = await within(cellMs, 'the cell', runCell(this.#world, fault, phase, { convergeMs }));
      this.#breaker = worked(this.#breaker);
      return run;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const soFar = historyText(this.#world?.history.events ?? []);
      this.#breaker = brokeDown(this.#breaker, reason);
      await this.stop();
      throw new Error(`${reason}; what had happened:\n${soFar}`, { cause: error });
    }
  }

  async stop(): Promise<void> {
    const world = this.#world;
    this.#world = undefined;
    await world?.stop();
  }

  async #start(): Promise<W> {
    const starting = this.#options.start();
    try {
      return await within(START_MS, 'the start of the rig', starting);
    } catch (error) {
      // It may still come up.
      void starting.then((world) => world.stop()).catch(() => {});
      throw error;
    }
  }
}
