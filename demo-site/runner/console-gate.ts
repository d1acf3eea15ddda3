import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { RELAY_PROTOCOL } from '../console/relay/relay-protocol.ts';

export interface Gate {
  /** `http://localhost:<port>`: the only place that the console is served from. */
  readonly origin: string;
  readonly token: string;
}

/** Why a request is turned away, and with which status. */
export interface Refusal {
  readonly status: 401 | 403;
  readonly reason: string;
}

function isSame(given: string | undefined, secret: string): boolean {
  const [left, right] = [Buffer.from(given ?? ''), Buffer.from(secret)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * Decides about a request to the relay: a name that was bound to this address by another site (Host), a page of another
 * site (Origin) and whoever does not know the token are refused. `undefined` lets it in.
 */
export function refuseRequest({ host, origin }: IncomingHttpHeaders, token: string | undefined, gate: Gate) {
  const refusal = (status: Refusal['status'], reason: string): Refusal => ({ status, reason });
  if (host !== new URL(gate.origin).host) return refusal(403, `The relay is at ${gate.origin} alone.`);
  if (origin !== gate.origin) return refusal(403, 'The relay answers nobody but the agent console.');
  if (!isSame(token, gate.token)) {
    return refusal(401, 'The token is missing or wrong: open the address that the demo printed.');
  }
  return undefined;
}

/** The token in `Sec-WebSocket-Protocol`. */
export function offeredToken(headers: IncomingHttpHeaders): string | undefined {
  const offered = (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  return offered.includes(RELAY_PROTOCOL) ? offered.find((name) => name !== RELAY_PROTOCOL) : undefined;
}

/** The token in `Authorization: Bearer`. */
export const bearerToken = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  /^Bearer (\S+)$/.exec(authorization ?? '')?.[1];
