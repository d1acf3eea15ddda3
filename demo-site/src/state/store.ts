/** The whole state of an application in one immutable value. */
export interface Store<State> {
  readonly state: State;
  /** Replaces the state; an edit that returns the same object notifies nobody. */
  update(edit: (state: State) => State): void;
  /** Calls `listener` after each change; returns the way to stop it. */
  subscribe(listener: (state: State) => void): () => void;
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  const listeners = new Set<(state: State) => void>();
  return {
    get state() {
      return state;
    },
    update(edit) {
      const next = edit(state);
      if (next === state) return;
      state = next;
      for (const listener of listeners) listener(state);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
