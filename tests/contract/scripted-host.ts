import type {
  Action,
  AgentToHost,
  ApplicationCall,
  CallAnswer,
  ExtensionIdentity,
  History,
  HostToAgent,
  ModelEvent,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { RELEASE_VERSION, WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import type { LinkConnection } from '../../native-host/src/link/connection.ts';
import { type AgentServer, serveAgents } from '../../native-host/src/link/serve-agents.ts';

type Agent = LinkConnection<AgentToHost, HostToAgent>;

/** What a test does with a call: answers it, or not. `host` is there to send state first. */
export type OnCall = (call: ApplicationCall, host: ScriptedHost) => CallAnswer | undefined;

export interface ScriptedHostOptions {
  readonly directory: string;
  readonly profileId?: string;
  readonly generation?: number;
  readonly onCall?: OnCall;
  /** What the page remembers of the agent's calls; `undefined`: it cannot be asked. */
  readonly onHistory?: (asked: Extract<AgentToHost, { type: 'history' }>) => History | undefined;
  /** What the page's journal says of a call after the host was replaced. */
  readonly onRecall?: (callId: string) => CallAnswer | 'running' | 'unseen';
  /** The page's document of that hash; `undefined`: it never answers. */
  readonly onView?: (hash: string) => string | null | undefined;
}

export const succeed = (value: Partial<Extract<CallAnswer, { ok: true }>['value']> = {}): CallAnswer => ({
  ok: true,
  value: { openedWindowIds: [], ...value },
});

/** A host without a browser: the real socket, handshake and messages, with a model that the test tells. */
export class ScriptedHost {
  readonly received: AgentToHost[] = [];
  readonly #options: ScriptedHostOptions;
  /** Those that have named themselves: nobody else is told anything. */
  readonly #agents = new Set<Agent>();
  readonly #attached = new Map<string, Extract<ModelEvent, { type: 'attached' }>>();
  readonly #waiting = new Set<() => void>();
  #server: AgentServer | undefined;

  constructor(options: ScriptedHostOptions) {
    this.#options = options;
  }

  async start(): Promise<this> {
    const { directory } = this.#options;
    this.#server = await serveAgents({ directory, onAgent: (agent) => this.#welcome(agent) });
    await this.#server.describe(this.#identity);
    return this;
  }

  get #identity(): ExtensionIdentity {
    const { profileId = 'profile-one', generation = 1 } = this.#options;
    return { version: '0.1.0', browser: 'Scripted 1', profileId, generation };
  }

  /** Sends a change to every agent; `attached` is also what agents that come later start from. */
  tell(event: ModelEvent): void {
    if (event.type === 'attached') this.#attached.set(event.application.id, event);
    for (const agent of this.#agents) agent.send({ type: 'model', event });
  }

  send(message: HostToAgent): void {
    for (const agent of this.#agents) agent.send(message);
  }

  /** Resolves with the first message that fits, past or future. */
  async heard<T extends AgentToHost['type']>(type: T): Promise<Extract<AgentToHost, { type: T }>> {
    for (;;) {
      const found = this.received.find((message) => message.type === type);
      if (found) return found as Extract<AgentToHost, { type: T }>;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  async stop(): Promise<void> {
    await this.#server?.close();
  }

  #welcome(agent: Agent): void {
    agent.onClose(() => this.#agents.delete(agent));
    agent.onMessage((message) => {
      this.#answer(agent, message);
      this.received.push(message);
      for (const resolve of this.#waiting) resolve();
      this.#waiting.clear();
    });
    agent.send({
      type: 'hello',
      wire: WIRE_VERSION,
      version: RELEASE_VERSION,
      pid: process.pid,
      extension: this.#identity,
    });
  }

  #answer(agent: Agent, message: AgentToHost): void {
    if (message.type === 'agent' && !this.#agents.has(agent)) {
      this.#agents.add(agent);
      for (const event of this.#attached.values()) agent.send({ type: 'model', event });
      agent.send({ type: 'ready' });
    } else if (message.type === 'status') {
      const { browser, version } = this.#identity;
      const nothing = { links: [], applications: [], agents: [] };
      agent.send({
        type: 'status',
        status: { pid: process.pid, browser, extensionVersion: version, since: 0, ...nothing },
      });
    } else if (message.type === 'call') {
      const { callId } = message.call;
      agent.send({ type: 'dispatched', callId });
      const answer = this.#options.onCall?.(message.call, this);
      if (answer) agent.send({ type: 'settled', callId, answer });
    } else if (message.type === 'recall') {
      const { callId } = message;
      const word = this.#options.onRecall?.(callId) ?? 'unseen';
      const recalled =
        typeof word === 'string' ? { callId, state: word } : { callId, state: 'answered' as const, answer: word };
      agent.send({ type: 'recalled', recalled });
    } else if (message.type === 'history') {
      const history = this.#options.onHistory?.(message);
      agent.send({ type: 'history', id: message.id, ...(history && { history }) });
    } else if (message.type === 'view') {
      const { appId, hash } = message;
      const html = this.#options.onView?.(hash);
      if (html !== undefined) agent.send({ type: 'viewed', appId, hash, html });
    }
  }
}

export const ORDERS = 'aorders2345';
export const EDITOR = 'weditor2345';
export const REPORT = 'wreport2345';

export const action = (name: string, more: Partial<Action> = {}): Action => ({
  name,
  title: name.replaceAll('_', ' '),
  inputSchema: { type: 'object', properties: { recipient: { type: 'string' } } },
  available: true,
  timeoutMs: 30_000,
  ...more,
});

/** The order desk of the protocol's examples: an editor and a report, and one action of the application itself. */
export function orderDesk(editorActions: Action[] = [action('set_recipient'), action('submit')]): ModelEvent {
  const window = { opened: 1, modal: false, ownerId: null, version: 1, blocks: [] };
  return {
    type: 'attached',
    application: { id: ORDERS, origin: 'https://orders.example.com', browser: 'Scripted 1', condition: 'live' },
    declared: {
      name: 'Order desk',
      actions: [action('new_order')],
      windows: [
        { ...window, id: EDITOR, title: 'Order Editor', summary: 'Recipient missing', actions: editorActions },
        { ...window, opened: 2, id: REPORT, title: 'Report Details', actions: [action('refresh')] },
      ],
    },
    running: [],
  };
}
