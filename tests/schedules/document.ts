import { type CallContext, type CompiledAction, compileActions } from '../../page-sdk/src/action.ts';
import { text } from '../../page-sdk/src/block.ts';
import type { BridgeStatus } from '../../page-sdk/src/bridge.ts';
import { Declarations } from '../../page-sdk/src/declarations.ts';
import { ActionError } from '../../page-sdk/src/errors.ts';
import { Outbox } from '../../page-sdk/src/outbox.ts';
import type { PageToWorker, WorkerToPage } from '../../page-sdk/src/protocol/index.ts';
import { localId } from '../../page-sdk/src/registry.ts';
import { Calls } from '../../page-sdk/src/run-call.ts';
import type { CompiledSchema } from '../../page-sdk/src/schema.ts';
import { words } from '../../page-sdk/src/words.ts';
import type { Record } from './record.ts';
import type { Seams } from './seams.ts';

/** What the application's actions do; each ends in its own way. */
export const ACTIONS = ['bump', 'open', 'ask', 'stop', 'hang', 'fail', 'leave'] as const;
type ActionName = (typeof ACTIONS)[number] | 'close';

export const TIMEOUTS: { readonly [name: string]: number } = {
  bump: 4_000,
  open: 4_000,
  ask: 4_000,
  stop: 1_500,
  hang: 1_000,
  fail: 4_000,
  leave: 4_000,
  close: 4_000,
};

const ANY: CompiledSchema = {
  json: { type: 'object' },
  isReady: () => true,
  loading: undefined,
  check: (value) => ({ value: value as object }),
};

const compiledActions = new Map<string, CompiledAction>();

/** Compiled once, as the same few actions are declared over and over. */
function compiled(name: ActionName): CompiledAction {
  const known = compiledActions.get(name);
  if (known !== undefined) return known;
  const declaration = { title: name, timeoutMs: TIMEOUTS[name], run: () => undefined };
  const action = { ...compileActions({ [name]: declaration }).get(name), input: ANY } as CompiledAction;
  compiledActions.set(name, action);
  return action;
}

interface Input {
  readonly op: string;
  readonly version: number | null;
}

const noOp = async () => undefined;

/** A handler that waits for the schedule. `late`: it goes on only when it was told to stop, or when all is over. */
export interface Waiting {
  readonly op: string;
  readonly isLate: () => boolean;
  readonly goOn: () => void;
}

/** One document: the real SDK behind its declarations and calls, and an application that the schedule drives. */
export class SimulatedDocument {
  readonly id: string;
  readonly origin: string;
  readonly declarations: Declarations;
  readonly waiting = new Set<Waiting>();
  /** What becomes of the messages to and from it. */
  readonly filterIn: (message: WorkerToPage) => WorkerToPage[];
  readonly filterOut: (message: PageToWorker) => PageToWorker[];
  readonly #record: Record;
  readonly #outbox: Outbox;
  readonly #calls: Calls;
  readonly #callOf = new Map<string, string>();
  /** Resolved when a dialog that a handler waits for is closed. */
  readonly #closed = new Map<string, () => void>();
  #status: BridgeStatus = 'absent';
  #values = 0;
  #opened = 0;
  #offered: number;

  constructor(id: string, origin: string, record: Record, seams: Seams, now: () => number, firstAction: number) {
    this.#offered = firstAction;
    this.id = id;
    this.origin = origin;
    this.#record = record;
    this.filterIn = seams.toPage();
    this.filterOut = seams.fromPage();
    this.declarations = new Declarations(
      () => undefined,
      () => this.#outbox.changed(),
    );
    this.#outbox = new Outbox(() => this.declarations.declared, noOp);
    const receive = new Calls(
      seams.page({
        words: words(this.declarations.secrets),
        status: () => this.#status,
        declared: () => this.declarations.declared,
        find: (windowId, action) => this.declarations.action(windowId, action),
        settle: noOp,
        send: (message) => this.#send(message),
        progress: (progress) => this.#outbox.progress(progress),
        heard: () => undefined,
        emit: () => undefined,
        now,
      }),
    );
    this.#calls = receive;
    this.declarations.setName(id);
    this.#open(undefined);
    this.#open(undefined);
  }

  attach(post: (message: PageToWorker) => void): void {
    this.#outbox.attach(post, this.#calls.running);
  }

  detach(): void {
    this.#status = 'absent';
    this.#outbox.detach();
  }

  receive(message: WorkerToPage): void {
    switch (message.type) {
      case 'status':
        this.#status = message.status;
        break;
      case 'call':
        this.#callOf.set(String(message.call.arguments['op']), message.call.callId);
        this.#calls.receive(message.call);
        break;
      case 'abort':
        this.#calls.abort(message.callId, message.reason);
        break;
      case 'recall':
        this.#calls.recall(message.callId);
        break;
      case 'credit':
        this.#outbox.credited();
        break;
      case 'ping':
        this.#outbox.post({ type: 'pong', id: message.id });
        break;
      case 'refused':
        this.#record.fail(`${this.id} was refused: ${message.message}`);
    }
  }

  /** The person does something. */
  userActs(n: number): void {
    const { windows } = this.declarations.declared;
    const window = windows[n % windows.length];
    if (window === undefined) return;
    const kind = Math.floor(n / 8) % 4;
    if (kind === 0 && windows.length < 6) this.#open(window.id, true);
    else if (kind === 1 && window.modal) this.#close(window.id);
    else this.#update(window.id);
  }

  /** Everybody's dialogs are closed, so that what waits for them ends. */
  closeDialogs(): void {
    for (const { id, modal } of [...this.declarations.declared.windows].reverse()) if (modal) this.#close(id);
  }

  keyOf(localId: string): string {
    return `${this.id}/${localId}`;
  }

  #send(message: PageToWorker): void {
    if (message.type === 'answer') {
      const { windows } = this.declarations.declared;
      this.#record.pageAnswers(message.callId, new Map(windows.map(({ title, version }) => [title, version])));
    }
    this.#outbox.send(message);
  }

  #open(ownerId: string | undefined, byPerson = false): string {
    this.#opened += 1;
    const id = localId(this.#opened);
    const owner = ownerId === undefined ? undefined : { id: ownerId };
    this.declarations.open({ title: this.keyOf(id), blocks: [this.#newText()] }, owner);
    this.declarations.setActions(id, this.#actions(id, ownerId !== undefined));
    this.#calls?.windowOpened(id, byPerson);
    return id;
  }

  #close(id: string): void {
    const closed = this.declarations.close(id);
    this.#calls.ended(closed);
    for (const one of closed) this.#closed.get(one)?.();
  }

  /** The text is new each time; the title names the window for the judge. */
  #update(id: string): void {
    this.declarations.update(id, { blocks: [this.#newText()] });
  }

  #newText() {
    this.#values += 1;
    return text(`value ${this.#values}`);
  }

  /** Each window offers a few of them in turn, as most of the work of a step grows with their number. */
  #nextAction(): ActionName {
    this.#offered += 1;
    return ACTIONS[this.#offered % ACTIONS.length] ?? 'bump';
  }

  #actions(windowId: string, modal: boolean): Map<string, CompiledAction> {
    const names: ActionName[] = [modal ? 'close' : this.#nextAction(), this.#nextAction()];
    return new Map(
      names.map((name) => {
        const run = (input: unknown, context: CallContext) => this.#run(name, windowId, input as Input, context);
        return [name, { ...compiled(name), run }];
      }),
    );
  }

  /** Waits for the schedule. */
  #turn(op: string, isLate: () => boolean = () => false): Promise<void> {
    return new Promise((resolve) => {
      const waiting: Waiting = {
        op,
        isLate,
        goOn: () => {
          this.waiting.delete(waiting);
          resolve();
        },
      };
      this.waiting.add(waiting);
    });
  }

  async #run(
    name: ActionName,
    windowId: string,
    { op, version }: Input,
    context: CallContext,
  ): Promise<{ message: string }> {
    this.#record.started({ callId: this.#callOf.get(op) ?? '', op, document: this.id });
    this.#checkStart(op, windowId, version);
    const { signal } = context;
    if (name === 'ask') return this.#ask(op, windowId);
    if (name === 'leave') {
      this.#effect(op, windowId);
      context.commit({ message: 'Left' });
      await this.#turn(op);
      return { message: 'Stayed' };
    }
    if (name === 'stop') {
      const stopped = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      await Promise.race([this.#turn(op), stopped]);
      if (signal.aborted) throw new ActionError('Stopped');
    } else {
      await this.#turn(op);
    }
    this.#effect(op, windowId, name);
    if (name === 'fail') throw new Error('Failed');
    if (name === 'hang') await this.#turn(op, () => !signal.aborted);
    return { message: 'Done' };
  }

  /** A handler that waits for its own dialog. */
  async #ask(op: string, windowId: string): Promise<{ message: string }> {
    this.#record.effect(op);
    const dialog = this.#open(windowId);
    await new Promise<void>((resolve) => this.#closed.set(dialog, resolve));
    if (this.declarations.window(windowId) !== undefined) this.#update(windowId);
    return { message: 'Answered' };
  }

  #effect(op: string, windowId: string, name?: ActionName): void {
    this.#record.effect(op);
    if (this.declarations.window(windowId) === undefined) return;
    if (name === 'close') this.#close(windowId);
    else if (name === 'open' && this.declarations.declared.windows.length < 6) this.#open(windowId);
    else this.#update(windowId);
  }

  /** The judge's own idea of an operable window: it is there, and nothing stands before it. */
  #checkStart(op: string, windowId: string, version: number | null): void {
    const { windows } = this.declarations.declared;
    const window = windows.find(({ id }) => id === windowId);
    if (window === undefined) {
      this.#record.fail(`${op} started in a window that is not there`);
      return;
    }
    if (windows.some(({ ownerId }) => ownerId === windowId)) this.#record.fail(`${op} started behind a dialog`);
    if (version !== null && version !== window.version) {
      this.#record.fail(`${op} started at version ${window.version}, decided at ${version}`);
    }
  }
}
