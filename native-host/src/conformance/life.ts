/** Whether it is worth asking the server any more, and whether its application was touched; for all clients of one run. */
export class Life {
  readonly #mostUnanswered: number;
  #unanswered = 0;
  #over: string | undefined;
  #calls = 0;

  /** @param mostUnanswered milliseconds that may be spent on requests that are never answered */
  constructor(mostUnanswered: number) {
    this.#mostUnanswered = mostUnanswered;
  }

  /** Why every further check fails, or `undefined`. */
  get over(): string | undefined {
    return this.#over;
  }

  /** Tools called so far. */
  get calls(): number {
    return this.#calls;
  }

  called(): void {
    this.#calls++;
  }

  end(reason: string): void {
    this.#over ??= reason;
  }

  waitedInVain(ms: number): void {
    this.#unanswered += ms;
    if (this.#unanswered > this.#mostUnanswered) this.end('The server left too many requests unanswered.');
  }
}
