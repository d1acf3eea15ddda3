import type { Unsubscribe } from './bridge.ts';

/** Told in order; one that fails does not keep the others from hearing. */
export class Listeners<T> {
  readonly #listeners = new Set<(value: T) => void>();

  add(listener: (value: T) => void): Unsubscribe {
    const own = (value: T): void => listener(value);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  tell(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        console.error('[mcp-gui-bridge] a listener failed', error);
      }
    }
  }
}
