import type { RelayAddress } from './web-socket-transport.ts';

const KEY = 'relay-token';

/** The parts of a window that hold the token. */
export interface TokenPlaces {
  readonly location: Pick<Location, 'hash' | 'origin' | 'pathname'>;
  readonly history: Pick<History, 'replaceState'>;
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem'>;
}

/**
 * Takes the token out of the page's address, where it could be read over a shoulder or be bookmarked, and keeps it for
 * reloads of this tab. `undefined` when the page was opened without one.
 */
export function takeRelayAddress({ location, history, sessionStorage }: TokenPlaces): RelayAddress | undefined {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) {
    sessionStorage.setItem(KEY, given);
    history.replaceState(null, '', location.pathname);
  }
  const token = given ?? sessionStorage.getItem(KEY);
  return token === null ? undefined : { origin: location.origin, token };
}
