import type { Exchange } from './exchange.ts';

/** The two ends of a server's stdio, whatever is behind them. */
export interface Wire {
  send(line: string): void;
  /** `onEnd` is called once, with the reason in words. */
  listen(onLine: (line: string) => void, onEnd: (reason: string) => void): void;
  /** Ends the server; resolves when nothing of it is left. */
  close(): Promise<void>;
}

export interface Notification {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The answer to a request: a result or a JSON-RPC error. */
export type Response =
  | { readonly result: Readonly<Record<string, unknown>>; readonly error?: undefined }
  | { readonly result?: undefined; readonly error: { readonly code: unknown; readonly message: string } };

/** No answer came in time; the message names the request. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** The server has ended; the message says how. */
export class ServerEnded extends Error {
  override readonly name = 'ServerEnded';
}

const METHOD_NOT_FOUND = -32_601;
const MOST_STRAY_LINES = 20;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const message: unknown = JSON.parse(line);
    return isRecord(message) && message['jsonrpc'] === '2.0' ? message : undefined;
  } catch {
    return undefined;
  }
}

/** A JSON-RPC client of its own, so that the order of lines and malformed ones stay visible. */
export class Connection {
  /** In order of arrival. */
  readonly notifications: Notification[] = [];
  /** Lines that are no JSON-RPC message, at most 20 of them. */
  readonly strayLines: string[] = [];
  readonly #wire: Wire;
  readonly #exchange: Exchange;
  readonly #client: number;
  readonly #pending = new Map<number, (response: Response) => void>();
  readonly #waiting = new Set<() => void>();
  #lastId = 0;
  #ended: string | undefined;

  constructor(wire: Wire, exchange: Exchange, client: number) {
    this.#wire = wire;
    this.#exchange = exchange;
    this.#client = client;
    wire.listen(
      (line) => this.#receive(line),
      (reason) => {
        this.#ended ??= reason;
        this.#wake();
      },
    );
  }

  /** Why the server is gone, or `undefined` while it lives. */
  get ended(): string | undefined {
    return this.#ended;
  }

  /** Sends a request and returns its id. */
  send(method: string, params: object, onResponse: (response: Response) => void): number {
    const id = ++this.#lastId;
    this.#pending.set(id, onResponse);
    this.#write({ id, method, params });
    return id;
  }

  notify(method: string, params: object): void {
    this.#write({ method, params });
  }

  /**
   * @throws Unanswered after `ms`
   * @throws ServerEnded when the server ends first
   */
  async request(method: string, params: object, ms: number): Promise<Response> {
    let response: Response | undefined;
    const id = this.send(method, params, (answer) => {
      response = answer;
    });
    await this.until(() => response !== undefined || this.#ended !== undefined, ms);
    this.#pending.delete(id);
    if (response !== undefined) return response;
    if (this.#ended !== undefined) throw new ServerEnded(this.#ended);
    throw new Unanswered(`${method} was not answered within ${ms} ms`);
  }

  /** Resolves with `true` as soon as `fits`, with `false` after `ms`. `fits` is asked again after every line. */
  until(fits: () => boolean, ms: number): Promise<boolean> {
    if (fits()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const end = (answer: boolean) => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        resolve(answer);
      };
      const look = () => fits() && end(true);
      const timer = setTimeout(() => end(fits()), ms);
      this.#waiting.add(look);
    });
  }

  close(): Promise<void> {
    return this.#wire.close();
  }

  #write(message: object): void {
    const line = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#exchange.record(this.#client, 'sent', line);
    if (this.#ended === undefined) this.#wire.send(line);
  }

  #receive(line: string): void {
    if (line.trim() === '') return;
    this.#exchange.record(this.#client, 'received', line);
    const message = parse(line);
    if (message === undefined) {
      if (this.strayLines.length < MOST_STRAY_LINES) this.strayLines.push(line.slice(0, 200));
    } else if (typeof message['method'] === 'string') {
      this.#take(message['method'], message);
    } else {
      this.#settle(message);
    }
    this.#wake();
  }

  #take(method: string, { id, params }: Record<string, unknown>): void {
    if (id === undefined) this.notifications.push({ method, params: isRecord(params) ? params : {} });
    else if (method === 'ping') this.#write({ id, result: {} });
    else this.#write({ id, error: { code: METHOD_NOT_FOUND, message: 'This client answers no requests' } });
  }

  /** An id of another type, such as `"1"`, is not the one that was sent: other clients wait for theirs in vain. */
  #settle({ id, result, error }: Record<string, unknown>): void {
    if (typeof id !== 'number') return;
    const settle = this.#pending.get(id);
    this.#pending.delete(id);
    if (isRecord(error)) settle?.({ error: { code: error['code'], message: String(error['message']) } });
    else settle?.({ result: isRecord(result) ? result : {} });
  }

  #wake(): void {
    for (const look of [...this.#waiting]) look();
  }
}
