import {
  type Action,
  actionHandles,
  type Declared,
  LIMITS,
  type Received,
  type WindowState,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { dialogTitle } from './ask-policy.ts';

/**
 * A document's declaration in the page's own words beside the same in the agents' words. Windows and actions stand at
 * the same places in both, which is the whole translation table; parts that did not change keep their identity in both.
 */
export interface Exposure {
  readonly received: Received;
  readonly exposed: Declared;
}

/** Whether the person is asked before an action that a page declares so. */
export type Asks = (addressed: Addressed) => boolean;

/** A page's own word on `asks` counts for nothing. */
function exposeActions(window: WindowState | null, actions: readonly Action[], room: number, asks: Asks): Action[] {
  const handles = actionHandles(
    actions.map(({ name }) => name),
    room,
  );
  return actions.map((action, index) => {
    const { asks: _, ...declared } = action;
    return { ...declared, name: handles[index] ?? action.name, ...(asks({ window, action }) && { asks: true }) };
  });
}

/**
 * Puts a declaration into the agents' words. `handleOf` draws the external id for an opening number not met before.
 * What did not change is taken from `before`, so it must have been made with the same `asks`; otherwise use `askAnew`.
 */
export function expose(
  before: Exposure | undefined,
  received: Received,
  handleOf: (opened: number) => string,
  asks: Asks,
): Exposure {
  const known = new Map(
    before?.received.windows.map((window, index) => [
      window.opened,
      { window, external: before.exposed.windows[index] },
    ]),
  );
  const externalIds = new Map(
    received.windows.map(({ id, opened }) => [id, known.get(opened)?.external?.id ?? handleOf(opened)]),
  );
  const windows = received.windows.map((window): WindowState => {
    const last = known.get(window.opened);
    if (last?.external && last.window === window) return last.external;
    return {
      ...window,
      id: externalIds.get(window.id) ?? window.id,
      ownerId: window.ownerId === null ? null : (externalIds.get(window.ownerId) ?? window.ownerId),
      actions:
        last?.external && last.window.actions === window.actions && dialogTitle(last.window) === dialogTitle(window)
          ? last.external.actions
          : exposeActions(window, window.actions, LIMITS.windowActionLength, asks),
    };
  });
  const actions =
    before && before.received.actions === received.actions
      ? before.exposed.actions
      : exposeActions(null, received.actions, LIMITS.appActionLength, asks);
  return { received, exposed: { name: received.name, actions, windows } };
}

/** The person has decided anew what to be asked about: the same words, with other marks. */
export function askAnew<E extends Exposure>(exposure: E, asks: Asks): E {
  const { received, exposed } = exposure;
  const mark = <Actions extends readonly Action[]>(
    window: WindowState | null,
    inside: readonly Action[] | undefined,
    outside: Actions,
  ) => {
    const asksAt = (index: number) => {
      const action = inside?.[index];
      return action !== undefined && asks({ window, action });
    };
    if (outside.every((action, index) => asksAt(index) === (action.asks === true))) return outside;
    return outside.map((action, index): Action => {
      const { asks: _, ...kept } = action;
      return asksAt(index) ? { ...kept, asks: true } : kept;
    });
  };
  const windows = exposed.windows.map((window, index): WindowState => {
    const inside = received.windows[index];
    const actions = mark(inside ?? null, inside?.actions, window.actions);
    return actions === window.actions ? window : { ...window, actions };
  });
  const actions = mark(null, received.actions, exposed.actions);
  const isSame = actions === exposed.actions && windows.every((window, index) => window === exposed.windows[index]);
  return isSame ? exposure : { ...exposure, exposed: { ...exposed, actions, windows } };
}

/** What a call addresses, in the page's own words. */
export interface Addressed {
  /** `null` for an action of the application. */
  readonly window: WindowState | null;
  readonly action: Action;
}

/** What an external window id and action handle stand for in the page; `undefined` for what is not there. */
export function toLocal(
  { received, exposed }: Exposure,
  target: { readonly windowId: string | null; readonly action: string },
): Addressed | undefined {
  const index = exposed.windows.findIndex(({ id }) => id === target.windowId);
  const [inside, outside] =
    target.windowId === null ? [received, exposed] : [received.windows[index], exposed.windows[index]];
  if (inside === undefined || outside === undefined) return undefined;
  const action = inside.actions[outside.actions.findIndex(({ name }) => name === target.action)];
  if (action === undefined) return undefined;
  return { window: 'id' in inside ? inside : null, action };
}

/** The external id of a window that the page calls `localId`; `undefined` when it is not open. */
export function toExternal({ received, exposed }: Exposure, localId: string): string | undefined {
  return exposed.windows[received.windows.findIndex(({ id }) => id === localId)]?.id;
}
