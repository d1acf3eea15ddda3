import { randomBytes } from 'node:crypto';
import type { CallAnswer } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Tool } from '@modelcontextprotocol/server';
import type { Host } from '../../native-host/src/host/host.ts';
import { type Clock, steadyClock } from '../../native-host/src/link/clock.ts';
import { callStatusTool } from '../../native-host/src/mcp/call-status-tool.ts';
import { callTool } from '../../native-host/src/mcp/call-tool.ts';
import { GuiModel } from '../../native-host/src/mcp/gui-model.ts';
import { Hosts } from '../../native-host/src/mcp/hosts.ts';
import { KeyedCalls } from '../../native-host/src/mcp/keyed-calls.ts';
import { Notifier } from '../../native-host/src/mcp/notifier.ts';
import { newCallId, type Operation, operate, type ToolRequest } from '../../native-host/src/mcp/operate.ts';
import { readWindowsTool } from '../../native-host/src/mcp/read-windows-tool.ts';
import { snapshotText } from '../../native-host/src/mcp/snapshot.ts';
import { ListedTools, type ToolSelection } from '../../native-host/src/mcp/tool-list.ts';
import type { OriginScope } from '../../native-host/src/mcp/view.ts';
import { waitForChangeTool } from '../../native-host/src/mcp/wait-for-change-tool.ts';
import { memoryLink } from './memory-link.ts';

export type Notification = 'list_changed' | 'updated';

const NAME = { name: 'model test', version: '1' };

/** All of an agent's `mcp` process but its MCP server and its socket. */
export class TestAgent {
  readonly scope: OriginScope;
  readonly selection: ToolSelection;
  /** Told since it was looked at last. */
  readonly notifications: Notification[] = [];
  readonly #clock: Clock = steadyClock();
  readonly #gui: GuiModel;
  readonly #hosts: Hosts;
  readonly #listed: ListedTools;
  readonly #notifier: Notifier;

  private constructor(host: Host, scope: OriginScope, selection: ToolSelection) {
    this.scope = scope;
    this.selection = selection;
    this.#gui = new GuiModel(randomBytes(4).toString('hex'), scope, this.#clock);
    let isOpen = true;
    this.#hosts = new Hosts({
      gui: this.#gui,
      clock: this.#clock,
      program: 'model test',
      token: undefined,
      problem: (sentence) => {
        throw new Error(sentence);
      },
      load: async () => ({
        list: async () => (isOpen ? [DESCRIPTOR] : []),
        watch: () => () => {},
        removeStale: async () => false,
        log: () => {},
        connect: async () => {
          const link = memoryLink();
          link.agent.onClose(() => {
            isOpen = false;
          });
          host.connect(link.host);
          return link.agent;
        },
      }),
    });
    const run = (operation: Operation, request: ToolRequest) =>
      operate(this.#gui, this.#hosts.calls, operation, request);
    const helpers = [
      readWindowsTool(this.#gui, async () => []),
      callTool(this.#gui, run, new KeyedCalls(run, async () => [])),
      waitForChangeTool(this.#gui),
      callStatusTool(this.#gui, this.#hosts),
    ].map(({ definition }) => definition);
    this.#listed = new ListedTools(helpers, selection);
    this.#notifier = new Notifier(this.#gui, this.#listed, {
      toolListChanged: () => this.notifications.push('list_changed'),
      windowsUpdated: () => this.notifications.push('updated'),
      drained: async () => {},
    });
  }

  /** Starts one that has read all there is. */
  static async start(host: Host, scope: OriginScope, selection: ToolSelection): Promise<TestAgent> {
    const agent = new TestAgent(host, scope, selection);
    agent.#hosts.attach();
    agent.#hosts.announce(NAME);
    await agent.#hosts.attached;
    agent.look();
    return agent;
  }

  /** The resource as it reads now; nothing is told for it. */
  get text(): string {
    return snapshotText(this.#gui.view);
  }

  /** Reads the resource and the tool list, as a client does that was told of changes before each answer. */
  look(): { text: string; tools: Tool[]; told: Notification[] } {
    this.#notifier.beforeResponse();
    const told = this.notifications.splice(0);
    return { text: this.text, tools: this.#listed.of(this.#gui.view), told };
  }

  /** Calls a tool by its name. */
  call(tool: string, args: Record<string, unknown>, expectedVersion: unknown): Promise<CallAnswer> {
    const { signal } = new AbortController();
    const request = { agent: NAME, signal, arrived: this.#clock.now(), report: undefined };
    return operate(this.#gui, this.#hosts.calls, { tool, args, expectedVersion, callId: newCallId() }, request);
  }

  close(): void {
    this.#notifier.close();
    this.#hosts.close();
  }
}

const DESCRIPTOR = {
  wire: 1,
  version: '0.1.0',
  pid: 1,
  startedAt: 0,
  socket: 'memory',
  secret: '0'.repeat(64),
  extension: { version: '0.1.0', browser: 'Testium 1', profileId: 'profile-one', generation: 1 },
};
