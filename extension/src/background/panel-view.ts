import type { ActivityLog } from '../model/activity-log.ts';
import type { Model } from '../model/documents.ts';
import { panelEvents } from '../model/panel-events.ts';
import type { Surroundings } from './browser-api.ts';
import type { PanelState, WorkerToPerson } from './person-hop.ts';
import type { OpenView } from './person-ports.ts';

/** A person sees no difference, and a page that changes at every keystroke costs little. */
const EVERY_MS = 100;

export interface PanelFacts {
  readonly state: PanelState;
  readonly model: Model;
  readonly log: ActivityLog;
}

/** Keeps a side panel up to date with changes, as the host keeps agents. */
export class PanelView implements OpenView {
  readonly #facts: () => PanelFacts;
  readonly #post: (message: WorkerToPerson) => void;
  readonly #after: Surroundings['after'];
  #model: Model | undefined;
  #log: ActivityLog = [];
  /** The state that was told last, as JSON. */
  #told = '';
  #isWaiting = false;

  constructor(facts: () => PanelFacts, post: (message: WorkerToPerson) => void, after: Surroundings['after']) {
    this.#facts = facts;
    this.#post = post;
    this.#after = after;
  }

  /** A switch that was pressed shows it at once; the rest can wait a moment. */
  refresh(): void {
    this.#tellState();
    if (this.#isWaiting) return;
    if (this.#model === undefined) {
      this.#tell();
      return;
    }
    this.#isWaiting = true;
    this.#after(EVERY_MS, () => {
      this.#isWaiting = false;
      this.#tell();
    });
  }

  close(): void {}

  #tellState(): void {
    const { state } = this.#facts();
    const json = JSON.stringify(state);
    if (json === this.#told) return;
    this.#told = json;
    this.#post({ view: 'panel', state });
  }

  #tell(): void {
    const { model, log } = this.#facts();
    const events = panelEvents(this.#model, model);
    this.#model = model;
    if (events.length > 0) this.#post({ view: 'model', events });
    const known = new Set(this.#log);
    const entries = log.filter((entry) => !known.has(entry));
    const kept = new Set(log.map(({ callId }) => callId));
    const gone = this.#log.map(({ callId }) => callId).filter((callId) => !kept.has(callId));
    this.#log = log;
    if (entries.length > 0 || gone.length > 0) this.#post({ view: 'log', entries, gone });
  }
}
