import { RELEASE_VERSION, Snapshot, WINDOWS_URI } from '@mcp-gui-bridge/page-sdk/protocol';
import { type CallToolResult, Client, type Tool } from '@modelcontextprotocol/client';
import { RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/app-bridge';
import { type RelayAddress, type Tap, WebSocketTransport } from '../relay/web-socket-transport.ts';
import { createStore, type Store } from '../state/store.ts';

/** Revisions of MCP that the console speaks: the last with `initialize`, and the one without. */
export const REVISIONS = ['2025-11-25', '2026-07-28'] as const;
export type Revision = (typeof REVISIONS)[number];

export interface AgentState {
  readonly status: 'connecting' | 'connected' | 'closed';
  /** Why it is closed, or what the last reading failed of. */
  readonly problem: string | undefined;
  readonly server: string | undefined;
  readonly snapshot: Snapshot;
  /** The text of `app://windows` as the model would be given it. */
  readonly snapshotText: string;
  readonly tools: readonly Tool[];
}

const NOTHING: AgentState = {
  status: 'connecting',
  problem: undefined,
  server: undefined,
  snapshot: { operableWindowIds: [], windows: [], applications: [] },
  snapshotText: '',
  tools: [],
};

/** A little more than the longest that `app__wait_for_change` may take. */
const CALL_MS = 310_000;

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Runs a reading again when something changed while it ran, and never two at once. */
function oneAtATime(read: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again = false;
  const loop = async () => {
    do {
      again = false;
      await read();
    } while (again);
  };
  return () => {
    again = true;
    running ??= loop().finally(() => {
      running = undefined;
    });
    return running;
  };
}

/** The console as an MCP client: what it reads, kept up to date by the server's notifications. */
export class AgentSession {
  readonly state: Store<AgentState> = createStore(NOTHING);
  readonly #transport: WebSocketTransport;
  readonly #client: Client;
  readonly #readWindows = oneAtATime(() => this.#reading(() => this.#takeWindows()));
  readonly #readTools = oneAtATime(() => this.#reading(() => this.#takeTools()));

  constructor(address: RelayAddress, tap: Tap, revision: Revision) {
    this.#transport = new WebSocketTransport(address, tap);
    this.#client = new Client(
      { name: 'agent-console', title: 'Agent console', version: RELEASE_VERSION },
      {
        capabilities: { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: [RESOURCE_MIME_TYPE] } } },
        versionNegotiation: { mode: revision === '2025-11-25' ? 'legacy' : { pin: revision } },
      },
    );
    this.#client.setNotificationHandler('notifications/resources/updated', () => void this.#readWindows());
    this.#client.setNotificationHandler('notifications/tools/list_changed', () => void this.#readTools());
    this.#client.onclose = () =>
      this.#change({ status: 'closed', problem: this.#transport.closeReason ?? 'The connection has ended.' });
  }

  /** Connects, subscribes and reads for the first time. What goes wrong is in the state. */
  async open(): Promise<void> {
    try {
      await this.#client.connect(this.#transport);
      if (this.#client.getNegotiatedProtocolVersion() === '2026-07-28') {
        await this.#client.listen({ toolsListChanged: true, resourceSubscriptions: [WINDOWS_URI] });
      } else {
        await this.#client.subscribeResource({ uri: WINDOWS_URI });
      }
    } catch (error) {
      this.#change({ status: 'closed', problem: messageOf(error) });
      return;
    }
    const { name = '', version = '' } = this.#client.getServerVersion() ?? {};
    this.#change({
      status: 'connected',
      server: `${name} ${version}, MCP ${this.#client.getNegotiatedProtocolVersion() ?? ''}`,
    });
    await Promise.all([this.#readWindows(), this.#readTools()]);
  }

  callTool(
    params: { name: string; arguments?: Record<string, unknown> | undefined },
    signal: AbortSignal,
  ): Promise<CallToolResult> {
    return this.#client.callTool(params, { signal, timeout: CALL_MS });
  }

  readResource(uri: string) {
    return this.#client.readResource({ uri }, { cacheMode: 'bypass' });
  }

  listResources() {
    return this.#client.listResources();
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #takeWindows(): Promise<void> {
    const { contents } = await this.readResource(WINDOWS_URI);
    const [content] = contents;
    if (content === undefined || !('text' in content)) throw new Error(`${WINDOWS_URI} has no text.`);
    this.#change({
      snapshot: Snapshot.parse(JSON.parse(content.text)),
      snapshotText: content.text,
      problem: undefined,
    });
  }

  async #takeTools(): Promise<void> {
    const { tools } = await this.#client.listTools(undefined, { cacheMode: 'bypass' });
    this.#change({ tools });
  }

  async #reading(read: () => Promise<void>): Promise<void> {
    try {
      await read();
    } catch (error) {
      if (this.state.value.status === 'connected') this.#change({ problem: messageOf(error) });
    }
  }

  #change(change: Partial<AgentState>): void {
    this.state.update((state) => ({ ...state, ...change }));
  }
}
