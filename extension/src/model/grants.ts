const ORIGIN = /^(https?):\/\/(\[[0-9a-f:.]+\]|[^/:@?#\s]+)(?::(\d{1,5}))?$/;
const PATTERN = /^(\*|https?):\/\/(\*|(?:\*\.)?[^/:*]+|\[[0-9a-f:.]+\])(?::(\*|\d{1,5}))?\/\*$/;
const DEFAULT_PORTS: Record<string, string> = { http: '80', https: '443' };

interface OriginParts {
  readonly scheme: string;
  readonly host: string;
  readonly port: string;
}

function parts(origin: string): OriginParts | undefined {
  const [, scheme, host, port] = ORIGIN.exec(origin) ?? [];
  if (scheme === undefined || host === undefined) return undefined;
  return { scheme, host, port: port ?? DEFAULT_PORTS[scheme] ?? '' };
}

/** Whether a site can be allowed at all: web pages with an origin of their own, nothing else. */
export const isWebOrigin = (origin: string): boolean => parts(origin) !== undefined;

/** The browser permission that an origin needs. Permissions know no ports, so it covers more than a grant does. */
export function permissionPattern(origin: string): string {
  const site = parts(origin);
  if (site === undefined) throw new Error(`"${origin}" is not the origin of a web page`);
  return `${site.scheme}://${site.host}/*`;
}

/** Where the content script runs: exactly this origin, its port included. */
export function scriptPattern(origin: string): string {
  const site = parts(origin);
  if (site === undefined) throw new Error(`"${origin}" is not the origin of a web page`);
  return `${site.scheme}://${site.host}:${site.port}/*`;
}

/** Whether a match pattern, as a permission or in a manifest, covers an origin. */
export function covers(pattern: string, origin: string): boolean {
  const site = parts(origin);
  if (site === undefined) return false;
  if (pattern === '<all_urls>') return true;
  const [, scheme, host, port] = PATTERN.exec(pattern) ?? [];
  if (scheme === undefined || host === undefined) return false;
  const hostMatches =
    host === '*' ||
    host === site.host ||
    (host.startsWith('*.') && (site.host === host.slice(2) || site.host.endsWith(host.slice(1))));
  return (
    (scheme === '*' || scheme === site.scheme) &&
    hostMatches &&
    (port === undefined || port === '*' || port === site.port)
  );
}

/** A wish to allow a site, remembered while the browser asks: its dialog closes the popup that asked. */
export interface Wish {
  readonly origin: string;
  readonly at: number;
}

const WISH_MS = 5 * 60_000;

/** Whether a wish is granted by the permissions there are now. An old one was declined. */
export const isFulfilled = ({ origin, at }: Wish, patterns: readonly string[], now: number): boolean =>
  now - at < WISH_MS && patterns.some((pattern) => covers(pattern, origin));
