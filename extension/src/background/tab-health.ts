import type { Surroundings, TabChange } from './browser-api.ts';
import type { PageIdentity } from './tab-ports.ts';

/** How long a person looking at the popup waits for a page's JavaScript. */
const LOOK_MS = 1_000;

export interface TabHealthListener {
  pages(tabId: number): PageIdentity[];
  ping(documentId: string, id: number): void;
  suspended(documentId: string, suspended: boolean): void;
  gone(documentId: string): void;
}

/**
 * Whether pages can answer. A frozen tab keeps its port and answers nothing; a discarded one answers from a stub that
 * the browser put in its place. So sleep is the browser's word, and only a page's own JavaScript ends it.
 */
export class TabHealth {
  readonly #listener: TabHealthListener;
  readonly #after: Surroundings['after'];
  readonly #waiting = new Map<number, { documentId: string; answered: () => void }>();
  #pings = 0;

  constructor(after: Surroundings['after'], listener: TabHealthListener) {
    this.#after = after;
    this.#listener = listener;
  }

  updated(tabId: number, change: TabChange): void {
    if (change.frozen === true || change.discarded === true) {
      for (const { documentId } of this.#listener.pages(tabId)) {
        this.forget(documentId);
        this.#listener.suspended(documentId, true);
      }
    } else if (change.frozen === false) {
      for (const { documentId } of this.#listener.pages(tabId)) {
        this.#ping(documentId, () => this.#listener.suspended(documentId, false));
      }
    }
  }

  removed(tabId: number): void {
    for (const { documentId } of this.#listener.pages(tabId)) this.#listener.gone(documentId);
  }

  /** A page's JavaScript answered; the answer to somebody else's ping counts for nothing. */
  pong(documentId: string, id: number): void {
    const waiting = this.#waiting.get(id);
    if (waiting?.documentId !== documentId) return;
    this.#waiting.delete(id);
    waiting.answered();
  }

  /** Asks a page's JavaScript for a sign of life. */
  isAlive(documentId: string): Promise<boolean> {
    return new Promise((resolve) => {
      const id = this.#ping(documentId, () => resolve(true));
      this.#after(LOOK_MS, () => {
        this.#waiting.delete(id);
        resolve(false);
      });
    });
  }

  #ping(documentId: string, answered: () => void): number {
    this.#pings += 1;
    this.#waiting.set(this.#pings, { documentId, answered });
    this.#listener.ping(documentId, this.#pings);
    return this.#pings;
  }

  /** The document is asleep or gone: nothing it was asked will be answered. */
  forget(documentId: string): void {
    for (const [id, waiting] of this.#waiting) if (waiting.documentId === documentId) this.#waiting.delete(id);
  }
}
