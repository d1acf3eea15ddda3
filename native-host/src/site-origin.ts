/**
 * Reads the origin that a person names by the address of a site, or says what to give instead: agents are limited to
 * whole sites, so an address with a path would promise more than is kept.
 */
export function siteOrigin(text: string): { readonly origin: string } | { readonly problem: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return { problem: `takes the address of a site, such as https://orders.example.com, not "${text}".` };
  }
  const { origin, pathname, search, hash, username, password } = url;
  const more = `${pathname.slice(1)}${search}${hash}${username}${password}`;
  return more === '' ? { origin } : { problem: `takes a whole site: give ${origin} instead of "${text}".` };
}
