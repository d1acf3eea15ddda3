import type { Clock } from '../link/clock.ts';
import type { Unsubscribe } from '../link/unsubscribe.ts';
import { advance, type ChangeLog, EMPTY_LOG, formatCursor } from './change-log.ts';
import {
  EMPTY_MIRROR,
  type LinkId,
  linkOf,
  type Mirror,
  type MirrorEffect,
  type MirrorEvent,
  stepMirror,
} from './mirror.ts';
import { type GuiView, type OriginScope, viewOf } from './view.ts';

/** The current state of all hosts and who wants to know of changes. Mirror, view, log and listeners move in one step. */
export class GuiModel {
  readonly instance: string;
  readonly clock: Clock;
  readonly #scope: OriginScope;
  readonly #listeners = new Set<() => void>();
  #mirror: Mirror = EMPTY_MIRROR;
  #view: GuiView;
  #log: ChangeLog = EMPTY_LOG;

  /** @param instance distinguishes this process's cursors from any other's */
  constructor(instance: string, scope: OriginScope, clock: Clock) {
    this.instance = instance;
    this.clock = clock;
    this.#scope = scope;
    this.#view = viewOf(this.#mirror, scope);
  }

  get mirror(): Mirror {
    return this.#mirror;
  }

  get view(): GuiView {
    return this.#view;
  }

  get log(): ChangeLog {
    return this.#log;
  }

  get cursor(): string {
    return formatCursor(this.instance, this.#log.n);
  }

  /** The link to the host of an application; `undefined` while there is none. */
  linkOf(appId: string): LinkId | undefined {
    return linkOf(this.#mirror, appId);
  }

  apply(event: MirrorEvent): readonly MirrorEffect[] {
    const { mirror, effects } = stepMirror(this.#mirror, event);
    if (mirror !== this.#mirror) {
      const view = viewOf(mirror, this.#scope);
      this.#log = advance(this.#log, this.#view, view);
      this.#mirror = mirror;
      this.#view = view;
      for (const listener of [...this.#listeners]) listener();
    }
    return effects;
  }

  onChange(listener: () => void): Unsubscribe {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Resolves as soon as `done` holds, after `ms`, or when the signal aborts; says whether `done` holds. */
  async until(done: () => boolean, ms: number, signal: AbortSignal): Promise<boolean> {
    if (done() || ms <= 0 || signal.aborted) return done();
    return new Promise((resolve) => {
      const end = () => {
        stopWaiting();
        unsubscribe();
        signal.removeEventListener('abort', end);
        resolve(done());
      };
      const stopWaiting = this.clock.after(ms, end);
      const unsubscribe = this.onChange(() => done() && end());
      signal.addEventListener('abort', end);
    });
  }
}
