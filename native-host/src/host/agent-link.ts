import type {
  AgentKey,
  AgentName,
  AgentToHost,
  ConnectedAgent,
  GoneReason,
  HostToAgent,
  ProcessId,
} from '@mcp-gui-bridge/page-sdk/protocol';
import type { LinkConnection } from '../link/connection.ts';
import { modelEvents } from './agent-model.ts';
import type { Mirror } from './mirror.ts';

export type AgentConnection = LinkConnection<AgentToHost, HostToAgent>;

/** Who an agent's process says it is. `since`: wall-clock time in ms, for people only. */
export interface AgentIdentity {
  readonly id: string;
  readonly key: AgentKey;
  readonly process: ProcessId;
  readonly program: string;
  readonly since: number;
}

/**
 * One connected agent. State is never queued for it: what it was last sent is compared with what there is when it can
 * take more, so an agent that does not read costs nothing.
 */
export class AgentLink {
  readonly #connection: AgentConnection;
  readonly #model: (key: AgentKey) => Mirror;
  readonly #goneReasons = new Map<string, GoneReason>();
  #sent: Mirror = new Map();
  #flushing = false;
  #identity: AgentIdentity;
  #name: AgentName;
  #calls = 0;

  /** @param model what an agent of that key may see */
  constructor(identity: AgentIdentity, name: AgentName, connection: AgentConnection, model: (key: AgentKey) => Mirror) {
    this.#identity = identity;
    this.#name = name;
    this.#connection = connection;
    this.#model = model;
  }

  get identity(): AgentIdentity {
    return this.#identity;
  }

  /** What it calls itself now. */
  get name(): AgentName {
    return this.#name;
  }

  /** How a person sees this agent. */
  get seen(): ConnectedAgent {
    return { ...this.#identity, ...this.#name, calls: this.#calls };
  }

  /** @param identity by which it is known from now on; what that may not see is taken from it when the model is sent next */
  nameItself(name: AgentName, identity: Pick<AgentIdentity, 'key' | 'program'>): void {
    this.#name = name;
    this.#identity = { ...this.#identity, ...identity };
    const model = this.#model(this.#identity.key);
    for (const appId of this.#sent.keys()) if (!model.has(appId)) this.noteGone(appId, 'revoked');
  }

  countCall(): void {
    this.#calls += 1;
  }

  /** Why an application will be missing when the model is sent next. */
  noteGone(appId: string, reason: GoneReason): void {
    if (this.#sent.has(appId)) this.#goneReasons.set(appId, reason);
  }

  /** Sends what changed, at once, or when the agent has read what it was sent before. */
  flush(): void {
    if (this.#flushing || this.#sent === this.#model(this.#identity.key)) return;
    if (this.#connection.backlogBytes === 0) {
      this.#flushNow();
      return;
    }
    this.#flushing = true;
    void this.#connection.drained().then(() => {
      this.#flushing = false;
      this.flush();
    });
  }

  /** Sends a message, after every change that it may depend on. An agent that does not read is spared reports of progress. */
  send(message: HostToAgent): void {
    if (message.type === 'progress' && this.#connection.backlogBytes > 0) return;
    this.#flushNow();
    this.#connection.send(message);
  }

  #flushNow(): void {
    const model = this.#model(this.#identity.key);
    const events = modelEvents(this.#sent, model, (appId) => this.#goneReasons.get(appId) ?? 'closed');
    this.#sent = model;
    this.#goneReasons.clear();
    for (const event of events) this.#connection.send({ type: 'model', event });
  }
}
