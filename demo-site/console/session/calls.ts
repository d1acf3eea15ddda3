import type { CallToolResult, Tool } from '@modelcontextprotocol/client';
import { partialArguments } from '../apps/partial-arguments.ts';
import type { Delivery } from '../apps/view-lifecycle.ts';
import type { ViewSession } from '../apps/view-session.ts';
import { createStore, type Store } from '../state/store.ts';
import { untilStore } from '../state/store-wait.ts';
import { viewUriOf } from '../state/tool-groups.ts';

export interface ConsoleCall {
  readonly id: number;
  readonly tool: Tool;
  readonly args: Readonly<Record<string, unknown>>;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  /** `refused`: the tool's answer is an error; `failed`: there is no answer. */
  readonly status: 'running' | 'done' | 'refused' | 'failed' | 'cancelled' | 'closing';
  readonly ms: number | undefined;
  readonly result: CallToolResult | undefined;
  readonly problem: string | undefined;
  readonly view: ViewSession | undefined;
}

export interface CallsOptions {
  readonly callTool: (
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<CallToolResult>;
  /** @throws Error that says why the view cannot be shown */
  readonly openView: (uri: string, tool: Tool, callId: number) => Promise<ViewSession>;
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

/** As if a model wrote the arguments in so many pieces, one every so often. */
const PIECES = 12;
const PIECE_MS = 60;

const CANCELLED = 'The person cancelled the call';
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** The calls that a person made in the console, newest first, each with the view of its tool. */
export class Calls {
  readonly state: Store<readonly ConsoleCall[]> = createStore<readonly ConsoleCall[]>([]);
  readonly #options: CallsOptions;
  readonly #running = new Map<number, AbortController>();
  #count = 0;

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  /**
   * Calls a tool and shows its view if it has one.
   *
   * @param streamed whether the view is sent the arguments piece by piece before the call is made
   * @returns the tool's answer; `undefined` when there is none
   */
  async start(
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    { streamed }: { readonly streamed: boolean },
  ): Promise<CallToolResult | undefined> {
    const { callTool, now } = this.#options;
    const id = ++this.#count;
    const startedAt = now();
    const abort = new AbortController();
    this.#running.set(id, abort);
    const call: ConsoleCall = {
      id,
      tool,
      args,
      startedAt,
      status: 'running',
      ms: undefined,
      result: undefined,
      problem: undefined,
      view: undefined,
    };
    this.state.update((calls) => [call, ...calls]);
    const view = this.#open(id, tool);
    const deliver = (delivery: Delivery) => void view.then((opened) => opened?.deliver(delivery));
    const settled = (change: Partial<ConsoleCall>) => this.#change(id, { ...change, ms: now() - startedAt });
    try {
      if (streamed) await this.#stream(args, view, deliver, abort.signal);
      deliver({ kind: 'input', args: { ...args } });
      abort.signal.throwIfAborted();
      const result = await callTool(tool, args, abort.signal);
      settled({ status: result.isError === true ? 'refused' : 'done', result });
      deliver({ kind: 'result', result });
      return result;
    } catch (error) {
      const isCancelled = abort.signal.aborted;
      settled(isCancelled ? { status: 'cancelled' } : { status: 'failed', problem: messageOf(error) });
      deliver({ kind: 'cancelled', reason: isCancelled ? CANCELLED : messageOf(error) });
      return undefined;
    } finally {
      this.#running.delete(id);
    }
  }

  cancel(id: number): void {
    this.#running.get(id)?.abort(new Error(CANCELLED));
  }

  /** Takes a call off the list, after its view has been taken down. */
  async close(id: number): Promise<void> {
    this.cancel(id);
    const view = this.state.value.find((call) => call.id === id)?.view;
    this.#change(id, { status: 'closing' });
    await view?.end('The person closed it');
    this.state.update((calls) => calls.filter((call) => call.id !== id));
  }

  async #open(id: number, tool: Tool): Promise<ViewSession | undefined> {
    const uri = viewUriOf(tool);
    if (uri === undefined) return undefined;
    try {
      const view = await this.#options.openView(uri, tool, id);
      this.#change(id, { view });
      return view;
    } catch (error) {
      this.#change(id, { problem: `The view cannot be shown: ${messageOf(error)}` });
      return undefined;
    }
  }

  async #stream(
    args: Readonly<Record<string, unknown>>,
    view: Promise<ViewSession | undefined>,
    deliver: (delivery: Delivery) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const opened = await view;
    if (opened === undefined) return;
    const cancelled = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    await Promise.race([untilStore(opened.state, ({ phase }) => phase === 'live' || phase === 'ended'), cancelled]);
    for (const partial of partialArguments(args, PIECES)) {
      if (signal.aborted) return;
      deliver({ kind: 'partial', args: partial });
      await this.#options.pause(PIECE_MS);
    }
  }

  #change(id: number, change: Partial<ConsoleCall>): void {
    this.state.update((calls) => calls.map((call) => (call.id === id ? { ...call, ...change } : call)));
  }
}
