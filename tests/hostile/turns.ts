/** Turns of the event loop that nothing happened in, after which nothing is on its way any more. */
const QUIET_TURNS = 4;

/** What is due at the event loop's next turn has happened then. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

/** Lets everything in flight arrive. `move` carries things one step further and says whether there were any. */
export async function quiet(move: () => boolean): Promise<void> {
  for (let still = 0; still < QUIET_TURNS; ) {
    await turn();
    still = move() ? 0 : still + 1;
  }
}

/** What does not come in this time, on however busy a machine, does not come. */
const PATIENCE_MS = 30_000;

/** Goes on until `find` finds something. */
export async function until<T>(move: () => boolean, find: () => T | undefined): Promise<T> {
  for (const started = performance.now(); ; ) {
    if (performance.now() - started > PATIENCE_MS) throw new Error('Waited in vain');
    const found = find();
    if (found !== undefined) return found;
    move();
    await turn();
  }
}
