import { demand } from './check.ts';
import { records, type SeenSnapshot, type SeenWindow } from './seen.ts';
import type { Session } from './session.ts';

/** Titles of the conformance application's windows; README.md of this folder describes them. */
export const TITLES = {
  a: 'Conformance A',
  b: 'Conformance B',
  blocks: 'Conformance blocks',
  data: 'Conformance data',
  modal: 'Conformance modal',
  appModal: 'Conformance app modal',
  extra: 'Conformance extra',
} as const;

/** The values that the application shows as sensitive; they must never arrive. */
export const SECRETS = { field: 'violet-harbor-9172-kestrel', block: 'amber-lantern-4481-osprey' } as const;

/** Rows of the table in "Conformance data". */
export const ROWS = 5_000;

/** Title of the action whose own name is not safe in tool names. */
export const UNSAFE_ACTION_TITLE = 'Change size';

/** Actions that windows A and B offer while nothing is opened or locked. */
export const ACTIONS = {
  a: [
    'set_field',
    'set_summary',
    'submit',
    'open_modal',
    'set_locked',
    'guarded',
    'set_notice',
    'slow',
    'stall',
    'refresh',
    'quote',
    'discard',
  ],
  b: ['set_field'],
} as const;

/** `{winId}__{action}` (protocol §5.2). */
export const toolOf = ({ id }: SeenWindow, action: string): string => `${id}__${action}`;

/** Value of the first field of the window's first `fields` block: what `set_field` sets. */
export function fieldOf({ blocks }: SeenWindow): unknown {
  const block = blocks.find(({ type }) => type === 'fields');
  return records(block?.['items'])[0]?.['value'];
}

/** Items of the window's first `list` block: what `slow` writes. */
export function journalOf({ blocks }: SeenWindow): readonly unknown[] {
  const items = blocks.find(({ type }) => type === 'list')?.['items'];
  return Array.isArray(items) ? items : [];
}

export const findWindow = ({ windows }: SeenSnapshot, id: string): SeenWindow | undefined =>
  windows.find((window) => window.id === id);

/** Runs `act` and returns the windows that are there after it and were not before. */
export async function opens(session: Session, act: () => Promise<unknown>): Promise<readonly SeenWindow[]> {
  const before = new Set((await session.read()).windows.map(({ id }) => id));
  await act();
  return (await session.read()).windows.filter(({ id }) => !before.has(id));
}

/** Runs `act`, which has to open exactly one window, and returns it. */
export async function opensOne(session: Session, act: () => Promise<unknown>): Promise<SeenWindow> {
  const [opened, ...more] = await opens(session, act);
  demand(opened !== undefined && more.length === 0, `${more.length + (opened ? 1 : 0)} new windows in app://windows`);
  return opened;
}

/** Opens the modal of window A. */
export async function openModal(session: Session): Promise<{ readonly a: SeenWindow; readonly modal: SeenWindow }> {
  const a = await session.windowNamed(TITLES.a);
  return { a, modal: await opensOne(session, () => session.act(toolOf(a, 'open_modal'))) };
}

/** Opens a modal on the modal of window A. */
export async function openNested(session: Session) {
  const { a, modal } = await openModal(session);
  return { a, modal, nested: await opensOne(session, () => session.act(toolOf(modal, 'open_modal'))) };
}

/** Opens one more ordinary window. */
export const openExtra = (session: Session): Promise<SeenWindow> =>
  opensOne(session, () => session.actApp('open_window'));

export const openAppModal = (session: Session): Promise<SeenWindow> =>
  opensOne(session, () => session.actApp('open_app_modal'));

const DEEPEST = 6;

/** Brings the application back to its start: app-level modals are closed one by one, the rest is the action `reset`. */
export async function restore(session: Session): Promise<void> {
  const reset = await session.applicationTool('reset');
  for (let round = 0; round < DEEPEST; round++) {
    const answer = await session.call(reset);
    if (!answer.failed) return;
    const modals = (await session.read()).windows.filter(({ modal }) => modal);
    for (const modal of modals) await session.call(toolOf(modal, 'close'));
  }
  await session.act(reset);
}
