import type { JSONRPCMessage, JSONRPCNotification, Transport } from '@modelcontextprotocol/client';
import { PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';
import type { Tap } from '../relay/web-socket-transport.ts';
import { type Dialect, fromView, OFFICIAL, type Translated, toView } from './early-draft.ts';

/** Messages between host and sandbox proxy, which the view never sees. */
const isForProxy = (message: JSONRPCMessage): message is JSONRPCNotification =>
  'method' in message && message.method.startsWith('ui/notifications/sandbox-');
/** From our own proxy: no word of MCP Apps. */
const ESCAPE = 'ui/notifications/sandbox-escape';

/** The view behind a sandbox's window. Messages from any other window are ignored. */
export class ViewTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** The view begins its handshake, for the first time or anew. */
  oninitialize?: () => void;
  /** The person pressed Escape in the view, which had no use for it. */
  onescape?: () => void;
  readonly #channel: PostMessageTransport;
  readonly #tap: Tap;
  #dialect: Dialect = OFFICIAL;

  constructor(sandbox: Window, tap: Tap) {
    this.#channel = new PostMessageTransport(sandbox, sandbox);
    this.#tap = tap;
  }

  /** Whether the view uses names of the early draft. */
  get isEarly(): boolean {
    return this.#dialect.early;
  }

  async start(): Promise<void> {
    this.#channel.onclose = () => this.onclose?.();
    this.#channel.onerror = (error) => this.onerror?.(error);
    this.#channel.onmessage = (message) => {
      if (isForProxy(message)) return message.method === ESCAPE ? this.onescape?.() : this.onmessage?.(message);
      this.#tap('in', message);
      if ('method' in message && message.method === 'ui/initialize') this.oninitialize?.();
      void this.#carry(fromView(this.#dialect, message));
    };
    await this.#channel.start();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (isForProxy(message)) return this.#channel.send(message);
    return this.#carry(toView(this.#dialect, message));
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  async #carry({ dialect, toHost, toView: messages }: Translated): Promise<void> {
    this.#dialect = dialect;
    for (const message of messages) {
      this.#tap('out', message);
      await this.#channel.send(message);
    }
    for (const message of toHost) this.onmessage?.(message);
  }
}
