import type { Store } from './store.ts';

/** Resolves as soon as the store's value is one that was waited for. */
export function untilStore<T>(
  store: Pick<Store<T>, 'value' | 'subscribe'>,
  isWanted: (value: T) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    if (isWanted(store.value)) return resolve();
    const stop = store.subscribe(() => {
      if (!isWanted(store.value)) return;
      stop();
      resolve();
    });
  });
}
