import type { Clock } from '../time/clock.ts';
import { createStore, type Store } from './store.ts';

export interface StockState {
  readonly shelves: readonly { readonly shelf: string; readonly items: number }[];
  readonly builds: number;
  readonly rebuilding: boolean;
}

export interface Stock {
  readonly store: Store<StockState>;
  count(): number;
  /** Takes about 2.5 seconds, whatever happens meanwhile. */
  rebuild(): Promise<void>;
}

const REBUILD_MS = 2_500;

export function createStock(clock: Clock): Stock {
  const store = createStore<StockState>({
    shelves: [
      { shelf: 'A · Coffee', items: 418 },
      { shelf: 'B · Tea', items: 267 },
      { shelf: 'C · Filters and mugs', items: 1_096 },
      { shelf: 'D · Returns', items: 38 },
    ],
    builds: 1,
    rebuilding: false,
  });
  let running: Promise<void> | undefined;

  async function build(): Promise<void> {
    store.update((state) => ({ ...state, rebuilding: true }));
    const end = clock.now() + REBUILD_MS;
    while (clock.now() < end) await clock.tick();
    store.update((state) => ({ ...state, rebuilding: false, builds: state.builds + 1 }));
    running = undefined;
  }

  return {
    store,
    count: () => store.state.shelves.reduce((total, { items }) => total + items, 0),
    rebuild() {
      running ??= build();
      return running;
    },
  };
}
