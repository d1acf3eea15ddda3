import type { CompiledAction } from './action.ts';
import { dialogOpened, neverStarted, outcomeOf, readResult, refused, success, thrownAnswer } from './answer.ts';
import type { BridgeStatus } from './bridge.ts';
import { callContext } from './call-context.ts';
import type { CallEvent } from './call-event.ts';
import {
  aboutCall,
  EMPTY_JOURNAL,
  firstUnderKey,
  historyOf,
  type Journal,
  noteAnswer,
  noteCall,
  recall,
  runningCalls,
} from './call-journal.ts';
import { dialogInFront, refusalOf, splitArguments } from './call-rules.ts';
import { eachText, sameJson } from './json.ts';
import type { CallAnswer, Outcome } from './protocol/answer.ts';
import type { PageCall, Progress } from './protocol/call.ts';
import { LIMITS } from './protocol/limits.ts';
import type { PageToWorker } from './protocol/page-hop.ts';
import { type CallTarget, keyUsed, validationFailed } from './protocol/refusal.ts';
import { utf8Length } from './protocol/utf8.ts';
import type { Declared, WindowState } from './protocol/window.ts';
import type { Checked } from './schema.ts';
import { readThrown } from './thrown.ts';
import type { Words } from './words.ts';

/** What a call needs of the page. */
export interface CallHost {
  readonly words: Words;
  status(): BridgeStatus;
  declared(): Declared;
  find(windowId: string | null, action: string): CompiledAction | undefined;
  settle(): Promise<void>;
  send(message: PageToWorker): void;
  progress(progress: Progress): void;
  /** Told every text that an agent sent. */
  heard(text: string): void;
  emit(event: CallEvent): void;
  now(): number;
}

type Ending =
  | { readonly phase: 'started' | 'finished' }
  | { readonly phase: 'answered'; readonly outcome: Outcome; readonly message: string };

type HandlerEnd = { readonly value: unknown } | { readonly error: unknown };

interface Call {
  readonly request: PageCall;
  readonly target: CallTarget;
  readonly controller: AbortController;
  hasStarted: boolean;
  aborted: 'cancelled' | 'timeout' | undefined;
  /** Opening number given out last before it started. */
  openedBefore: number;
  windowOpened: (() => void) | undefined;
}

const lastOpened = ({ windows }: Declared): number => Math.max(0, ...windows.map(({ opened }) => opened));

/** Runs calls one by one as they come: remembers, checks, starts, settles, answers. */
export class Calls {
  readonly #host: CallHost;
  readonly #calls = new Map<string, Call>();
  /** Open windows that the person opened: no handler waits for them. */
  readonly #persons = new Set<string>();
  /** Calls that wait for the answer of the first under their key, by its id. */
  readonly #repeats = new Map<string, Call[]>();
  #journal: Journal = EMPTY_JOURNAL;

  constructor(host: CallHost) {
    this.#host = host;
  }

  /** Ids of the calls that have no answer yet. */
  get running(): string[] {
    return runningCalls(this.#journal);
  }

  receive(request: PageCall): void {
    const { callId } = request;
    const known = recall(this.#journal, callId);
    if (known.state === 'answered') this.#host.send({ type: 'answer', callId, answer: known.answer });
    if (known.state !== 'unseen') return;
    const about = aboutCall(request);
    const first = firstUnderKey(this.#journal, about);
    this.#journal = noteCall(this.#journal, callId, this.#host.now(), about);
    const { target, input } = splitArguments(request);
    const controller = new AbortController();
    const fresh = { hasStarted: false, aborted: undefined, openedBefore: 0, windowOpened: undefined };
    const call: Call = { request, target, controller, ...fresh };
    this.#calls.set(callId, call);
    eachText(request.arguments, (text) => this.#host.heard(text));
    if (first === undefined) void this.#take(call, input);
    else if (first.about.content !== about.content) this.#answer(call, refused(keyUsed(), this.#host.words));
    else if (first.answer !== undefined) this.#answer(call, first.answer);
    else this.#repeats.set(first.callId, [...(this.#repeats.get(first.callId) ?? []), call]);
  }

  history(id: number, owner: string): void {
    const history = historyOf(this.#journal, owner, this.#host.now());
    this.#host.send({ type: 'history', id, history });
  }

  recall(callId: string): void {
    this.#host.send({ type: 'recalled', recalled: recall(this.#journal, callId) });
  }

  abort(callId: string, reason: 'cancelled' | 'timeout'): void {
    const call = this.#calls.get(callId);
    if (call === undefined) return;
    call.aborted = reason;
    const name = reason === 'timeout' ? 'TimeoutError' : 'AbortError';
    call.controller.abort(new DOMException(`The agent's call was ended: ${reason}`, name));
    if (!call.hasStarted) this.#answer(call, neverStarted(reason));
  }

  /** Tells the handlers of closed windows, or with `null` those of the application; they settle as they see fit. */
  ended(windowIds: readonly (string | null)[]): void {
    for (const id of windowIds) if (id !== null) this.#persons.delete(id);
    for (const { target, controller } of this.#calls.values()) {
      if (windowIds.includes(target.windowId)) {
        controller.abort(new DOMException('The window of this action was closed', 'AbortError'));
      }
    }
  }

  windowOpened(id: string, byPerson: boolean): void {
    if (byPerson) this.#persons.add(id);
    for (const call of this.#calls.values()) call.windowOpened?.();
  }

  /** Checks the arguments, which may take time; then decides and starts in one task, so that nobody comes between. */
  async #take(call: Call, input: Record<string, unknown>): Promise<void> {
    const { windowId, action: name } = call.target;
    const checking = this.#host.find(windowId, name);
    const checked = this.#check(checking, input);
    const result = checked instanceof Promise ? await checked : checked;
    if (call.aborted !== undefined) return;
    const action = this.#host.find(windowId, name);
    const isSame = action === checking || sameJson(action?.announced.inputSchema, checking?.announced.inputSchema);
    if (!isSame) return this.#take(call, input);
    const declared = this.#host.declared();
    const held = 'fields' in result ? result.fields : [];
    const refusal = refusalOf(this.#host.status(), declared, call.target, held);
    if (refusal !== undefined || action === undefined || !('value' in result)) {
      return this.#answer(call, refused(refusal ?? validationFailed(held), this.#host.words));
    }
    call.hasStarted = true;
    call.openedBefore = lastOpened(declared);
    this.#emit(call, { phase: 'started' });
    await this.#run(call, action, result.value);
  }

  #check(action: CompiledAction | undefined, input: Record<string, unknown>): Checked | Promise<Checked> {
    const failed = (error: unknown): Checked => ({
      fields: [{ field: 'arguments', error: `could not be checked: ${String(error)}` }],
    });
    if (utf8Length(JSON.stringify(input)) > LIMITS.argumentsBytes) {
      return { fields: [{ field: 'arguments', error: `are larger than ${LIMITS.argumentsBytes / 1024} KiB` }] };
    }
    try {
      const checked = action?.input.check(input) ?? { value: input };
      return checked instanceof Promise ? checked.catch(failed) : checked;
    } catch (error) {
      return failed(error);
    }
  }

  async #run(call: Call, action: CompiledAction, input: unknown): Promise<void> {
    const { callId } = call.request;
    const run: { end?: HandlerEnd } = {};
    const context = callContext(call.request, call.controller.signal, action, {
      host: this.#host,
      isOpen: () => this.#isOpen(callId),
      opened: (named) => this.#opened(call, named),
    });
    const handler = (async () => action.run(input, context))().then(
      (value) => {
        run.end = { value };
      },
      (error: unknown) => {
        run.end = { error };
      },
    );
    for (let isOver = false; !isOver; ) {
      isOver = await Promise.race([handler.then(() => true), this.#dialog(call).then(() => false)]);
      await this.#host.settle();
      const dialog = run.end === undefined ? this.#dialogOf(call) : undefined;
      if (dialog === undefined) continue;
      this.#answer(call, dialogOpened(dialog.title, this.#opened(call), this.#host.words));
      await handler;
      break;
    }
    if (run.end !== undefined) await this.#finish(call, action, run.end);
    this.#calls.delete(callId);
  }

  async #finish(call: Call, action: CompiledAction, end: HandlerEnd): Promise<void> {
    const { words } = this.#host;
    if ('error' in end) {
      if (readThrown(end.error).kind === 'other')
        console.error(`[mcp-gui-bridge] the action "${action.announced.name}" threw`, end.error);
      return this.#answer(call, thrownAnswer(end.error, this.#opened(call), words));
    }
    const { message, result, opened } = outcomeOf(end.value);
    const reading = readResult(result, action.output, words);
    const returned = reading instanceof Promise ? await reading : reading;
    this.#answer(call, success(message, this.#opened(call, opened), returned, words));
  }

  #isOpen = (callId: string): boolean => recall(this.#journal, callId).state === 'running';

  #dialogOf(call: Call): WindowState | undefined {
    const dialog = dialogInFront(this.#host.declared().windows, call.target.windowId, call.openedBefore);
    return dialog !== undefined && !this.#persons.has(dialog.id) ? dialog : undefined;
  }

  /** Resolves when a dialog that the call opened stands before its window. */
  #dialog(call: Call): Promise<void> {
    return new Promise((resolve) => {
      call.windowOpened = () => {
        if (this.#dialogOf(call) !== undefined) resolve();
      };
      call.windowOpened();
    });
  }

  /** Windows opened since the call started that are still open, or those that its handler names. */
  #opened(call: Call, named?: readonly { readonly localId: string }[] | undefined): string[] {
    const names = named && new Set(named.map(({ localId }) => localId));
    return this.#host
      .declared()
      .windows.filter(({ id, opened }) => names?.has(id) ?? opened > call.openedBefore)
      .map(({ id }) => id);
  }

  #answer(call: Call, answer: CallAnswer): void {
    const { callId } = call.request;
    const isFirst = this.#isOpen(callId);
    this.#journal = noteAnswer(this.#journal, callId, answer, this.#host.now());
    if (!call.hasStarted) this.#calls.delete(callId);
    if (!isFirst) {
      this.#emit(call, { phase: 'finished' });
      return;
    }
    this.#host.send({ type: 'answer', callId, answer });
    for (const repeat of this.#repeats.get(callId) ?? []) this.#answer(repeat, answer);
    this.#repeats.delete(callId);
    const outcome = answer.ok ? 'executed' : answer.error.outcome;
    const message = answer.ok ? (answer.value.message ?? '') : answer.error.message;
    this.#emit(call, { phase: 'answered', outcome, message });
  }

  #emit(call: Call, end: Ending): void {
    const { callId, agent, windowId, action } = call.request;
    const { windows, actions } = this.#host.declared();
    const window = windows.find(({ id }) => id === windowId);
    const title = (window?.actions ?? actions).find(({ name }) => name === action)?.title ?? action;
    const place = window === undefined ? null : { localId: window.id, title: window.title };
    this.#host.emit({ callId, agent, window: place, action, title, ...end });
  }
}
