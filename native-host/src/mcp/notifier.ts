import type { Unsubscribe } from '../link/unsubscribe.ts';
import type { GuiModel } from './gui-model.ts';
import { AT_REST, type Pace, type PaceEvent, stepPace } from './notify-pace.ts';
import { sameSnapshot } from './snapshot.ts';
import type { ListedTools } from './tool-list.ts';
import type { GuiView } from './view.ts';

/** How one client is reached. */
export interface NotifierWire {
  readonly toolListChanged: () => void;
  readonly windowsUpdated: () => void;
  /** Resolves once the client has taken all that was written. */
  readonly drained: () => Promise<void>;
}

/** Tells one client of changes (protocol §6): of the tools first, then of the windows. */
export class Notifier {
  readonly #gui: GuiModel;
  readonly #list: ListedTools;
  readonly #wire: NotifierWire;
  readonly #unsubscribe: Unsubscribe;
  #announced: GuiView;
  #pace: Pace = AT_REST;
  #timer: NodeJS.Timeout | undefined;

  constructor(gui: GuiModel, list: ListedTools, wire: NotifierWire) {
    this.#gui = gui;
    this.#list = list;
    this.#wire = wire;
    this.#announced = gui.view;
    this.#unsubscribe = gui.onChange(() => this.#step('changed'));
  }

  /** Call it synchronously before a response is sent: a client that re-reads on it must have been told. */
  beforeResponse(): void {
    this.#step('response');
  }

  close(): void {
    this.#unsubscribe();
    clearTimeout(this.#timer);
  }

  #step(event: PaceEvent): void {
    const { pace, flush, wait } = stepPace(this.#pace, event, performance.now());
    this.#pace = pace;
    if (wait !== undefined) this.#timer = setTimeout(() => this.#step('timer'), wait);
    if (flush) this.#flush();
  }

  #flush(): void {
    const [before, now] = [this.#announced, this.#gui.view];
    this.#announced = now;
    if (!this.#list.same(before, now)) this.#wire.toolListChanged();
    if (!sameSnapshot(before, now)) this.#wire.windowsUpdated();
    void this.#wire.drained().then(() => this.#step('drained'));
  }
}
