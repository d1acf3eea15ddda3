type Task = () => void;

const tasks: Task[] = [];

/** One end of a channel; what is posted at the other end arrives in a task of its own. */
class TurnPort {
  onmessage: ((event: { readonly data: unknown }) => void) | null = null;
  #isOpen = true;
  #other: TurnPort | undefined;

  static pair(): [TurnPort, TurnPort] {
    const [a, b] = [new TurnPort(), new TurnPort()];
    a.#other = b;
    b.#other = a;
    return [a, b];
  }

  postMessage(data: unknown): void {
    const other = this.#other;
    if (this.#isOpen && other !== undefined) tasks.push(() => other.#isOpen && other.onmessage?.({ data }));
  }

  close(): void {
    this.#isOpen = false;
  }
}

/**
 * A `MessageChannel` whose messages arrive one task after the other, in the order in which they were posted, so that a
 * test knows when nothing is left to arrive and each run of it is the same.
 */
export class TurnChannel {
  readonly port1: TurnPort;
  readonly port2: TurnPort;

  constructor() {
    [this.port1, this.port2] = TurnPort.pair();
  }
}

const microtasksDone = () => new Promise<void>((resolve) => void setImmediate(resolve));

/** Runs every task that is there and that they bring about, and all microtasks after each, as an event loop does. */
export async function quiet(): Promise<void> {
  await microtasksDone();
  for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
    task();
    await microtasksDone();
  }
}

/** Forgets what a test that was given up has left behind. */
export function forgetTasks(): void {
  tasks.length = 0;
}
