import { randomBytes } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import { isNonce, NONCE_HEADER, PROOF_HEADER, proof, proves } from './handshake.ts';

/** Web pages send an `Origin`; no agent's process does. */
const BROWSER_PAGE = 403;
const NO_PROOF = 401;

function refuse(socket: Duplex, status: number): void {
  const reason = status === BROWSER_PAGE ? 'Forbidden' : 'Unauthorized';
  socket.end(`HTTP/1.1 ${status} ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () => socket.destroy());
}

/** The host's side of the handshake: `sockets` emits `connection` for each client that knows the secret, and for no other. */
export function serveHandshake(
  server: Server,
  sockets: WebSocketServer,
  identity: { readonly address: string; readonly secret: string },
): void {
  const { address, secret } = identity;
  const challenges = new WeakMap<Duplex, string>();
  const proofs = new WeakMap<IncomingMessage, string>();

  server.on('request', (request, response) => {
    response.sendDate = false;
    const nonce = randomBytes(16).toString('hex');
    const fromPage = request.headers.origin !== undefined;
    if (!fromPage) challenges.set(request.socket, nonce);
    response.writeHead(fromPage ? BROWSER_PAGE : NO_PROOF, {
      'Content-Length': 0,
      ...(!fromPage && { [NONCE_HEADER]: nonce }),
    });
    response.end();
  });
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const host = challenges.get(socket);
    challenges.delete(socket);
    const client = request.headers[NONCE_HEADER];
    if (request.headers.origin !== undefined) return refuse(socket, BROWSER_PAGE);
    if (host === undefined || !isNonce(client)) return refuse(socket, NO_PROOF);
    const nonces = { client, host };
    if (!proves(request.headers[PROOF_HEADER], proof('client', secret, address, nonces))) {
      return refuse(socket, NO_PROOF);
    }
    proofs.set(request, proof('host', secret, address, nonces));
    sockets.handleUpgrade(request, socket, head, (open) => sockets.emit('connection', open, request));
  });
  sockets.on('headers', (headers, request) => headers.push(`${PROOF_HEADER}: ${proofs.get(request)}`));
}
