import {
  type AgentKey,
  type AgentToHost,
  type ConnectedAgent,
  type ExtensionIdentity,
  type HostStatus,
  LIMITS,
  RELEASE_VERSION,
  WIRE_VERSION,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { agentKey } from './agent-access.ts';
import { type AgentConnection, AgentLink } from './agent-link.ts';
import type { Mirror } from './mirror.ts';
import { refuseWire } from './wire-refusal.ts';

type Hello = AgentToHost & { type: 'hello' };
/** What an agent may say once it has been accepted. */
export type AgentRequest = Exclude<AgentToHost, { type: 'hello' } | { type: 'status' } | { type: 'agent' }>;

export interface AgentsOptions {
  readonly pid: number;
  readonly extension: () => ExtensionIdentity | undefined;
  /** What an agent may see. */
  readonly model: (key: AgentKey) => Mirror;
  readonly status: () => HostStatus;
  readonly wallClock: () => number;
  readonly onRequest: (agent: AgentLink, request: AgentRequest) => void;
  readonly onGone: (agent: AgentLink) => void;
  /** Somebody that a person should see came, went, or named itself. */
  readonly onSeen: () => void;
}

const DISCONNECTED = 'The user has disconnected this agent. Restart it to connect again.';

/** The agents' processes on this host's socket, `LIMITS.agentsPerHost` of them at most. */
export class Agents {
  readonly #options: AgentsOptions;
  readonly #agents = new Map<string, AgentLink>();
  /** Processes that the person has sent away. */
  readonly #disconnected = new Set<number>();
  #count = 0;

  constructor(options: AgentsOptions) {
    this.#options = options;
  }

  get seen(): ConnectedAgent[] {
    return [...this.#agents.values()].flatMap((agent) => agent.seen ?? []);
  }

  get all(): Iterable<AgentLink> {
    return this.#agents.values();
  }

  find(id: string): AgentLink | undefined {
    return this.#agents.get(id);
  }

  /** The person sends an agent away: its process is not let in again. */
  disconnect(id: string): void {
    const agent = this.#agents.get(id);
    if (agent === undefined) return;
    this.#disconnected.add(agent.identity.pid);
    agent.refuse(DISCONNECTED);
  }

  /** A process that has proved itself. It is told who this is, and nothing more before its own hello. */
  accept(connection: AgentConnection): void {
    const extension = this.#options.extension();
    if (extension === undefined) {
      connection.close('the browser has not introduced itself yet');
      return;
    }
    let agent: AgentLink | undefined;
    let role: Hello['role'] | undefined;
    connection.onMessage((message) => {
      if (message.type === 'hello') {
        if (role !== undefined || this.#refuse(connection, message)) return;
        role = message.role;
        if (role === 'agent') agent = this.#register(connection, message);
      } else if (role === undefined) {
        connection.close('hello must come first');
      } else if (message.type === 'status') {
        connection.send({ type: 'status', status: this.#options.status() });
        if (role === 'status') connection.close();
      } else if (agent !== undefined) {
        this.#receive(agent, message);
      }
    });
    connection.onClose(() => {
      if (agent === undefined) return;
      this.#agents.delete(agent.identity.id);
      this.#options.onGone(agent);
      if (agent.seen !== undefined) this.#options.onSeen();
    });
    const { pid } = this.#options;
    connection.send({ type: 'hello', wire: WIRE_VERSION, version: RELEASE_VERSION, pid, extension });
  }

  #refuse(connection: AgentConnection, hello: Hello): boolean {
    const full = hello.role === 'agent' && this.#agents.size >= LIMITS.agentsPerHost;
    const message =
      refuseWire('agent', hello) ??
      (hello.role === 'agent' && this.#disconnected.has(hello.pid) ? DISCONNECTED : undefined) ??
      (full
        ? `${LIMITS.agentsPerHost} agents are connected to this browser already. Close one, then try again.`
        : undefined);
    if (message === undefined) return false;
    connection.send({ type: 'refused', message });
    connection.close(message);
    return true;
  }

  #register(connection: AgentConnection, hello: Hello): AgentLink {
    this.#count += 1;
    const { model, wallClock } = this.#options;
    const { pid, program } = hello;
    const key = agentKey(hello);
    const identity = { id: `agent-${this.#count}`, key, pid, program, since: wallClock() };
    const agent = new AgentLink(identity, connection, () => model(key));
    this.#agents.set(identity.id, agent);
    agent.send({ type: 'ready' });
    return agent;
  }

  #receive(agent: AgentLink, message: AgentRequest | (AgentToHost & { type: 'agent' })): void {
    if (message.type === 'agent') {
      agent.nameItself(message.agent);
      this.#options.onSeen();
      return;
    }
    if (message.type === 'call') agent.countCall();
    this.#options.onRequest(agent, message);
  }
}
