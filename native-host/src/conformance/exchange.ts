/** One line between the kit and the server. `client` tells apart the connections of one check. */
export interface ExchangedLine {
  readonly client: number;
  readonly direction: 'sent' | 'received';
  readonly line: string;
}

const MOST_LINES = 60;
const LONGEST_LINE = 2_000;

/** What went to and fro during one check: the last lines, cut to a length that a person can read. */
export class Exchange {
  #lines: ExchangedLine[] = [];

  record(client: number, direction: ExchangedLine['direction'], line: string): void {
    const cut = line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}… (${line.length} characters)` : line;
    this.#lines.push({ client, direction, line: cut });
    if (this.#lines.length > MOST_LINES) this.#lines.shift();
  }

  /** Hands out what was recorded since the last time. */
  take(): readonly ExchangedLine[] {
    const taken = this.#lines;
    this.#lines = [];
    return taken;
  }
}
