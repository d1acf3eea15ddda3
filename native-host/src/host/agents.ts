import {
  type AgentKey,
  type AgentName,
  type AgentToHost,
  type ConnectedAgent,
  type ExtensionIdentity,
  type HostStatus,
  LIMITS,
  NAMELESS,
  type ProcessId,
  RELEASE_VERSION,
  WIRE_VERSION,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { agentKey } from './agent-access.ts';
import { type AgentConnection, type AgentIdentity, AgentLink } from './agent-link.ts';
import type { Mirror } from './mirror.ts';
import { refuseWire } from './wire-refusal.ts';

type Hello = AgentToHost & { type: 'hello' };
type Naming = AgentToHost & { type: 'agent' };
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

const UNNAMED = 'This agent must say who it is before it is told anything or may ask for anything.';
const FULL = `${LIMITS.agentsPerHost} agents are connected to this browser already. Close one, then try again.`;
const DISCONNECTED = 'The user has disconnected this agent. Restart it to connect again.';

/** Ends a connection with a sentence for whoever looks at the agent's log. */
function refuse(connection: AgentConnection, message: string): void {
  connection.send({ type: 'refused', message, ...(message === DISCONNECTED && { disconnected: true }) });
  connection.close(message);
}

/**
 * By what an agent without a token or a program of its own is known: the first name that it says, whichever request came
 * first.
 */
function identify({ token, program: own }: Hello, { name }: AgentName, before?: AgentIdentity) {
  const program = before === undefined || before.program === NAMELESS.name ? own || name : before.program;
  return { program, key: agentKey({ token, program }) };
}

/**
 * The agents' processes on this host's socket. One counts as an agent from when it has named itself: nobody is told of a
 * page whom the person cannot see, and nobody whom the person cannot see takes the place of an agent.
 */
export class Agents {
  readonly #options: AgentsOptions;
  readonly #agents = new Map<string, AgentLink>();
  /** Agents' connections, from their hello on. */
  readonly #connections = new Map<AgentConnection, Hello>();
  /** Those of them that have not named themselves yet, the oldest first. */
  readonly #unnamed = new Set<AgentConnection>();
  /** Processes that the person has sent away. */
  readonly #disconnected = new Set<ProcessId>();
  #count = 0;

  constructor(options: AgentsOptions) {
    this.#options = options;
  }

  get seen(): ConnectedAgent[] {
    return [...this.#agents.values()].map(({ seen }) => seen);
  }

  get all(): Iterable<AgentLink> {
    return this.#agents.values();
  }

  find(id: string): AgentLink | undefined {
    return this.#agents.get(id);
  }

  /** The person has sent these away: they are not let in again. */
  disconnect(processes: readonly ProcessId[]): void {
    for (const process of processes) this.#disconnected.add(process);
    for (const [connection, { process }] of [...this.#connections]) {
      if (this.#disconnected.has(process)) refuse(connection, DISCONNECTED);
    }
  }

  /** A process that has proved itself. It is told who this is, and nothing more before it has named itself. */
  accept(connection: AgentConnection): void {
    const extension = this.#options.extension();
    if (extension === undefined) {
      connection.close('the browser has not introduced itself yet');
      return;
    }
    let agent: AgentLink | undefined;
    let hello: Hello | undefined;
    connection.onMessage((message) => {
      if (message.type === 'hello') {
        if (hello !== undefined || this.#refuse(connection, message)) return;
        hello = message;
        if (hello.role === 'agent') this.#letIn(connection, hello);
      } else if (hello === undefined) {
        connection.close('hello must come first');
      } else if (message.type === 'status') {
        connection.send({ type: 'status', status: this.#options.status() });
        if (hello.role === 'status') connection.close();
      } else if (hello.role === 'agent') {
        agent = this.#receive(connection, hello, agent, message);
      }
    });
    connection.onClose(() => {
      this.#connections.delete(connection);
      this.#unnamed.delete(connection);
      if (agent === undefined) return;
      this.#agents.delete(agent.identity.id);
      this.#options.onGone(agent);
      this.#options.onSeen();
    });
    const { pid } = this.#options;
    connection.send({ type: 'hello', wire: WIRE_VERSION, version: RELEASE_VERSION, pid, extension });
  }

  #refuse(connection: AgentConnection, hello: Hello): boolean {
    const message =
      refuseWire('agent', hello) ??
      (hello.role === 'agent' && this.#disconnected.has(hello.process) ? DISCONNECTED : undefined);
    if (message === undefined) return false;
    refuse(connection, message);
    return true;
  }

  /** Idle clients may name nobody for long. `LIMITS.agentsPerHost` of them stay; one that has to go comes back by itself. */
  #letIn(connection: AgentConnection, hello: Hello): void {
    const [oldest] = this.#unnamed;
    if (oldest !== undefined && this.#unnamed.size >= LIMITS.agentsPerHost) {
      this.#unnamed.delete(oldest);
      oldest.close('it has not said who it is, and others came');
    }
    this.#connections.set(connection, hello);
    this.#unnamed.add(connection);
  }

  #receive(
    connection: AgentConnection,
    hello: Hello,
    known: AgentLink | undefined,
    message: AgentRequest | Naming,
  ): AgentLink | undefined {
    if (message.type !== 'agent') {
      if (known === undefined) refuse(connection, UNNAMED);
      else this.#request(known, message);
      return known;
    }
    if (known === undefined && this.#agents.size >= LIMITS.agentsPerHost) {
      refuse(connection, FULL);
      return undefined;
    }
    this.#unnamed.delete(connection);
    if (known !== undefined) known.nameItself(message.agent, identify(hello, message.agent, known.identity));
    const agent = known ?? this.#register(connection, hello, message.agent);
    this.#options.onSeen();
    // The person hears of it before it hears of any page.
    if (known === undefined) agent.send({ type: 'ready' });
    else known.flush();
    return agent;
  }

  #register(connection: AgentConnection, hello: Hello, name: AgentName): AgentLink {
    this.#count += 1;
    const { model, wallClock } = this.#options;
    const { process } = hello;
    const identity = { id: `agent-${this.#count}`, process, since: wallClock(), ...identify(hello, name) };
    const agent = new AgentLink(identity, name, connection, model);
    this.#agents.set(identity.id, agent);
    return agent;
  }

  #request(agent: AgentLink, request: AgentRequest): void {
    if (request.type === 'call') agent.countCall();
    this.#options.onRequest(agent, request);
  }
}
