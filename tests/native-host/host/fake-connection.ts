import type { AgentToHost, HostToAgent } from '@mcp-gui-bridge/page-sdk/protocol';
import type { AgentConnection } from '../../../native-host/src/host/agent-link.ts';

/** An agent's end of the link without a socket. While `reading` is false, everything sent stays in the backlog. */
export class FakeConnection implements AgentConnection {
  readonly sent: HostToAgent[] = [];
  backlogBytes = 0;
  closed: string | undefined;
  reading = true;
  readonly #messages = new Set<(message: AgentToHost) => void>();
  readonly #closes = new Set<(reason: string) => void>();
  #drained: (() => void)[] = [];

  /** Looks at the world before a message counts as sent. */
  onSend: () => void = () => {};

  send(message: HostToAgent): void {
    this.onSend();
    this.sent.push(message);
    if (!this.reading) this.backlogBytes += JSON.stringify(message).length;
  }

  onMessage(listener: (message: AgentToHost) => void): () => void {
    this.#messages.add(listener);
    return () => void this.#messages.delete(listener);
  }

  onClose(listener: (reason: string) => void): () => void {
    this.#closes.add(listener);
    return () => void this.#closes.delete(listener);
  }

  close(reason = ''): void {
    this.closed = reason;
    for (const listener of this.#closes) listener(reason);
  }

  drained(): Promise<void> {
    return this.backlogBytes === 0 ? Promise.resolve() : new Promise((resolve) => this.#drained.push(resolve));
  }

  /** Reads everything that waits, and goes on reading. */
  async drain(): Promise<void> {
    this.reading = true;
    this.backlogBytes = 0;
    const waiting = this.#drained;
    this.#drained = [];
    for (const resolve of waiting) resolve();
    await Promise.resolve();
  }

  says(message: AgentToHost): void {
    for (const listener of this.#messages) listener(message);
  }

  got<T extends HostToAgent['type']>(type: T): Extract<HostToAgent, { type: T }>[] {
    return this.sent.filter((message): message is Extract<HostToAgent, { type: T }> => message.type === type);
  }
}
