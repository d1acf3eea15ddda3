import type { Preferences } from '../apps/host-context.ts';
import { viewDocument } from '../apps/load-view.ts';
import type { ViewServer } from '../apps/view-requests.ts';
import { ViewSession } from '../apps/view-session.ts';
import { openSandbox } from '../relay/open-sandbox.ts';
import type { RelayAddress, Tap } from '../relay/web-socket-transport.ts';
import { EMPTY_LOG, logMessage, type MessageLog } from '../state/message-log.ts';
import { createStore, type Store } from '../state/store.ts';
import { refuseView } from '../state/tool-groups.ts';
import { AgentSession, type Revision } from './agent-session.ts';
import { Calls } from './calls.ts';

export interface ConsoleOptions {
  readonly address: RelayAddress;
  readonly preferences: Preferences;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Everything that the console holds: the agent's connection, the calls with their views, and what went to and fro. */
export class AgentConsole {
  readonly log: Store<MessageLog> = createStore(EMPTY_LOG);
  readonly preferences: Store<Preferences>;
  readonly session: Store<AgentSession>;
  readonly calls: Calls;
  readonly #options: ConsoleOptions;

  constructor(options: ConsoleOptions) {
    this.#options = options;
    this.preferences = createStore(options.preferences);
    this.session = createStore(this.#open('2025-11-25'));
    this.calls = new Calls({
      now: options.now,
      pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      callTool: ({ name }, args, signal) => this.session.value.callTool({ name, arguments: { ...args } }, signal),
      openView: async (uri, tool, callId) => {
        const document = viewDocument(uri, await this.session.value.readResource(uri));
        return new ViewSession({
          document,
          sandboxUrl: await openSandbox(options.address, document.meta.csp),
          tool,
          server: this.#serverForViews(),
          preferences: this.preferences.value,
          tap: this.#tap(`view of call ${callId}`),
          onStage: () => this.#clearStage(),
        });
      },
    });
    this.preferences.subscribe(() => {
      for (const view of this.#views()) view.setPreferences(this.preferences.value);
    });
  }

  /** Starts another `mcp`, spoken to in that revision; the one before ends. */
  async reconnect(revision: Revision): Promise<void> {
    const before = this.session.value;
    this.session.set(this.#open(revision));
    await before.close();
  }

  #open(revision: Revision): AgentSession {
    const session = new AgentSession(this.#options.address, this.#tap('server'), revision);
    let { tools } = session.state.value;
    session.state.subscribe(() => {
      if (session.state.value.tools === tools) return;
      tools = session.state.value.tools;
      for (const view of this.#views()) view.toolsChanged();
    });
    void session.open();
    return session;
  }

  #tap(peer: string): Tap {
    return (direction, message) => {
      const at = this.#options.now();
      this.log.update((log) => logMessage(log, { at, direction, peer, message }));
    };
  }

  #views(): ViewSession[] {
    return this.calls.state.value.flatMap(({ view }) => view ?? []);
  }

  /** There is room for one view outside the list of calls. */
  #clearStage(): void {
    for (const view of this.#views()) view.setDisplayMode('inline');
  }

  #serverForViews(): ViewServer {
    return {
      callTool: async (params, signal) => {
        const session = this.session.value;
        const refusal = refuseView(session.state.value.tools, params);
        if (refusal !== undefined) throw new Error(refusal);
        return session.callTool(params, signal);
      },
      readResource: ({ uri }) => this.session.value.readResource(uri),
      listResources: () => this.session.value.listResources(),
    };
  }
}
