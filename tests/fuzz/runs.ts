import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect } from 'vitest';

const DEFAULT = 2_000;

/** How many mutations each door gets, and how many documents are searched for secrets. */
export const WANTED = Number(process.env['MCP_GUI_BRIDGE_FUZZ_RUNS'] ?? DEFAULT);

/**
 * With `npm test` the mutations are the same every time, so that nobody's change fails for one that it has nothing to do
 * with; more of them, by `npm run test:fuzz`, are different every time. fast-check prints the seed of a failure.
 */
export const SEED = WANTED <= DEFAULT ? { seed: 20_261_130 } : {};
/** A failure is shown as it was found: looking for a smaller one would take as long as the runs did. */
export const RUNS = { numRuns: WANTED, endOnFailure: true, ...SEED };

/** More than the youngest objects, less than anything that is kept for every message. */
const MOST_GROWTH = 24 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapBytes(): number {
  collect();
  return process.memoryUsage().heapUsed;
}

/** Watches the heap from the second quarter of the runs on, when everything has been loaded and compiled. */
export class FlatHeap {
  #runs = 0;
  #before: number | undefined;

  count(): void {
    this.#runs += 1;
    if (this.#runs === Math.ceil(WANTED / 4)) this.#before = heapBytes();
  }

  check(): void {
    const before = this.#before;
    if (before === undefined) throw new Error('the heap was not watched');
    expect(heapBytes() - before).toBeLessThan(MOST_GROWTH);
  }
}
