import type { DeskState } from './desk-state.ts';
import { type Dialog, withoutDialog } from './dialog.ts';
import type { Store } from './store.ts';

/** Dialogs as questions: whoever asks awaits the answer, a person's click or an agent's action gives it. */
export interface Questions {
  ask(question: Omit<Dialog, 'id'>): Promise<boolean>;
  /** Closes the dialog and those nested in it; the nested ones are answered "no". Without effect if it is closed. */
  answer(id: number, yes: boolean): void;
}

export function createQuestions(store: Store<DeskState>): Questions {
  const waiting = new Map<number, (yes: boolean) => void>();
  let lastId = 0;

  store.subscribe(({ dialogs }) => {
    const open = new Set(dialogs.map(({ id }) => id));
    for (const [id, resolve] of waiting) {
      if (open.has(id)) continue;
      waiting.delete(id);
      resolve(false);
    }
  });

  return {
    ask(question) {
      const dialog = { id: ++lastId, ...question };
      return new Promise((resolve) => {
        waiting.set(dialog.id, resolve);
        store.update((state) => ({ ...state, dialogs: [...state.dialogs, dialog] }));
      });
    },
    answer(id, yes) {
      const resolve = waiting.get(id);
      waiting.delete(id);
      store.update((state) => ({ ...state, dialogs: withoutDialog(state.dialogs, id) }));
      resolve?.(yes);
    },
  };
}
