import type { BlockContent } from './block-content.ts';
import { assignIds, type BlockIds, NO_IDS } from './block-ids.ts';
import { sameJson } from './json.ts';
import type { Block } from './protocol/block.ts';
import type { Action, Declared, WindowState } from './protocol/window.ts';

/** What a window says, cleaned and masked, but not cut and not searched for the secrets of others. */
interface Content {
  readonly title: string;
  readonly summary: string | undefined;
  readonly blocks: readonly Block[];
}

interface WindowEntry {
  readonly content: Content;
  readonly actions: readonly Action[];
  readonly ids: BlockIds;
  /** As agents may read it. */
  readonly exposed: WindowState;
}

/** What this document has declared. Parts that do not change keep their identity, so that only changes travel. */
export interface Registry {
  readonly name: string;
  /** Opening number given out last; never goes back, so no id is ever used again (protocol §10.3). */
  readonly opened: number;
  readonly windows: readonly WindowEntry[];
  readonly actions: readonly Action[];
  readonly declared: Declared;
}

/** Turns cleaned parts into what may leave the page: secrets hidden, lengths cut. */
export interface Exposer {
  title(text: string): string;
  summary(text: string): string;
  name(text: string): string;
  /** `undefined` for one that is left out, because its id contains a secret. */
  block(block: Block): Block | undefined;
  /** `undefined` for one that is left out, because its name contains a secret. */
  action(action: Action): Action | undefined;
}

/** A block of an update, with the application's own id for it. */
export interface NamedContent {
  /** As declared; refused media are notices but stay the same block. */
  readonly kind: string;
  readonly name: string | undefined;
  readonly content: BlockContent;
}

/** What an update replaces; an empty summary takes the summary away. */
export interface ContentChange {
  readonly title?: string | undefined;
  readonly summary?: string | undefined;
  readonly blocks?: readonly NamedContent[] | undefined;
}

export interface Opening {
  readonly modal: boolean;
  readonly ownerId: string | null;
  readonly title: string;
  readonly change: ContentChange;
  readonly actions: readonly Action[];
}

export const EMPTY: Registry = {
  name: '',
  opened: 0,
  windows: [],
  actions: [],
  declared: { name: '', actions: [], windows: [] },
};

/** The old part when the new one says the same. */
export const kept = <T>(before: T | undefined, after: T): T =>
  before !== undefined && sameJson(before, after) ? before : after;

function keptList<T>(before: readonly T[] | undefined, after: T[]): T[] {
  const same = before?.length === after.length && after.every((item, index) => item === before[index]);
  return same ? (before as T[]) : after;
}

function exposeBlocks(
  blocks: readonly Block[],
  entry: WindowEntry | undefined,
  expose: Exposer,
  all: boolean,
): Block[] {
  const cleaned = new Map(entry?.content.blocks.map((block) => [block.id, block]));
  const exposed = new Map(entry?.exposed.blocks.map((block) => [block.id, block]));
  const next = blocks.flatMap((block) => {
    const before = exposed.get(block.id);
    if (!all && before !== undefined && cleaned.get(block.id) === block) return before;
    const after = expose.block(block);
    return after === undefined ? [] : kept(before, after);
  });
  return keptList(entry?.exposed.blocks, next);
}

function exposeActions(actions: readonly Action[], before: readonly Action[] | undefined, expose: Exposer): Action[] {
  const known = new Map(before?.map((action) => [action.name, action]));
  return keptList(
    before,
    actions.flatMap((action) => {
      const after = expose.action(action);
      return after === undefined ? [] : kept(known.get(action.name), after);
    }),
  );
}

/** The window as agents see it next; the same object when they see no difference. Its version counts what they see. */
function exposeWindow(
  before: WindowEntry,
  content: Content,
  actions: readonly Action[],
  expose: Exposer,
  all: boolean,
) {
  const title = expose.title(content.title);
  const summary = content.summary === undefined ? undefined : expose.summary(content.summary);
  const blocks = exposeBlocks(content.blocks, before, expose, all);
  const exposedActions = exposeActions(actions, before.exposed.actions, expose);
  const { summary: lastSummary, ...last } = before.exposed;
  const isSame = title === last.title && summary === lastSummary && blocks === last.blocks;
  if (isSame && exposedActions === last.actions) return before.exposed;
  const version = isSame ? last.version : last.version + 1;
  return { ...last, title, blocks, actions: exposedActions, version, ...(summary !== undefined && { summary }) };
}

function nextContent(before: Content, ids: BlockIds, change: ContentChange): Content {
  const known = new Map(before.blocks.map((block) => [block.id, block]));
  const blocks = change.blocks?.map(({ content }, index): Block => {
    const id = ids.shown[index]?.id ?? '';
    return kept(known.get(id), { ...content, id });
  });
  const { title = before.title, summary = before.summary } = change;
  return { title, summary: summary === '' ? undefined : summary, blocks: blocks ?? before.blocks };
}

function settled(registry: Omit<Registry, 'declared'>, before: Declared): Registry {
  const windows = keptList(
    before.windows,
    registry.windows.map(({ exposed }) => exposed),
  );
  return { ...registry, declared: { name: before.name, actions: before.actions, windows } };
}

function replaceWindow(registry: Registry, id: string, replace: (entry: WindowEntry) => WindowEntry): Registry {
  const windows = registry.windows.map((entry) => (entry.exposed.id === id ? replace(entry) : entry));
  return settled({ ...registry, windows }, registry.declared);
}

/** Local id of a window by its opening number. Agents see another, which they cannot guess. */
export const localId = (opened: number): string => `window-${opened}`;

export function openWindow(registry: Registry, opening: Opening, expose: Exposer): Registry {
  const opened = registry.opened + 1;
  const ids = assignIds(NO_IDS, named(opening.change.blocks ?? []));
  const content = nextContent({ title: opening.title, summary: undefined, blocks: [] }, ids, opening.change);
  const exposed: WindowState = {
    id: localId(opened),
    opened,
    title: expose.title(content.title),
    modal: opening.modal,
    ownerId: opening.ownerId,
    version: 1,
    ...(content.summary !== undefined && { summary: expose.summary(content.summary) }),
    blocks: exposeBlocks(content.blocks, undefined, expose, true),
    actions: exposeActions(opening.actions, undefined, expose),
  };
  const entry: WindowEntry = { content, actions: opening.actions, ids, exposed };
  return settled({ ...registry, opened, windows: [...registry.windows, entry] }, registry.declared);
}

const named = (blocks: readonly NamedContent[]) => blocks.map(({ kind, name }) => ({ kind, name }));

/** Replaces what is given. What exposes the same content returns the same declaration. */
export function updateWindow(registry: Registry, id: string, change: ContentChange, expose: Exposer): Registry {
  return replaceWindow(registry, id, (entry) => {
    const ids = change.blocks ? assignIds(entry.ids, named(change.blocks)) : entry.ids;
    const content = nextContent(entry.content, ids, change);
    return { ...entry, ids, content, exposed: exposeWindow(entry, content, entry.actions, expose, false) };
  });
}

/** Replaces the actions of a window, or with `null` those of the application. */
export function setActions(
  registry: Registry,
  id: string | null,
  actions: readonly Action[],
  expose: Exposer,
): Registry {
  if (id === null) {
    const exposed = exposeActions(actions, registry.declared.actions, expose);
    return { ...registry, actions, declared: { ...registry.declared, actions: exposed } };
  }
  return replaceWindow(registry, id, (entry) => {
    return { ...entry, actions, exposed: exposeWindow(entry, entry.content, actions, expose, false) };
  });
}

export function setName(registry: Registry, name: string, expose: Exposer): Registry {
  return { ...registry, name, declared: { ...registry.declared, name: expose.name(name) } };
}

/** Looks at everything again, after there is more to hide. */
export function exposeAgain(registry: Registry, expose: Exposer): Registry {
  const windows = registry.windows.map((entry) => {
    return { ...entry, exposed: exposeWindow(entry, entry.content, entry.actions, expose, true) };
  });
  const next = settled({ ...registry, windows }, registry.declared);
  return setName(setActions(next, null, registry.actions, expose), registry.name, expose);
}

/** A window and all modals that it owns, deepest first. */
function withModals(registry: Registry, id: string): string[] {
  const owned = registry.declared.windows.filter(({ ownerId }) => ownerId === id);
  return [...owned.reverse().flatMap((modal) => withModals(registry, modal.id)), id];
}

/** Closes a window and the modals it owns in one change; `closed` has them deepest first. */
export function closeWindow(registry: Registry, id: string): { registry: Registry; closed: string[] } {
  const closed = withModals(registry, id);
  const gone = new Set(closed);
  const windows = registry.windows.filter(({ exposed }) => !gone.has(exposed.id));
  return { registry: settled({ ...registry, windows }, registry.declared), closed };
}
