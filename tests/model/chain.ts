import type { ExtensionToHost, HostToExtension, PageToWorker } from '@mcp-gui-bridge/page-sdk/protocol';
import { WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import { emptyModel, type Model } from '../../extension/src/model/documents.ts';
import { Handles, profileMac } from '../../extension/src/model/handles.ts';
import type { ModelInput } from '../../extension/src/model/step.ts';
import { reduce } from '../../extension/src/model/window-model.ts';
import type { AgentConnection } from '../../native-host/src/host/agent-link.ts';
import { dispatch } from '../../native-host/src/host/dispatch/dispatch.ts';
import { Host } from '../../native-host/src/host/host.ts';
import { steadyClock } from '../../native-host/src/link/clock.ts';
import { createLog } from '../../native-host/src/link/log.ts';
import type { ToolSelection } from '../../native-host/src/mcp/tool-list.ts';
import type { OriginScope } from '../../native-host/src/mcp/view.ts';
import type { Actions } from '../../page-sdk/src/action.ts';
import { TestAgent } from './agent.ts';
import { TestDocument } from './document.ts';
import { quiet } from './turns.ts';

export const BROWSER = 'Testium 1';
export const EXTENSION = { version: '0.1.0', browser: BROWSER, profileId: 'profile-one', generation: 1 };
const MAC = profileMac(new Uint8Array(32).fill(7));
/** Sequences number their documents and windows alike. */
const macs = new Map<string, Uint8Array>();
const HANDLES = new Handles((text) => {
  const mac = macs.get(text) ?? MAC(text);
  macs.set(text, mac);
  return mac;
});
const LOG = createLog('host', { MCP_GUI_BRIDGE_LOG: 'silent' });

/** The whole way from pages to agents in one process: the real code, without browser, processes and sockets. */
export class Chain {
  readonly agents: TestAgent[] = [];
  readonly #documents = new Map<string, TestDocument>();
  readonly #decide: typeof reduce;
  readonly #host: Host;
  #model: Model = emptyModel(BROWSER);
  #documentsMade = 0;

  /** @param decide the extension's model, or one with a mistake in it that a test has to notice */
  constructor(decide: typeof reduce = reduce) {
    this.#decide = decide;
    this.#host = new Host({
      pid: 1,
      installation: '0123-4567-89ab-cdef-0123-4567-89ab-cdef',
      send: (message) => this.#fromHost(message),
      describe: async () => {},
      onFault: (problem) => {
        throw new Error(problem);
      },
      log: LOG,
      clock: steadyClock(),
      decide: dispatch,
      wallClock: () => 0,
    });
    this.#host.receive([{ type: 'hello', wire: WIRE_VERSION, extension: EXTENSION, expected: [] }]);
  }

  async openDocument(name: string, origin: string, actions: Actions): Promise<TestDocument> {
    this.#documentsMade += 1;
    const identity = { id: `document-${this.#documentsMade}`, origin, name };
    const document = new TestDocument(identity, actions, (from, message) => this.#fromPage(from, message));
    this.#documents.set(document.id, document);
    // The SDK loads a part of itself when it first meets an extension, which takes as many turns as it takes.
    while (document.bridge.status !== 'connected') await quiet();
    return document;
  }

  closeDocument({ id }: TestDocument): void {
    this.#documents.delete(id);
    this.#run({ type: 'gone', documentId: id, reason: 'closed' });
  }

  /** A worker that has kept nothing takes over, and every page declares itself again. */
  async restartWorker(): Promise<void> {
    this.#model = emptyModel(BROWSER);
    const attached = [...this.#documents.values()].map((document) => document.reopen());
    await Promise.all(attached);
  }

  suspend({ id }: TestDocument, suspended: boolean): void {
    this.#run({ type: 'suspended', documentId: id, suspended });
  }

  async startAgent(scope: OriginScope, selection: ToolSelection): Promise<TestAgent> {
    const agent = await TestAgent.start(this.#host, scope, selection);
    this.agents.push(agent);
    return agent;
  }

  /** Lets an agent's process in that has come over a real link. */
  connect(connection: AgentConnection): void {
    this.#host.connect(connection);
  }

  end(): void {
    for (const agent of this.agents) agent.close();
    this.#host.end();
  }

  #fromPage(document: TestDocument, message: PageToWorker): void {
    if (this.#documents.get(document.id) !== document) return;
    const { id: documentId, origin } = document;
    if (message.type === 'attach') {
      const { declared, running } = message;
      this.#run({ type: 'attach', documentId, origin, declared, running });
    } else if (message.type !== 'pong' && message.type !== 'detach') {
      this.#run({ type: 'page', documentId, message });
      if (message.type === 'change' && message.solicited !== true) document.receive({ type: 'credit' });
    }
  }

  #fromHost(message: HostToExtension): void {
    const { type } = message;
    if (type === 'hello' || type === 'agents' || type === 'consent' || type === 'call_over' || type === 'pong') return;
    this.#run({ type: 'host', message });
  }

  #run(input: ModelInput): void {
    const { model, effects } = this.#decide(this.#model, input, HANDLES);
    this.#model = model;
    const toHost: ExtensionToHost[] = [];
    for (const effect of effects) {
      if (effect.type === 'host') toHost.push(effect.message);
      else if (effect.type === 'page') this.#documents.get(effect.documentId)?.receive(effect.message);
      else throw new Error(`a page was disconnected: ${effect.message}`);
    }
    if (toHost.length > 0) this.#host.receive(toHost);
  }
}
