import type { MessageUnion } from '@mcp-gui-bridge/page-sdk/protocol';
import { WebSocket } from 'ws';
import { readMessage } from './read-message.ts';
import type { Unsubscribe } from './unsubscribe.ts';

/** Largest message either side accepts; all documents together stay below `LIMITS.allDocumentsBytes`. */
export const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;

/** A close frame has room for 123 bytes of text. */
const REASON_BYTES = 123;
const PROTOCOL_ERROR = 1002;
const NORMAL = 1000;

/** Both ends of the link, after each has proved that it knows the secret. */
export interface LinkConnection<In, Out> {
  /** Ignored once the connection is closed. */
  send(message: Out): void;
  /** Messages that came before the first listener are given to it at once. */
  onMessage(listener: (message: In) => void): Unsubscribe;
  /** Called once, also when the connection was closed before. */
  onClose(listener: (reason: string) => void): Unsubscribe;
  close(reason?: string): void;
  /** Bytes accepted by `send` which the other side's socket has not taken yet. */
  readonly backlogBytes: number;
  /** Resolves when there is no backlog, or when the connection is closed. */
  drained(): Promise<void>;
}

function cutBytes(text: string, bytes: number): string {
  let cut = text.slice(0, bytes);
  while (Buffer.byteLength(cut) > bytes) cut = cut.slice(0, -1);
  return cut;
}

class WebSocketLink<In, Out> implements LinkConnection<In, Out> {
  readonly #socket: WebSocket;
  readonly #schema: MessageUnion<In>;
  readonly #messages = new Set<(message: In) => void>();
  readonly #closes = new Set<(reason: string) => void>();
  readonly #waiting = new Set<() => void>();
  #early: In[] = [];
  /** Why this side ended it; from then on nothing is received. */
  #ending: string | undefined;
  #closed: string | undefined;

  constructor(socket: WebSocket, schema: MessageUnion<In>) {
    this.#socket = socket;
    this.#schema = schema;
    socket.on('message', (data) => this.#receive(data.toString()));
    socket.on('error', (error) => {
      this.#ending ??= error.message;
    });
    socket.on('close', (_code, reason) => this.#end(this.#ending || reason.toString() || 'closed'));
  }

  get backlogBytes(): number {
    return this.#closed === undefined ? this.#socket.bufferedAmount : 0;
  }

  send(message: Out): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify(message), () => this.#releaseWhenDrained());
  }

  onMessage(listener: (message: In) => void): Unsubscribe {
    this.#messages.add(listener);
    const early = this.#early;
    this.#early = [];
    for (const message of early) listener(message);
    return () => void this.#messages.delete(listener);
  }

  onClose(listener: (reason: string) => void): Unsubscribe {
    const closed = this.#closed;
    if (closed !== undefined) queueMicrotask(() => this.#closes.delete(listener) && listener(closed));
    this.#closes.add(listener);
    return () => void this.#closes.delete(listener);
  }

  close(reason = ''): void {
    this.#shut(NORMAL, reason);
  }

  async drained(): Promise<void> {
    if (this.backlogBytes === 0) return;
    await new Promise<void>((resolve) => this.#waiting.add(resolve));
  }

  #receive(text: string): void {
    if (this.#ending !== undefined) return;
    const read = readMessage(this.#schema, text);
    if ('problem' in read) this.#shut(PROTOCOL_ERROR, read.problem);
    if (!('message' in read)) return;
    if (this.#messages.size === 0) this.#early.push(read.message);
    for (const listener of [...this.#messages]) listener(read.message);
  }

  #shut(code: number, reason: string): void {
    this.#ending ??= reason;
    this.#socket.close(code, cutBytes(reason, REASON_BYTES));
  }

  #end(reason: string): void {
    this.#closed = reason;
    this.#releaseWhenDrained();
    for (const listener of [...this.#closes]) {
      if (this.#closes.delete(listener)) listener(reason);
    }
  }

  #releaseWhenDrained(): void {
    if (this.backlogBytes > 0) return;
    for (const resolve of [...this.#waiting]) {
      this.#waiting.delete(resolve);
      resolve();
    }
  }
}

/** JSON text messages over an open WebSocket; each is checked once, here, and a wrong one closes the connection. */
export function linkConnection<In, Out>(socket: WebSocket, schema: MessageUnion<In>): LinkConnection<In, Out> {
  return new WebSocketLink<In, Out>(socket, schema);
}
