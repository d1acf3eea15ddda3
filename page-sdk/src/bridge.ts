import type { ActionsOf, ByAction } from './action.ts';
import type { CallEvent } from './call-event.ts';
import { type PageEnvironment, pageEnvironment } from './environment.ts';
import { Page } from './page.ts';
import type { WindowDeclaration, WindowHandle } from './window-handle.ts';

/** `absent`: no extension, or the site is not allowed · `connected` · `paused` by the person. */
export type BridgeStatus = 'absent' | 'connected' | 'paused';

/** Takes a listener away again; calling it twice does no harm. */
export type Unsubscribe = () => void;

export interface BridgeOptions<Inputs = ByAction, Outputs = ByAction> {
  /** What people and agents call this application. At most 80 characters. */
  name: string;
  /** Actions that belong to no window (protocol §5.3). */
  actions?: ActionsOf<Inputs, Outputs> | undefined;
}

/** An application's side of the bridge. */
export interface Bridge {
  readonly status: BridgeStatus;
  /** Told of every change of `status`. */
  onStatus(listener: (status: BridgeStatus) => void): Unsubscribe;
  /** Told what agents do here, so that the page can show it. */
  onCall(listener: (event: CallEvent) => void): Unsubscribe;
  /**
   * Opens a window. Agents see it at the end of the current task. At most 64 windows are open at once.
   *
   * @throws TypeError, RangeError naming the field and the fix
   */
  openWindow<const Inputs extends ByAction, const Outputs extends ByAction>(
    declaration: WindowDeclaration<Inputs, Outputs>,
  ): WindowHandle;
  /** Opens a modal dialog that blocks the whole application (protocol §10.2). */
  openAppModal<const Inputs extends ByAction, const Outputs extends ByAction>(
    declaration: WindowDeclaration<Inputs, Outputs>,
  ): WindowHandle;
  /** Replaces the actions that this bridge declares for the application. */
  setActions<const Inputs extends ByAction, const Outputs extends ByAction>(actions: ActionsOf<Inputs, Outputs>): void;
  /** For frameworks without a door of their own: awaited after each handler, before the answer; 1 s at most. */
  onSettle(idle: () => Promise<void>): Unsubscribe;
  /** Closes the windows and takes back the actions that were declared through this bridge. Idempotent. */
  dispose(): void;
}

/** Under this key copies of the SDK in one document, of whatever version, find the first one. */
const SHARED = Symbol.for('mcp-gui-bridge.page');

interface Shared {
  createBridge(options: BridgeOptions): Bridge;
}

const isShared = (value: unknown): value is Shared =>
  typeof value === 'object' && value !== null && 'createBridge' in value;

/** The one page of an environment; where nobody can see it, such as on a server, every bridge has its own. */
function pageOf(environment: PageEnvironment): Shared {
  const known = environment.shared[SHARED];
  if (isShared(known)) return known;
  const page = new Page(environment);
  if (environment.window !== undefined) environment.shared[SHARED] = page;
  return page;
}

/** `createBridge` for a page other than the one that this module runs in. */
export const createBridgeIn = (environment: PageEnvironment, options: BridgeOptions): Bridge =>
  pageOf(environment).createBridge(options);

/**
 * Declares this document to AI agents. Nothing happens and nothing throws where no extension is present; no socket is
 * opened and no request made. Further bridges of the same document share one connection: the first gives the name, each
 * has its own windows and actions, and an action declared twice runs as declared last.
 *
 * @throws TypeError naming the field and the fix
 */
export function createBridge<const Inputs extends ByAction, const Outputs extends ByAction>(
  options: BridgeOptions<Inputs, Outputs>,
): Bridge {
  return createBridgeIn(pageEnvironment(), options as BridgeOptions<Record<string, unknown>, Record<string, unknown>>);
}
