import type { AgentToHost, HostToAgent } from '@mcp-gui-bridge/page-sdk/protocol';
import type { LinkConnection } from '../../native-host/src/link/connection.ts';
import { type Message, Wire } from './wire.ts';

class End<In extends Message, Out extends Message> implements LinkConnection<In, Out> {
  readonly #messages = new Set<(message: In) => void>();
  readonly #closes = new Set<(reason: string) => void>();
  readonly #outgoing: () => Wire<Out>;
  readonly #filter: (message: Out, waiting: number) => Out[];
  readonly #shut: () => void;
  #isClosing = false;
  #isSlow = false;

  constructor(outgoing: () => Wire<Out>, filter: (message: Out, waiting: number) => Out[], shut: () => void) {
    this.#outgoing = outgoing;
    this.#filter = filter;
    this.#shut = shut;
  }

  /** The other side reads slowly. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  toggleSlow(): void {
    this.#isSlow = !this.#isSlow;
  }

  get backlogBytes(): number {
    return this.#isSlow ? this.#outgoing().length : 0;
  }

  send(message: Out): void {
    const wire = this.#outgoing();
    for (const each of this.#filter(message, wire.length)) wire.send(each);
  }

  drained(): Promise<void> {
    return this.#outgoing().drained();
  }

  onMessage(listener: (message: In) => void): () => void {
    this.#messages.add(listener);
    return () => void this.#messages.delete(listener);
  }

  onClose(listener: (reason: string) => void): () => void {
    this.#closes.add(listener);
    return () => void this.#closes.delete(listener);
  }

  close(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#shut();
  }

  receive(message: In): void {
    if (this.#isClosing) return;
    for (const listener of [...this.#messages]) listener(message);
  }

  end(): void {
    const listeners = [...this.#closes];
    this.#closes.clear();
    for (const listener of listeners) listener('closed');
  }
}

const ALL = Number.POSITIVE_INFINITY;

/** The link between an agent's process and a host. */
export class AgentWire {
  readonly up: Wire<AgentToHost>;
  readonly down: Wire<HostToAgent>;
  readonly agentEnd: End<HostToAgent, AgentToHost>;
  readonly hostEnd: End<AgentToHost, HostToAgent>;

  constructor(
    name: string,
    fromAgent: (message: AgentToHost) => AgentToHost[],
    toAgent: (message: HostToAgent, waiting: number) => HostToAgent[],
  ) {
    const shut = () => this.reset(ALL);
    this.agentEnd = new End(() => this.up, fromAgent, shut);
    this.hostEnd = new End(() => this.down, toAgent, shut);
    this.up = new Wire(
      `${name} to host`,
      (message) => this.hostEnd.receive(message),
      () => this.hostEnd.end(),
    );
    this.down = new Wire(
      `host to ${name}`,
      (message) => this.agentEnd.receive(message),
      () => this.agentEnd.end(),
    );
  }

  /** Both processes live on; so many messages that are on their way still arrive. */
  reset(arriving: number): void {
    this.up.cut(arriving);
    this.down.cut(arriving);
  }

  agentDies(arriving: number): void {
    this.up.cut(arriving);
    this.down.drop();
  }

  hostDies(arriving: number): void {
    this.down.cut(arriving);
    this.up.drop();
  }
}
