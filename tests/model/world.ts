import type { Actions } from '../../page-sdk/src/action.ts';
import { ActionError, ValidationError } from '../../page-sdk/src/errors.ts';
import { fields } from '../../page-sdk/src/index.ts';
import type { WindowHandle } from '../../page-sdk/src/window-handle.ts';
import type { Chain } from './chain.ts';
import type { TestDocument } from './document.ts';
import { type Content, keyOf, type Offer, type RefDocument, Reference, type RefWindow, titleOf } from './reference.ts';
import { EFFECTS, type Effect, type PageStep } from './steps.ts';

const content = (key: string, { title, summary, value }: Content) => ({
  title,
  summary,
  blocks: [
    fields(
      [
        { label: 'Key', value: key },
        { label: 'Value', value },
      ],
      { id: 'state' },
    ),
  ],
});

const INPUT = {
  type: 'object',
  properties: { effect: { enum: [...EFFECTS] }, n: { type: 'integer', minimum: 0 } },
  required: ['effect'],
  additionalProperties: false,
} as const;

interface RealDocument {
  readonly page: TestDocument;
  opened: number;
}

/** The one that a step means. */
export const pick = <T>(items: readonly T[], at: number): T | undefined => items[at % items.length];

/** Real pages and the reference, which the same things happen to. */
export class World {
  readonly reference = new Reference();
  readonly #chain: Chain;
  readonly #real = new Map<RefDocument, RealDocument>();
  readonly #handles = new Map<string, WindowHandle>();
  /** Told when a dialog that a handler waits for is closed. */
  readonly #waiting = new Map<string, () => void>();

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  /** Documents that are open. */
  get documents(): RefDocument[] {
    return this.reference.documents.filter(({ isGone }) => !isGone);
  }

  get #windows(): (readonly [RefDocument, RefWindow])[] {
    return this.documents.flatMap((document) => document.windows.map((window) => [document, window] as const));
  }

  async load(slot: number): Promise<void> {
    const name = `Desk ${slot}, visit ${this.reference.documents.length}`;
    const document = this.reference.add(name, `https://desk${slot}.example`);
    const actions = this.#actions(document, undefined, true);
    this.#real.set(document, { page: await this.#chain.openDocument(name, document.origin, actions), opened: 0 });
  }

  async reload(at: number): Promise<void> {
    const document = pick(this.documents, at);
    if (document === undefined) return;
    this.reference.remove(document);
    this.#chain.closeDocument(this.#realOf(document).page);
    await this.load(Number(/\d/.exec(document.origin)?.[0]));
  }

  toggleSleep(at: number): void {
    const document = pick(this.documents, at);
    if (document === undefined) return;
    document.isAsleep = !document.isAsleep;
    this.#chain.suspend(this.#realOf(document).page, document.isAsleep);
  }

  /** Does it to the reference and to the page. */
  page(step: PageStep): void {
    const document = 'doc' in step ? pick(this.documents, step.doc) : undefined;
    const [owner, window] = ('at' in step ? pick(this.#windows, step.at) : undefined) ?? [];
    if (step.do === 'open' && document) this.#open(document, false, null);
    else if (step.do === 'appModal' && document) this.#open(document, true, null);
    else if (step.do === 'offerApp' && document) {
      document.offer = step.offer;
      this.#realOf(document).page.bridge.setActions(this.#actions(document, undefined, step.offer));
    }
    if (owner === undefined || window === undefined) return;
    if (step.do === 'modal') this.#open(owner, true, window);
    else if (step.do === 'close') this.#close(owner, window);
    else if (step.do === 'update') {
      const title = step.title === 0 ? titleOf(window.key) : `${titleOf(window.key)}, edited`;
      this.#update(window, { ...step, title });
    } else if (step.do === 'offer') {
      window.offer = step.offer;
      this.#handle(window.key).setAvailable('act', step.offer);
    }
  }

  /** What an executed call does to the reference; says which windows it opened, and what is said of it. */
  expectEffect(effect: Effect, document: RefDocument, window: RefWindow | undefined) {
    const { reference } = this;
    const opened: RefWindow[] = [];
    if (effect === 'update' && window) {
      reference.update(window, { title: window.title, summary: window.summary, value: 2 });
    }
    if (effect === 'close' && window) reference.close(document, window);
    if (effect === 'modal' || effect === 'ask') {
      opened.push(reference.open(document, window !== undefined || effect === 'ask', window ?? null));
    }
    if (effect === 'appModal') opened.push(reference.open(document, true, null));
    const [dialog] = opened;
    const message = effect === 'ask' && dialog ? `A dialog opened: ${dialog.title}` : 'Done';
    return { opened: opened.map(({ key }) => key), message };
  }

  #open(document: RefDocument, modal: boolean, owner: RefWindow | null): void {
    this.reference.open(document, modal, owner);
    this.#openReal(document, modal, owner?.key);
  }

  #openReal(document: RefDocument, modal: boolean, ownerKey: string | undefined): string {
    const real = this.#realOf(document);
    const key = keyOf(document, ++real.opened);
    const declaration = {
      ...content(key, { title: titleOf(key), summary: '', value: 0 }),
      actions: this.#actions(document, key, true),
    };
    const { bridge } = real.page;
    const opener = ownerKey === undefined ? undefined : this.#handle(ownerKey);
    const handle = opener
      ? opener.openModal(declaration)
      : modal
        ? bridge.openAppModal(declaration)
        : bridge.openWindow(declaration);
    this.#handles.set(key, handle);
    return key;
  }

  #close(document: RefDocument, window: RefWindow): void {
    this.reference.close(document, window);
    this.#closeReal(window.key);
  }

  #closeReal(key: string): void {
    this.#handle(key).close();
    for (const [waiting, wake] of this.#waiting) if (!this.#handle(waiting).isOpen) wake();
  }

  #update(window: RefWindow, next: Content): void {
    this.reference.update(window, { title: next.title, summary: next.summary, value: next.value });
    this.#handle(window.key).update(content(window.key, next));
  }

  #actions(document: RefDocument, key: string | undefined, offer: Offer): Actions {
    return {
      act: {
        title: 'act',
        input: INPUT,
        available: offer,
        run: (input: unknown) => this.#act((input as { effect: Effect }).effect, document, key),
      },
      look: { title: 'look', hints: { readOnly: true }, run: () => ({ message: 'Done' }) },
    };
  }

  async #act(effect: Effect, document: RefDocument, key: string | undefined): Promise<{ message: string }> {
    if (effect === 'refuse') throw new ActionError('Not today');
    if (effect === 'invalid') throw new ValidationError([{ field: 'effect', error: 'Not this one' }]);
    if (effect === 'update' && key !== undefined) {
      const { title, summary = '' } = this.reference.find(key) ?? { title: titleOf(key) };
      this.#handle(key).update(content(key, { title, summary, value: 2 }));
    }
    if (effect === 'close' && key !== undefined) this.#closeReal(key);
    if (effect === 'modal') this.#openReal(document, key !== undefined, key);
    if (effect === 'appModal') this.#openReal(document, true, undefined);
    if (effect === 'ask') {
      const dialog = this.#openReal(document, true, key);
      await new Promise<void>((resolve) => this.#waiting.set(dialog, resolve));
      this.#waiting.delete(dialog);
    }
    return { message: 'Done' };
  }

  #realOf(document: RefDocument): RealDocument {
    const real = this.#real.get(document);
    if (real === undefined) throw new Error(`no page for ${document.name}`);
    return real;
  }

  #handle(key: string): WindowHandle {
    const handle = this.#handles.get(key);
    if (handle === undefined) throw new Error(`no window ${key}`);
    return handle;
  }
}
