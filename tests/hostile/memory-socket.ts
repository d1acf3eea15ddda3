import { EventEmitter } from 'node:events';
import { AgentToHost, HostToAgent } from '@mcp-gui-bridge/page-sdk/protocol';
import { WebSocket } from 'ws';
import { type LinkConnection, linkConnection } from '../../native-host/src/link/connection.ts';

/** One end of a WebSocket as far as the link uses it, without a socket. */
export class MemorySocket extends EventEmitter {
  readyState: number = WebSocket.OPEN;
  readonly bufferedAmount = 0;
  readonly #told: (text: string) => void;
  #other: MemorySocket | undefined;

  /** @param told every text that this end sends */
  constructor(told: (text: string) => void) {
    super();
    this.#told = told;
  }

  join(other: MemorySocket): void {
    this.#other = other;
  }

  send(text: string, sent?: () => void): void {
    this.#told(text);
    this.#other?.emit('message', Buffer.from(text));
    sent?.();
  }

  close(code = 1000, reason = ''): void {
    for (const end of [this, this.#other]) {
      if (end === undefined || end.readyState === WebSocket.CLOSED) continue;
      end.readyState = WebSocket.CLOSED;
      end.emit('close', code, Buffer.from(reason));
    }
  }

  /** The real link over this end. */
  asHost(): LinkConnection<AgentToHost, HostToAgent> {
    return linkConnection(this as unknown as WebSocket, AgentToHost);
  }

  asAgent(): LinkConnection<HostToAgent, AgentToHost> {
    return linkConnection(this as unknown as WebSocket, HostToAgent);
  }
}

/** Two ends that are connected; everything that goes between them is told. */
export function socketPair(told: (text: string) => void): { host: MemorySocket; agent: MemorySocket } {
  const [host, agent] = [new MemorySocket(told), new MemorySocket(told)];
  host.join(agent);
  agent.join(host);
  return { host, agent };
}
