import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * Proof that both ends know the descriptor's secret, before anything else is said. Node cannot ask the kernel who is at
 * the other end, and a Windows pipe can be opened by others.
 *
 *   client  GET                                        on a fresh connection
 *   host    401, its nonce                             bound to this connection, good for one attempt
 *   client  GET Upgrade, its nonce, its proof          on the same connection
 *   host    101, its proof                             or 401, and the connection ends
 *
 * A proof covers the side that gives it, the address and both nonces: it cannot be reflected, moved or replayed.
 */
export const NONCE_HEADER = 'x-mcp-gui-bridge-nonce';
export const PROOF_HEADER = 'x-mcp-gui-bridge-proof';

export interface Nonces {
  readonly client: string;
  readonly host: string;
}

const NONCE = /^[0-9a-f]{32}$/;

export const isNonce = (value: unknown): value is string => typeof value === 'string' && NONCE.test(value);

/** Proof of one side as lower-case hex. */
export function proof(side: 'client' | 'host', secret: string, address: string, nonces: Nonces): string {
  return createHmac('sha256', Buffer.from(secret, 'hex'))
    .update([side, address, nonces.client, nonces.host].join('\n'))
    .digest('hex');
}

/** Compares in constant time; anything that is not the expected text is wrong. */
export function proves(given: unknown, expected: string): boolean {
  if (typeof given !== 'string' || given.length !== expected.length) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
