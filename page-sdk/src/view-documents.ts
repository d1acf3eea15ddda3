import type { CompiledAction } from './action.ts';
import { LIMITS } from './protocol/limits.ts';

/**
 * The documents of views that have been announced. A conversation may still show one whose action is gone or has another
 * by now: of those without an action the last 32 are kept.
 */
export class ViewDocuments {
  /** By hash, the one announced last at the end. */
  readonly #announced = new Map<string, string>();

  announce(actions: Iterable<CompiledAction>): void {
    for (const { view } of actions) {
      const hash = view?.announced()?.hash;
      if (view === undefined || hash === undefined) continue;
      this.#announced.delete(hash);
      this.#announced.set(hash, view.html);
    }
    for (const hash of this.#announced.keys()) {
      if (this.#announced.size <= LIMITS.viewsKept) return;
      this.#announced.delete(hash);
    }
  }

  /** @param live the actions that there are now, whose documents are found however many there are */
  find(hash: string, live: Iterable<CompiledAction>): string | undefined {
    for (const { view } of live) if (view?.announced()?.hash === hash) return view.html;
    return this.#announced.get(hash);
  }
}
