import type { WorkerToPerson } from './person-hop.ts';
import type { OpenView } from './person-ports.ts';
import type { PopupState } from './popup-state.ts';

export interface PopupFacts {
  /** @param isAlive the page's answer to this very look; `undefined` while it may still come */
  state(isAlive: boolean | undefined): PopupState;
  /** Asks the page's JavaScript for a sign of life. */
  isAlive(): Promise<boolean>;
  /** The person has looked, and looks no more. */
  looked(): void;
}

/** Keeps a popup up to date. It asks the page once, when it opens. */
export class PopupView implements OpenView {
  readonly #facts: PopupFacts;
  readonly #post: (message: WorkerToPerson) => void;
  #isAlive: boolean | undefined;

  constructor(facts: PopupFacts, post: (message: WorkerToPerson) => void) {
    this.#facts = facts;
    this.#post = post;
    void facts.isAlive().then((isAlive) => {
      this.#isAlive = isAlive;
      this.refresh();
    });
  }

  refresh(): void {
    this.#post({ view: 'popup', state: this.#facts.state(this.#isAlive) });
  }

  close(): void {
    this.#facts.looked();
  }
}
