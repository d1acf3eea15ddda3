import { useLayoutEffect, useState } from 'preact/hooks';
import type { Store } from '../state/store.ts';

/** The store's value; the component is drawn again whenever it changes. */
export function useStore<T>(store: Store<T>): T {
  const [, setSeen] = useState(store.value);
  useLayoutEffect(() => {
    const look = () => setSeen(() => store.value);
    look();
    return store.subscribe(look);
  }, [store]);
  return store.value;
}
