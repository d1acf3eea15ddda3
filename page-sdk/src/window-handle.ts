import type { Actions, ActionsOf, ByAction } from './action.ts';
import type { BlockInput } from './block.ts';
import { WindowClosedError } from './errors.ts';

/** What a window or modal dialog shows and offers when it opens (protocol §4.2). */
export interface WindowDeclaration<Inputs = ByAction, Outputs = ByAction> {
  /** At most 120 characters. */
  title: string;
  /** One sentence on what it shows now, at most 500 characters. Agents read it first (protocol §4.3). */
  summary?: string | undefined;
  /** At most 64. */
  blocks?: readonly BlockInput[] | undefined;
  actions?: ActionsOf<Inputs, Outputs> | undefined;
}

/** What an update replaces; what is left out stays. */
export interface WindowUpdate {
  title?: string | undefined;
  /** An empty one takes the summary away. */
  summary?: string | undefined;
  blocks?: readonly BlockInput[] | undefined;
}

/** An open window or modal dialog, to be kept as the person sees it. */
export interface WindowHandle {
  /** Unique in this document; agents see a different, unforgeable id. */
  readonly localId: string;
  /** Starts at 1 and grows by one whenever agents see other content (protocol §7.1). */
  readonly version: number;
  readonly isOpen: boolean;
  /**
   * Replaces what is given. Equal content changes nothing and notifies nobody.
   *
   * @throws WindowClosedError when it is closed, TypeError when the declaration is wrong; then nothing changes.
   */
  update(change: WindowUpdate): void;
  /**
   * Opens a modal dialog that blocks this window until it is closed (protocol §2).
   *
   * @throws WindowClosedError, TypeError
   */
  openModal<const Inputs extends ByAction, const Outputs extends ByAction>(
    declaration: WindowDeclaration<Inputs, Outputs>,
  ): WindowHandle;
  /**
   * Replaces the whole set; a list that grows and shrinks is normal (protocol §5.1).
   *
   * @throws WindowClosedError, TypeError
   */
  setActions<const Inputs extends ByAction, const Outputs extends ByAction>(actions: ActionsOf<Inputs, Outputs>): void;
  /**
   * `true`, or the reason why not, in words for the agent.
   *
   * @throws WindowClosedError, TypeError for an action that was not declared
   */
  setAvailable(action: string, available: true | string): void;
  /** Closes the modals it owns, deepest first, and then itself, in one change. Idempotent. */
  close(): void;
}

/** What a handle needs of its page; `id` is local. */
export interface WindowKeeper {
  /** The window as agents see it, `undefined` once it is closed. */
  find(id: string): { readonly version: number; readonly title: string } | undefined;
  update(id: string, change: WindowUpdate): void;
  openModal(ownerId: string, declaration: WindowDeclaration): WindowHandle;
  setActions(id: string, actions: Actions): void;
  setAvailable(id: string, action: string, available: true | string): void;
  close(id: string): void;
}

/** The application's view of one window. */
export function windowHandle(keeper: WindowKeeper, localId: string): WindowHandle {
  let last = { version: 1, title: localId };
  const find = () => {
    const window = keeper.find(localId);
    if (window !== undefined) last = window;
    return window;
  };
  const check = (): void => {
    if (find() === undefined) throw new WindowClosedError(last.title);
  };
  find();
  return {
    localId,
    get version() {
      return find()?.version ?? last.version;
    },
    get isOpen() {
      return find() !== undefined;
    },
    update: (change) => {
      check();
      keeper.update(localId, change);
      find();
    },
    openModal: (declaration) => {
      check();
      return keeper.openModal(localId, declaration);
    },
    setActions: (actions) => {
      check();
      keeper.setActions(localId, actions);
    },
    setAvailable: (action, available) => {
      check();
      keeper.setAvailable(localId, action, available);
    },
    close: () => keeper.close(localId),
  };
}
