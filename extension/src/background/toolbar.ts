import { type Badge, type BadgeFacts, badgeOf } from '../model/badge.ts';
import type { BrowserApi, Surroundings } from './browser-api.ts';

/** Most calls take milliseconds; nobody sees a badge that goes as fast. */
const ACTING_SHOWN_MS = 1_500;

const TITLES = {
  question: 'badge_question',
  host_changed: 'badge_host_changed',
  paused: 'badge_paused',
  new_agent: 'badge_new_agent',
  acting: 'badge_acting',
  quiet: 'extension_name',
} as const;

/** The button in the toolbar, which shows what agents do while nobody looks at our pages. */
export class Toolbar {
  readonly #api: Pick<BrowserApi, 'action' | 'i18n'>;
  readonly #after: Surroundings['after'];
  #facts: BadgeFacts = { questions: 0, hostChanged: false, paused: false, newAgents: 0, acting: false };
  #shown: Badge | undefined;
  #isHeld = false;

  constructor(api: Pick<BrowserApi, 'action' | 'i18n'>, after: Surroundings['after']) {
    this.#api = api;
    this.#after = after;
  }

  show(facts: BadgeFacts): void {
    this.#facts = facts;
    if (facts.acting) this.#hold();
    this.#draw();
  }

  #hold(): void {
    if (this.#isHeld) return;
    this.#isHeld = true;
    this.#after(ACTING_SHOWN_MS, () => {
      this.#isHeld = false;
      this.show(this.#facts);
    });
  }

  #draw(): void {
    const badge = badgeOf({ ...this.#facts, acting: this.#facts.acting || this.#isHeld });
    if (badge.text === this.#shown?.text && badge.meaning === this.#shown.meaning) return;
    this.#shown = badge;
    const { action, i18n } = this.#api;
    const title = i18n.getMessage(TITLES[badge.meaning]);
    // Before the browser has drawn its first window there may be no button, which is no fault.
    const drawn = [
      action.setBadgeText({ text: badge.text }),
      action.setBadgeBackgroundColor({ color: badge.color }),
      action.setTitle({ title }),
    ];
    Promise.all(drawn).catch(() => {});
  }
}
