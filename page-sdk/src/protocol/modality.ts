/** What the rules of modality need to know of a window (protocol §2). */
export interface ModalityView {
  readonly id: string;
  readonly modal: boolean;
  readonly ownerId: string | null;
  /** Opening number within the document; among siblings the last opened is in front. */
  readonly opened: number;
}

function lastOpened<W extends ModalityView>(windows: readonly W[]): W | undefined {
  return windows.reduce<W | undefined>(
    (last, window) => (last === undefined || window.opened > last.opened ? window : last),
    undefined,
  );
}

const isAppModal = (window: ModalityView): boolean => window.modal && window.ownerId === null;

function topOfChain<W extends ModalityView>(windows: readonly W[], from: W): W {
  const child = lastOpened(windows.filter((window) => window.ownerId === from.id && window.opened > from.opened));
  return child === undefined ? from : topOfChain(windows, child);
}

/** The one operable window while the application has an app-level modal (protocol §10.2), else `undefined`. */
export function appModalTop<W extends ModalityView>(windows: readonly W[]): W | undefined {
  const front = lastOpened(windows.filter(isAppModal));
  return front === undefined ? undefined : topOfChain(windows, front);
}

/**
 * The operable windows of one application, in opening order: the top of each modal chain, collapsed to the top of the
 * app-level modal opened last if there is one (protocol §2, §10.2).
 */
export function operableWindows<W extends ModalityView>(windows: readonly W[]): W[] {
  const top = appModalTop(windows);
  if (top !== undefined) return [top];
  return windows
    .filter((window) => !window.modal)
    .map((window) => topOfChain(windows, window))
    .sort((a, b) => a.opened - b.opened);
}

/** The operable modal that blocks a window, the one to deal with first; `undefined` when the window is operable or unknown. */
export function blockerOf<W extends ModalityView>(windows: readonly W[], id: string): W | undefined {
  const byId = new Map(windows.map((window) => [window.id, window]));
  let root = byId.get(id);
  if (root === undefined) return undefined;
  while (root.ownerId !== null) {
    const owner = byId.get(root.ownerId);
    if (owner === undefined) break;
    root = owner;
  }
  const top = appModalTop(windows) ?? topOfChain(windows, root);
  return top.id === id ? undefined : top;
}
