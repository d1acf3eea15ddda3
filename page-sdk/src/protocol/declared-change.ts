import type { Block } from './block.ts';
import type { Declared, DeclaredChange, WindowPatch, WindowState } from './window.ts';

/** A change that does not fit what the receiver holds: the sender is at fault and the document is disconnected. */
export class ChangeError extends Error {
  override readonly name = 'ChangeError';
  readonly field: string;

  constructor(field: string, problem: string) {
    super(`${field}: ${problem}`);
    this.field = field;
  }
}

function diffBlocks(before: readonly Block[], after: readonly Block[]): WindowPatch['blocks'] {
  const known = new Map(before.map((block) => [block.id, block]));
  return after.map((block) => (known.get(block.id) === block ? { ref: block.id } : block));
}

function diffWindow(before: WindowState | undefined, after: WindowState): WindowPatch | undefined {
  if (before === after) return undefined;
  if (before === undefined) return { ...after };
  const patch: WindowPatch = { id: after.id, version: after.version };
  if (before.title !== after.title) patch.title = after.title;
  if (before.summary !== after.summary) patch.summary = after.summary ?? null;
  if (before.blocks !== after.blocks) patch.blocks = diffBlocks(before.blocks, after.blocks);
  if (before.actions !== after.actions) patch.actions = after.actions;
  return patch;
}

/**
 * What a receiver that holds `before` needs to hold `after`; `undefined` when nothing changed. Parts are compared by
 * identity: whoever keeps a declaration reuses the objects that did not change.
 */
export function diffDeclared(before: Declared | undefined, after: Declared): DeclaredChange | undefined {
  if (before === after) return undefined;
  const change: DeclaredChange = {};
  if (before?.name !== after.name) change.name = after.name;
  if (before?.actions !== after.actions) change.actions = [...after.actions];
  const known = new Map(before?.windows.map((window) => [window.id, window]));
  const windows = after.windows.flatMap((window) => diffWindow(known.get(window.id), window) ?? []);
  if (windows.length > 0) change.windows = windows;
  for (const window of after.windows) known.delete(window.id);
  if (known.size > 0) change.closed = [...known.keys()];
  return Object.keys(change).length > 0 ? change : undefined;
}

function patchBlocks(before: readonly Block[], blocks: NonNullable<WindowPatch['blocks']>, at: string): Block[] {
  const known = new Map(before.map((block) => [block.id, block]));
  const seen = new Set<string>();
  return blocks.map((entry, index) => {
    const block = 'ref' in entry ? known.get(entry.ref) : entry;
    if (block === undefined) throw new ChangeError(`${at}.blocks.${index}.ref`, 'refers to a block that is not there');
    if (seen.has(block.id)) throw new ChangeError(`${at}.blocks.${index}.id`, `"${block.id}" is used twice`);
    seen.add(block.id);
    return block;
  });
}

function firstState(patch: WindowPatch, before: readonly WindowState[], last: number): WindowState {
  const at = `windows.${patch.id}`;
  const { opened, title, modal, ownerId, blocks, actions, summary } = patch;
  if (
    opened === undefined ||
    title === undefined ||
    modal === undefined ||
    ownerId === undefined ||
    blocks === undefined ||
    actions === undefined
  ) {
    throw new ChangeError(at, 'the first message about a window must carry all of it');
  }
  if (opened <= last) throw new ChangeError(`${at}.opened`, 'opening numbers only grow and are never used again');
  if (ownerId !== null && !modal) throw new ChangeError(`${at}.modal`, 'a window with an owner must be modal');
  if (ownerId !== null && !before.some((window) => window.id === ownerId)) {
    throw new ChangeError(`${at}.ownerId`, 'the owner must be an open window of the same document');
  }
  const state: WindowState = {
    id: patch.id,
    opened,
    title,
    modal,
    ownerId,
    version: patch.version,
    blocks: patchBlocks([], blocks, at),
    actions,
  };
  return typeof summary === 'string' ? { ...state, summary } : state;
}

function nextState(before: WindowState, patch: WindowPatch): WindowState {
  const at = `windows.${before.id}`;
  for (const field of ['opened', 'modal', 'ownerId'] as const) {
    if (patch[field] !== undefined && patch[field] !== before[field]) {
      throw new ChangeError(`${at}.${field}`, 'cannot change while the window is open');
    }
  }
  const exposes = patch.title !== undefined || patch.summary !== undefined || patch.blocks !== undefined;
  if (patch.version < before.version || (exposes && patch.version === before.version)) {
    throw new ChangeError(`${at}.version`, `must be above ${before.version} when content changes, and never go back`);
  }
  const { summary, ...kept } = before;
  const nextSummary = patch.summary === undefined ? summary : patch.summary;
  return {
    ...kept,
    version: patch.version,
    title: patch.title ?? before.title,
    blocks: patch.blocks === undefined ? before.blocks : patchBlocks(before.blocks, patch.blocks, at),
    actions: patch.actions ?? before.actions,
    ...(typeof nextSummary === 'string' && { summary: nextSummary }),
  };
}

/** Highest opening number a declaration has seen; the receiver keeps it beside the declaration. */
export interface Received extends Declared {
  readonly lastOpened: number;
}

/**
 * Applies a change as a whole or not at all. The receiver's checks of what every hop relies on: windows first arrive
 * complete, owners are open windows of the same document, closing a window closes its modals, numbers are never used
 * again, versions grow with content (protocol §2, §7.1, §10.3).
 *
 * @throws ChangeError naming the field at fault.
 */
export function applyChange(before: Received | undefined, change: DeclaredChange): Received {
  const name = change.name ?? before?.name;
  if (name === undefined) throw new ChangeError('name', 'the first message of a document must carry its name');
  const closed = new Set(change.closed);
  const windows = (before?.windows ?? []).filter((window) => !closed.delete(window.id));
  const [unknown] = closed;
  if (unknown !== undefined) throw new ChangeError('closed', `"${unknown}" is not an open window`);
  let lastOpened = before?.lastOpened ?? 0;
  for (const patch of [...(change.windows ?? [])].sort((a, b) => (a.opened ?? 0) - (b.opened ?? 0))) {
    const index = windows.findIndex((window) => window.id === patch.id);
    const current = windows[index];
    if (current === undefined) {
      const state = firstState(patch, windows, lastOpened);
      lastOpened = state.opened;
      windows.push(state);
    } else {
      windows[index] = nextState(current, patch);
    }
  }
  const open = new Set(windows.map((window) => window.id));
  const orphan = windows.find((window) => window.ownerId !== null && !open.has(window.ownerId));
  if (orphan) throw new ChangeError(`windows.${orphan.id}.ownerId`, 'the owner was closed, so this modal must be too');
  return { name, actions: change.actions ?? before?.actions ?? [], windows, lastOpened };
}
