/**
 * What the bridge is to do, written down a second time and as plainly as possible: lists, loops and no sharing. It must
 * not import any code of the bridge.
 */

/** `true`, or the reason why an action cannot be called. */
export type Offer = true | string;

export interface RefWindow {
  /** Unique over all documents; windows show it, so that a test knows which is which. */
  readonly key: string;
  readonly opened: number;
  readonly modal: boolean;
  readonly owner: RefWindow | null;
  title: string;
  summary: string;
  value: number;
  version: number;
  offer: Offer;
}

export interface RefDocument {
  /** Unique over all documents there ever were. */
  readonly name: string;
  readonly origin: string;
  windows: RefWindow[];
  opened: number;
  offer: Offer;
  isAsleep: boolean;
  isGone: boolean;
}

export interface Content {
  readonly title: string;
  readonly summary: string;
  readonly value: number;
}

export const keyOf = ({ name }: { readonly name: string }, opened: number): string => `${name} #${opened}`;
export const titleOf = (key: string): string => `Window ${key}`;

export class Reference {
  readonly documents: RefDocument[] = [];
  /** Windows and documents by key and name: windows may have been closed before their document went away. */
  readonly #gone = new Map<string, { readonly document: RefDocument; readonly why: 'closed' | 'document_gone' }>();

  add(name: string, origin: string): RefDocument {
    const document = { name, origin, windows: [], opened: 0, offer: true, isAsleep: false, isGone: false } as const;
    const added: RefDocument = { ...document, windows: [] };
    this.documents.push(added);
    return added;
  }

  remove(document: RefDocument): void {
    for (const { key } of document.windows) this.#gone.set(key, { document, why: 'document_gone' });
    this.#gone.set(document.name, { document, why: 'document_gone' });
    document.windows = [];
    document.isGone = true;
  }

  open(document: RefDocument, modal: boolean, owner: RefWindow | null): RefWindow {
    document.opened += 1;
    const key = keyOf(document, document.opened);
    const content = { title: titleOf(key), summary: '', value: 0 };
    const window: RefWindow = { key, opened: document.opened, modal, owner, ...content, version: 1, offer: true };
    document.windows.push(window);
    return window;
  }

  close(document: RefDocument, window: RefWindow): void {
    for (const child of childrenOf(document, window)) this.close(document, child);
    document.windows = document.windows.filter((other) => other !== window);
    this.#gone.set(window.key, { document, why: 'closed' });
  }

  update(window: RefWindow, content: Content): void {
    const isSame =
      window.title === content.title && window.summary === content.summary && window.value === content.value;
    Object.assign(window, content);
    if (!isSame) window.version += 1;
  }

  /** The document that a window is or was in. */
  documentOf(key: string): RefDocument | undefined {
    const here = this.documents.find(({ windows }) => windows.some((window) => window.key === key));
    return here ?? this.#gone.get(key)?.document;
  }

  whyGone(key: string): 'closed' | 'document_gone' | undefined {
    return this.#gone.get(key)?.why;
  }

  find(key: string): RefWindow | undefined {
    return this.documents.flatMap(({ windows }) => windows).find((window) => window.key === key);
  }
}

const childrenOf = (document: RefDocument, window: RefWindow): RefWindow[] =>
  document.windows.filter(({ owner }) => owner === window);

/** The innermost of the modals that stand in front of a window, or the window itself. */
function frontOf(document: RefDocument, window: RefWindow): RefWindow {
  const last = childrenOf(document, window).at(-1);
  return last === undefined ? window : frontOf(document, last);
}

const appModalOf = (document: RefDocument): RefWindow | undefined =>
  document.windows.filter(({ modal, owner }) => modal && owner === null).at(-1);

/** The windows of a document that can be operated, in the order in which they were opened. */
export function operableIn(document: RefDocument): RefWindow[] {
  if (document.isAsleep || document.isGone) return [];
  const appModal = appModalOf(document);
  if (appModal !== undefined) return [frontOf(document, appModal)];
  const fronts = document.windows.filter(({ modal }) => !modal).map((window) => frontOf(document, window));
  return fronts.sort((a, b) => a.opened - b.opened);
}

/** The modal to deal with before a window, or with `undefined` the application itself, can be operated. */
export function blockerOf(document: RefDocument, window: RefWindow | undefined): RefWindow | undefined {
  const appModal = appModalOf(document);
  if (window === undefined) return appModal && frontOf(document, appModal);
  let root = window;
  while (root.owner !== null) root = root.owner;
  const front = frontOf(document, appModal ?? root);
  return front === window ? undefined : front;
}

export const isAppBlocked = (document: RefDocument): boolean => appModalOf(document) !== undefined;
