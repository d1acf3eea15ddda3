export interface Message {
  readonly type: string;
}

/** One direction of a link: first in, first out, without loss until it is cut. */
export class Wire<M extends Message> {
  readonly name: string;
  readonly #queue: M[] = [];
  readonly #receive: (message: M) => void;
  readonly #ended: () => void;
  #isOpen = true;
  /** The end has still to be noticed at the other side. */
  #isEnding = false;
  #drained: (() => void)[] = [];

  constructor(name: string, receive: (message: M) => void, ended: () => void) {
    this.name = name;
    this.#receive = receive;
    this.#ended = ended;
  }

  get length(): number {
    return this.#queue.length;
  }

  /** Whether something can happen at the receiving end. */
  get isBusy(): boolean {
    return this.#queue.length > 0 || this.#isEnding;
  }

  /** Nothing will ever arrive again. */
  get isOver(): boolean {
    return !this.#isOpen && !this.isBusy;
  }

  /** What arrives next. */
  get first(): string {
    return this.#queue[0]?.type ?? 'its end';
  }

  send(message: M): void {
    if (this.#isOpen) this.#queue.push(message);
  }

  /** The message in front arrives once more, behind so many of those that wait. */
  duplicate(behind: number): void {
    const [first] = this.#queue;
    if (first !== undefined) this.#queue.splice(1 + (behind % this.#queue.length), 0, first);
  }

  /** At most so many messages arrive, together. */
  deliver(most: number): void {
    for (let i = 0; i < most && this.isBusy; i++) this.#deliverOne();
  }

  #deliverOne(): void {
    const message = this.#queue.shift();
    if (message !== undefined) this.#receive(message);
    else if (this.#isEnding) {
      this.#isEnding = false;
      this.#ended();
    }
    if (this.#queue.length === 0) this.#release();
  }

  /** The sender is gone: of what is on its way so many messages arrive, then the end is noticed. */
  cut(arriving: number): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#isEnding = true;
    this.#queue.length = Math.min(this.#queue.length, arriving);
  }

  /** The receiver is gone: nothing arrives and nobody is told. */
  drop(): void {
    this.#isOpen = false;
    this.#isEnding = false;
    this.#queue.length = 0;
    this.#release();
  }

  drained(): Promise<void> {
    return this.#queue.length === 0 ? Promise.resolve() : new Promise((resolve) => this.#drained.push(resolve));
  }

  #release(): void {
    for (const resolve of this.#drained.splice(0)) resolve();
  }
}
