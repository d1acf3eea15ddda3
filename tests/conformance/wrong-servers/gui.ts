import { ACTIONS, type Declared, toolOf, wrongFields } from './actions.ts';
import type { Addressed, Behaviour, Happening, Json, Scene, Shown, ShownWindow, Told } from './behaviour.ts';
import { contentOf, START, type State } from './content.ts';

const TITLES: Record<string, string> = {
  a: 'Conformance A',
  b: 'Conformance B',
  blocks: 'Conformance blocks',
  data: 'Conformance data',
  modal: 'Conformance modal',
  appModal: 'Conformance app modal',
  extra: 'Conformance extra',
};

/** How long a slow operation takes, and what a change told too early waits for. */
const SLOW_MS = 15;

const pause = () => new Promise((resolve) => setTimeout(resolve, SLOW_MS));

export interface Open extends ShownWindow {
  kind: string;
}

/** A refusal in the words of protocol §7.4. */
export const refusal = (code: string, more: Json = {}): Json => ({ code, message: `Refused: ${code}`, ...more });

type Listener = (told: Told, from: number) => void;

/** The conformance application in memory: one screen, whatever number of clients. */
export class Gui {
  readonly behaviour: Behaviour;
  #state: State = START;
  #windows: Open[] = [];
  #closed: Open[] = [];
  #modalWasClosed = false;
  #lastWindow = 0;
  #lastHint = 0;
  readonly #listeners = new Set<Listener>();
  #running: { client: number; done: Promise<unknown> }[] = [];

  constructor(behaviour: Behaviour) {
    this.behaviour = behaviour;
    for (const kind of ['a', 'b', 'blocks', 'data']) this.#open(kind, null);
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  snapshot(client: number): Json {
    const windows = this.#windows.map(({ kind: _, ...shown }) => structuredClone(shown) as ShownWindow);
    const shown: Shown = { operableWindowIds: this.#operable().map(({ id }) => id), windows };
    return this.behaviour.snapshot(shown, this.#scene(client));
  }

  tools(client: number): Json[] {
    const operable = this.#operable();
    const app = this.#appModals().length > 0 ? [] : this.#group({ kind: 'app' });
    const all = this.#windows.flatMap((window) => this.#group(window));
    const tools = [...app, ...operable.flatMap((window) => this.#group(window))];
    return this.behaviour.tools(tools, { ...this.#scene(client), all });
  }

  /** Runs one call: refused at once, or in turn. */
  async call(name: string, args: Json, client: number): Promise<{ answer: Json; call: Addressed }> {
    const [owner = '', handle = ''] = name.split(/__(.*)/s);
    const window = this.#windows.find(({ id }) => id === owner);
    const kind = owner === 'app' ? 'app' : (window?.kind ?? 'none');
    const action = handle.startsWith('gr_e') ? 'unsafe' : handle;
    const call: Addressed = { kind, action, args, client };
    const running = this.#running.filter((operation) => !this.behaviour.overlaps(operation.client, client));
    let start = (_answer: Json) => {};
    const started = new Promise<Json>((resolve) => {
      start = resolve;
    });
    const done = Promise.all(running.map((operation) => operation.done)).then(async () => {
      const refused = this.behaviour.verdict(this.#refuse(window, call), call);
      if (refused !== undefined) return refused;
      if (this.behaviour.answersAtStart && action === 'slow') start({ message: 'Started' });
      return this.#perform(window, call);
    });
    const operation = { client, done };
    this.#running.push(operation);
    void done.then(() => {
      this.#running = this.#running.filter((other) => other !== operation);
    });
    return { answer: await Promise.race([started, done]), call };
  }

  #refuse(window: Open | undefined, { kind, action, args }: Addressed): Json | undefined {
    const declared = ACTIONS[kind]?.[action];
    if (kind === 'none') return refusal('window_not_found');
    const blocked = window ? !this.#operable().includes(window) : this.#appModals().length > 0;
    if (blocked) return refusal('blocked_by_modal');
    if (declared === undefined || !this.#available(kind, action)) return refusal('action_not_available');
    const { expectedVersion } = args;
    if (window && expectedVersion !== undefined && expectedVersion !== window.version) {
      return refusal('stale_state', { currentVersion: window.version });
    }
    const fields = wrongFields(declared, args);
    return fields.length > 0 ? refusal('validation_failed', { fields }) : undefined;
  }

  async #perform(window: Open | undefined, call: Addressed): Promise<Json> {
    const { action, args, client } = call;
    const tell = (...happenings: Happening[]) => this.#tell(client, happenings);
    const opens = (kind: string, ownerId: string | null) => this.#open(kind, ownerId).id;
    const early = this.behaviour.tellsEarly(action);
    switch (action) {
      case 'set_field':
        if (early) tell('data');
        if (early) await pause();
        this.#show(call.kind === 'b' ? { amount: args['amount'] } : { value: String(args['value']) });
        if (!early) tell('data');
        return { message: 'The field is set' };
      case 'set_summary':
        this.#show({ summary: String(args['value']) });
        tell('data');
        return { message: 'The summary is set' };
      case 'set_locked': {
        const happening = args['locked'] === true ? 'unavailable' : 'available';
        if (early) tell(happening);
        if (early) await pause();
        this.#show({ locked: args['locked'] === true });
        if (!early) tell(happening);
        return { message: 'The lock is set' };
      }
      case 'set_notice':
        if (args['shown'] === true) this.#lastHint++;
        this.#show({ hint: args['shown'] === true ? this.behaviour.hintId(this.#lastHint) : '' });
        tell('data');
        return { message: 'The hint is set' };
      case 'slow':
        this.#show({ journal: [...this.#state.journal, `begin ${args['label']}`] });
        tell('data');
        await pause();
        this.#show({ journal: [...this.#state.journal, `end ${args['label']}`] });
        tell('data');
        return { message: 'Done after a while' };
      case 'stall':
        await pause();
        return refusal('action_timeout');
      case 'submit': {
        const fields = [
          ...(args['recipient'] === '' ? [{ field: 'recipient', error: 'Cannot be empty' }] : []),
          ...(Number(args['amount']) > 0 ? [] : [{ field: 'amount', error: 'Must be greater than 0' }]),
        ];
        return fields.length > 0 ? refusal('validation_failed', { fields }) : { message: 'Submitted' };
      }
      case 'quote':
        return { message: 'The rate is 1.25', result: { rate: 1.25, currency: 'EUR' } };
      case 'load_rows':
        return { message: 'Loaded', result: { rows: [[args['offset'], Number(args['offset']) ** 2]] } };
      case 'open_modal': {
        const openedWindowIds = [opens('modal', window?.id ?? null)];
        tell('modal_opened');
        return { message: 'A dialog opened', openedWindowIds };
      }
      case 'open_app_modal': {
        const openedWindowIds = [opens('appModal', null)];
        tell('modal_opened');
        return { message: 'A dialog opened', openedWindowIds };
      }
      case 'open_window': {
        const openedWindowIds = [opens('extra', null)];
        tell('window_opened');
        return { message: 'A window opened', openedWindowIds };
      }
      case 'open_two': {
        const openedWindowIds = [opens('extra', null)];
        if (this.behaviour.opensTwoInSteps) tell('window_opened');
        if (this.behaviour.opensTwoInSteps) await pause();
        openedWindowIds.push(opens('extra', null));
        this.#show({ summary: 'Two more windows are open' });
        tell('window_opened', 'data');
        return { message: 'Two windows opened', openedWindowIds };
      }
      case 'close':
        tell(...this.#close(window));
        return { message: 'Closed' };
      case 'reset':
        this.#reset();
        tell('window_closed', 'modal_closed', 'data', 'available');
        return { message: 'Everything is as it was' };
      default:
        return { message: 'Done' };
    }
  }

  #open(kind: string, ownerId: string | null): Open {
    const open = this.#windows.filter((window) => window.kind === kind).length;
    const opened: Open = {
      kind,
      id: this.behaviour.newWindowId(kind, ++this.#lastWindow, open),
      title: TITLES[kind] ?? kind,
      modal: kind === 'modal' || kind === 'appModal',
      ownerId,
      version: 1,
      ...contentOf(kind, this.#state, this.behaviour.fieldsId(1)),
    };
    this.#windows.push(opened);
    return opened;
  }

  #close(window: Open | undefined): Happening[] {
    if (window === undefined) return [];
    const closing = new Set([window]);
    for (const each of this.#windows) {
      if ([...closing].some(({ id }) => id === each.ownerId)) closing.add(each);
    }
    this.#windows = this.#windows.filter((each) => !closing.has(each));
    this.#closed.push(...closing);
    this.#modalWasClosed ||= window.modal;
    return [window.modal ? 'modal_closed' : 'window_closed'];
  }

  #reset(): void {
    this.#windows = this.#windows.filter(({ kind }) => ['a', 'b', 'blocks', 'data'].includes(kind));
    this.#closed = [];
    this.#modalWasClosed = false;
    this.#show(START);
    if (!this.behaviour.resetsVersion) return;
    for (const window of this.#windows) window.version = 1;
  }

  /** Applies a change and counts the version of every window that reads differently (protocol §7.1). */
  #show(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change };
    for (const window of this.#windows) {
      const next = contentOf(window.kind, this.#state, this.behaviour.fieldsId(window.version));
      const summary = next.summary !== window.summary && this.behaviour.counts('summary');
      const blocks = JSON.stringify(next.blocks) !== JSON.stringify(window.blocks) && this.behaviour.counts('blocks');
      Object.assign(window, next);
      if (summary || blocks) window.version++;
    }
  }

  #tell(from: number, happenings: readonly Happening[]): void {
    const of = (told: Told, which: (happening: Happening) => boolean) => {
      if (!happenings.some((happening) => which(happening) && this.behaviour.tells(told, happening))) return;
      for (const listener of this.#listeners) listener(told, from);
    };
    of('list_changed', (happening) => happening !== 'data');
    of('updated', (happening) => happening !== 'available' && happening !== 'unavailable');
  }

  #appModals(): Open[] {
    const roots = this.#windows.filter(({ modal, ownerId }) => modal && ownerId === null);
    const last = roots.at(-1);
    return last ? this.#chain(last) : [];
  }

  /** From a window down to the tip of what blocks it. */
  #chain(window: Open): Open[] {
    const child = this.#windows.findLast(({ ownerId }) => ownerId === window.id);
    return child ? [window, ...this.#chain(child)] : [window];
  }

  #operable(): Open[] {
    const tip = this.#appModals().at(-1);
    if (tip) return [tip];
    return this.#windows.filter(({ modal }) => !modal).flatMap((window) => this.#chain(window).at(-1) ?? []);
  }

  #scene(client: number): Scene {
    const appModals = this.#appModals();
    const a = this.#windows.find(({ kind }) => kind === 'a');
    const chain = appModals.length > 0 || !a ? appModals : this.#chain(a).slice(1);
    return {
      chain,
      appModal: appModals.length > 0,
      closed: this.#closed,
      modalWasClosed: this.#modalWasClosed,
      client,
    };
  }

  #available(kind: string, action: string): boolean {
    return !(kind === 'a' && action === 'guarded' && this.#state.locked);
  }

  #group({ kind, id = 'app', version = 0 }: { kind: string; id?: string; version?: number }): Json[] {
    const named = (action: string) => (action === 'unsafe' ? this.behaviour.unsafeHandle(version) : action);
    return Object.entries<Declared>(ACTIONS[kind] ?? {})
      .filter(([action]) => this.#available(kind, action))
      .map(([action, declared]) => toolOf(`${id}__${named(action)}`, declared, kind !== 'app'));
  }
}
