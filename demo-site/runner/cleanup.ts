/** What was started and has to be ended again, last first. */
export interface Cleanup {
  /** Starts something and remembers how to end it, also when `end` is called before the start is over. */
  start<T>(begin: () => Promise<T>, end: (started: T) => Promise<void>): Promise<T>;
  /** Ends everything that was started, once; never throws. */
  end(): Promise<void>;
}

export function createCleanup(): Cleanup {
  const endings: (() => Promise<void>)[] = [];
  let ended: Promise<void> | undefined;

  async function endAll(): Promise<void> {
    for (const ending of endings.reverse()) {
      // What failed to start or to end must not keep the rest from ending.
      await ending().catch(() => {});
    }
  }

  return {
    start(begin, end) {
      if (ended !== undefined) return Promise.reject(new Error('Stopped.'));
      const started = begin();
      endings.push(() => started.then(end));
      return started;
    },
    end() {
      ended ??= endAll();
      return ended;
    },
  };
}
