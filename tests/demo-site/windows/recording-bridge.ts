import type {
  ActionOutcome,
  Actions,
  BlockInput,
  Bridge,
  CallContext,
  WindowDeclaration,
  WindowHandle,
} from '@mcp-gui-bridge/page-sdk';

/** A window as the application left it. */
export interface RecordedWindow {
  title: string;
  summary: string | undefined;
  blocks: readonly BlockInput[];
  readonly actions: Actions;
  readonly available: Map<string, true | string>;
  readonly owner: RecordedWindow | null;
  updates: number;
}

/** A bridge that only writes down what is declared, and runs actions as if every check had passed. */
export class RecordingBridge implements Bridge {
  readonly status = 'connected';
  readonly windows: RecordedWindow[] = [];
  #lastId = 0;

  onStatus = () => () => {};
  onCall = () => () => {};
  onSettle = () => () => {};
  setActions = () => {};
  dispose = () => {};
  openWindow = (declaration: WindowDeclaration<never, never>) => this.#open(declaration, null);
  openAppModal = (declaration: WindowDeclaration<never, never>) => this.#open(declaration, null);

  #open(declaration: WindowDeclaration<never, never>, owner: RecordedWindow | null): WindowHandle {
    const window: RecordedWindow = {
      title: declaration.title,
      summary: declaration.summary,
      blocks: declaration.blocks ?? [],
      actions: (declaration.actions ?? {}) as Actions,
      available: new Map(),
      owner,
      updates: 0,
    };
    this.windows.push(window);
    const isOpen = () => this.windows.includes(window);
    return {
      localId: String(++this.#lastId),
      version: 1,
      get isOpen() {
        return isOpen();
      },
      update: (change) => {
        if (!isOpen()) throw new Error(`${window.title} is closed`);
        window.updates += 1;
        Object.assign(window, change);
      },
      openModal: (modal) => this.#open(modal as WindowDeclaration<never, never>, window),
      setActions: () => {},
      setAvailable: (action, available) => {
        if (!Object.hasOwn(window.actions, action)) throw new Error(`${window.title} has no action ${action}`);
        window.available.set(action, available);
      },
      close: () => void this.windows.splice(this.windows.indexOf(window), isOpen() ? 1 : 0),
    };
  }

  titles(): string[] {
    return this.windows.map(({ title }) => title);
  }

  get(title: string): RecordedWindow {
    const window = this.windows.find((candidate) => candidate.title === title);
    if (!window) throw new Error(`No window "${title}" is open`);
    return window;
  }

  /** Calls an action as an agent would. */
  async act(
    title: string,
    action: string,
    input: unknown = {},
    call: Partial<CallContext> = {},
  ): Promise<ActionOutcome> {
    const declared = this.get(title).actions[action];
    if (!declared) throw new Error(`${title} has no action ${action}`);
    const context: CallContext = {
      agent: { name: 'Test' },
      signal: new AbortController().signal,
      progress: () => {},
      commit: () => {},
      ...call,
    };
    return (await declared.run(input, context)) ?? {};
  }
}
