import type { AgentToHost, HostToAgent } from '@mcp-gui-bridge/page-sdk/protocol';
import type { LinkConnection } from '../../native-host/src/link/connection.ts';

/** One end of a link between an agent's process and a host, without processes and sockets. */
class MemoryEnd<In, Out> implements LinkConnection<In, Out> {
  readonly backlogBytes = 0;
  readonly #messages = new Set<(message: In) => void>();
  readonly #closes = new Set<(reason: string) => void>();
  #early: In[] = [];
  #deliver: (message: Out) => void = () => {};
  #shut: (reason: string) => void = () => {};

  join(deliver: (message: Out) => void, shut: (reason: string) => void): void {
    this.#deliver = deliver;
    this.#shut = shut;
  }

  /** As JSON, so that neither side can hold on to what belongs to the other. */
  send(message: Out): void {
    this.#deliver(JSON.parse(JSON.stringify(message)) as Out);
  }

  receive(message: In): void {
    if (this.#messages.size === 0) this.#early.push(message);
    for (const listener of [...this.#messages]) listener(message);
  }

  onMessage(listener: (message: In) => void): () => void {
    this.#messages.add(listener);
    const early = this.#early;
    this.#early = [];
    for (const message of early) listener(message);
    return () => void this.#messages.delete(listener);
  }

  onClose(listener: (reason: string) => void): () => void {
    this.#closes.add(listener);
    return () => void this.#closes.delete(listener);
  }

  close(reason = ''): void {
    this.#shut(reason);
  }

  end(reason: string): void {
    const closes = [...this.#closes];
    this.#closes.clear();
    for (const listener of closes) listener(reason);
  }

  async drained(): Promise<void> {}
}

/** Both ends of a new link. */
export function memoryLink() {
  const agent = new MemoryEnd<HostToAgent, AgentToHost>();
  const host = new MemoryEnd<AgentToHost, HostToAgent>();
  const shut = (reason: string) => {
    agent.end(reason);
    host.end(reason);
  };
  agent.join((message) => host.receive(message), shut);
  host.join((message) => agent.receive(message), shut);
  return { agent, host };
}
