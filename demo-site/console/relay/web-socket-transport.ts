import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { RELAY_PROTOCOL } from './relay-protocol.ts';

/** Which way a message went: to whoever is at the other end, or to the console. */
export type Direction = 'out' | 'in';

/** Is told of every message, in order. */
export type Tap = (direction: Direction, message: JSONRPCMessage) => void;

export interface RelayAddress {
  /** Origin of the page that serves the relay. */
  readonly origin: string;
  readonly token: string;
}

/** The MCP server behind the relay: one JSON-RPC message in each WebSocket message. */
export class WebSocketTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** Why the relay has ended the connection, if it said so. */
  closeReason: string | undefined;
  readonly #address: RelayAddress;
  readonly #tap: Tap;
  #socket: WebSocket | undefined;

  constructor(address: RelayAddress, tap: Tap) {
    this.#address = address;
    this.#tap = tap;
  }

  start(): Promise<void> {
    const { origin, token } = this.#address;
    const socket = new WebSocket(`${origin.replace(/^http/, 'ws')}/relay`, [RELAY_PROTOCOL, token]);
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#receive(String(data)));
    return new Promise((resolve, reject) => {
      socket.addEventListener('open', () => resolve());
      socket.addEventListener('close', ({ reason }) => {
        this.closeReason = reason || undefined;
        reject(new Error(reason || 'The relay does not answer, or does not know this token.'));
        this.onclose?.();
      });
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#socket?.readyState !== WebSocket.OPEN) throw new Error('The connection to the relay is closed.');
    this.#tap('out', message);
    this.#socket.send(JSON.stringify(message));
  }

  async close(): Promise<void> {
    this.#socket?.close(1000);
  }

  #receive(text: string): void {
    let message: JSONRPCMessage;
    try {
      message = JSON.parse(text);
    } catch {
      this.onerror?.(new Error(`The server wrote a line that is not JSON: ${text.slice(0, 120)}`));
      return;
    }
    this.#tap('in', message);
    this.onmessage?.(message);
  }
}
