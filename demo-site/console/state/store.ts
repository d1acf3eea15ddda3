/** A value that changes by replacement, and whoever wants to know. */
export interface Store<T> {
  readonly value: T;
  set(next: T): void;
  update(change: (value: T) => T): void;
  /** @returns ends the subscription */
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;
  const set = (next: T) => {
    if (Object.is(next, value)) return;
    value = next;
    for (const listener of [...listeners]) listener();
  };
  return {
    get value() {
      return value;
    },
    set,
    update: (change) => set(change(value)),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
