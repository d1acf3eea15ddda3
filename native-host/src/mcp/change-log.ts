import { toolGroups } from './tools.ts';
import type { GuiView } from './view.ts';
import { windowText } from './window-text.ts';

/** When what changed last, counted in changes that this agent could see. Lets any earlier cursor be answered. */
export interface ChangeLog {
  readonly n: number;
  readonly windows: ReadonlyMap<string, number>;
  /** By window or application whose tools changed; kept when it is gone. */
  readonly actions: ReadonlyMap<string, number>;
  readonly closed: ReadonlyMap<string, number>;
  /** Cursors before this one have been forgotten. */
  readonly oldest: number;
}

export const EMPTY_LOG: ChangeLog = { n: 0, windows: new Map(), actions: new Map(), closed: new Map(), oldest: 0 };

/** Entries kept about what is no longer there. */
const KEPT = 1_024;

const textsOf = (view: GuiView): Map<string, string> =>
  new Map(view.applications.flatMap(({ id, windows }) => windows.map((w) => [w.id, windowText(id, w)])));

const toolTexts = (view: GuiView): Map<string, string> =>
  new Map(toolGroups(view).map((group) => [group.id, group.text]));

function differing(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].filter((id) => before.get(id) !== after.get(id));
}

function stamp(map: ReadonlyMap<string, number>, ids: readonly string[], n: number): Map<string, number> {
  const next = new Map(map);
  for (const id of ids) {
    next.delete(id);
    next.set(id, n);
  }
  return next;
}

/** Drops the oldest entries above `KEPT`; `oldest` is the cursor up to which answers stay complete. */
function bounded(map: Map<string, number>): { map: Map<string, number>; oldest: number } {
  let oldest = 0;
  for (const [id, n] of map) {
    if (map.size <= KEPT) break;
    map.delete(id);
    oldest = n;
  }
  return { map, oldest };
}

const shown = ({ id, name, origin, state, reason, operable }: GuiView['applications'][number]): string =>
  JSON.stringify([id, name, origin, state, reason, operable]);

/** Takes a change into account. What an agent cannot see counts for nothing. */
export function advance(log: ChangeLog, before: GuiView, after: GuiView): ChangeLog {
  const [old, now] = [textsOf(before), textsOf(after)];
  const changed = differing(old, now);
  const actions = differing(toolTexts(before), toolTexts(after));
  const [applicationsBefore, applicationsAfter] = [before, after].map((view) => view.applications.map(shown).join());
  if (changed.length === 0 && actions.length === 0 && applicationsBefore === applicationsAfter) return log;
  const n = log.n + 1;
  const gone = changed.filter((id) => !now.has(id));
  const windows = stamp(log.windows, changed, n);
  for (const id of gone) windows.delete(id);
  const closed = stamp(log.closed, gone, n);
  for (const id of now.keys()) closed.delete(id);
  const keptClosed = bounded(closed);
  const keptActions = bounded(stamp(log.actions, actions, n));
  const oldest = Math.max(log.oldest, keptClosed.oldest, keptActions.oldest);
  return { n, windows, actions: keptActions.map, closed: keptClosed.map, oldest };
}

export interface ChangesSince {
  readonly changed: boolean;
  readonly windowIds: ReadonlySet<string>;
  readonly closedWindowIds: readonly string[];
  readonly actionsChanged: readonly string[];
}

/** Everything after change `since`. */
export function changesSince(log: ChangeLog, since: number): ChangesSince {
  const after = (map: ReadonlyMap<string, number>) => [...map].filter(([, n]) => n > since).map(([id]) => id);
  return {
    changed: log.n > since,
    windowIds: new Set(after(log.windows)),
    closedWindowIds: after(log.closed),
    actionsChanged: after(log.actions),
  };
}

/** A cursor names this process, so that one from an earlier process is known to be of no use. */
export const formatCursor = (instance: string, n: number): string => `${instance}.${n}`;

/** The change number of a cursor; `undefined` when it is malformed, of another process, or forgotten. */
export function readCursor(log: ChangeLog, instance: string, cursor: string): number | undefined {
  if (!cursor.startsWith(`${instance}.`)) return undefined;
  const digits = cursor.slice(instance.length + 1);
  if (!/^\d{1,15}$/.test(digits)) return undefined;
  const n = Number(digits);
  return n >= log.oldest && n <= log.n ? n : undefined;
}
