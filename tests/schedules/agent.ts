import type { AgentToHost, CallAnswer } from '@mcp-gui-bridge/page-sdk/protocol';
import { windowToolName } from '@mcp-gui-bridge/page-sdk/protocol';
import { callStatus } from '../../native-host/src/mcp/call-status-tool.ts';
import { GuiModel } from '../../native-host/src/mcp/gui-model.ts';
import { type HostConnection, HostLinks } from '../../native-host/src/mcp/host-links.ts';
import { KeyedCalls } from '../../native-host/src/mcp/keyed-calls.ts';
import { type Operation, operate, type ToolRequest } from '../../native-host/src/mcp/operate.ts';
import type { Record } from './record.ts';
import type { Seams } from './seams.ts';
import type { ProcessClock } from './time.ts';

export interface Choice {
  readonly windowId: string;
  readonly title: string;
  readonly action: string;
  readonly version: number;
}

/** What an agent wants done. Under a key it may ask for it again. */
export interface Wanted {
  readonly op: string;
  readonly choice: Choice;
  readonly version: number | null;
  readonly isKeyed: boolean;
}

/** An agent's `mcp` process: everything but its MCP server and its sockets. */
export class SimulatedAgent {
  readonly name: string;
  readonly gui: GuiModel;
  readonly clock: ProcessClock;
  /** Calls that have no answer yet, with what aborts them. */
  readonly open = new Map<string, AbortController>();
  readonly links: HostLinks;
  /** What becomes of what it sends. */
  readonly filter: (message: AgentToHost) => AgentToHost[];
  readonly #keyed: KeyedCalls;
  readonly #record: Record;
  readonly #seams: Seams;
  isGone = false;

  constructor(name: string, token: string, clock: ProcessClock, record: Record, seams: Seams) {
    this.name = name;
    this.clock = clock;
    this.#record = record;
    this.#seams = seams;
    this.filter = seams.fromAgent();
    this.gui = new GuiModel(name, undefined, clock);
    this.links = new HostLinks({
      gui: this.gui,
      clock,
      program: 'simulated',
      token,
      log: (message, details) => {
        const reason = String(details?.['reason'] ?? '');
        if (message !== 'link closed' || reason.startsWith('bad')) record.fail(`${name}: ${message}: ${reason}`);
      },
    });
    this.links.announce({ name });
    this.#keyed = new KeyedCalls(this.#operate, (question) => callStatus(this.gui, this.links, question));
    this.gui.onChange(() => this.#read());
  }

  connect(connection: HostConnection, closed: () => void): void {
    this.links.open(connection, () => undefined, closed);
  }

  /** Everything that this agent could think of calling now. */
  get choices(): {
    readonly windowId: string;
    readonly title: string;
    readonly action: string;
    readonly version: number;
  }[] {
    return this.gui.view.applications.flatMap(({ declared, operable }) =>
      declared.windows.flatMap(({ id: windowId, title, version, actions }) => {
        const choices = actions.map(({ name: action }) => ({ windowId, title, action, version }));
        return operable.includes(windowId) ? [...choices, ...choices, ...choices] : choices;
      }),
    );
  }

  call(callId: string, { op, choice, version, isKeyed }: Wanted): void {
    const controller = new AbortController();
    this.open.set(callId, controller);
    this.#record.call(callId, op, isKeyed);
    const operation = {
      tool: windowToolName(choice.windowId, choice.action),
      args: { op, version },
      expectedVersion: version ?? undefined,
      callId,
    };
    const { signal } = controller;
    const request = { agent: { name: this.name }, signal, arrived: this.clock.now(), report: undefined };
    const ended = isKeyed
      ? this.#keyed.run(op, operation, request).then(({ answer }) => answer)
      : this.#operate(operation, request);
    void ended.then((answer) => this.#answered(callId, answer));
  }

  /** Asks what became of its calls, and those of the processes before it. */
  async askStatus(): Promise<void> {
    for (const { callId, state } of await callStatus(this.gui, this.links, {})) {
      if (state === 'executed' || state === 'not_executed') this.#record.claim(callId, state);
    }
  }

  #operate = (operation: Operation, request: ToolRequest): Promise<CallAnswer> =>
    operate(this.gui, this.links.calls, operation, request);

  #answered(callId: string, answer: CallAnswer): void {
    if (this.isGone) return;
    this.open.delete(callId);
    const read = new Map(
      this.gui.view.applications.flatMap(({ declared }) =>
        declared.windows.map(({ title, version }) => [title, version]),
      ),
    );
    this.#record.answered(callId, this.#seams.answer(answer), read);
  }

  /** Whoever knew the answers is gone: the client will never have them. */
  die(): void {
    this.isGone = true;
    this.clock.end();
    for (const callId of this.open.keys()) this.#record.forget(callId);
  }

  #read(): void {
    for (const { declared } of this.gui.view.applications) {
      for (const { id, version, title, blocks } of declared.windows) {
        const [block] = blocks;
        const content = block?.type === 'text' ? block.text : '';
        this.#record.read(this.name, id, version, `${title} ${content}`, title);
      }
    }
  }
}
