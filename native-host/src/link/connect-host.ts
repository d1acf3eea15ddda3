import { randomBytes } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { type AgentToHost, HostToAgent } from '@mcp-gui-bridge/page-sdk/protocol';
import { WebSocket } from 'ws';
import { type LinkConnection, linkConnection, MAX_MESSAGE_BYTES } from './connection.ts';
import type { Descriptor } from './descriptor.ts';
import { isNonce, NONCE_HEADER, type Nonces, PROOF_HEADER, proof, proves } from './handshake.ts';

const CONNECT_MS = 2_000;

export type HostLink = LinkConnection<HostToAgent, AgentToHost>;

/** Why a host could not be used: nobody listens there, it refused the proof, it did not prove itself, or it took too long. */
export type LinkFailure = 'unreachable' | 'refused' | 'impostor' | 'timeout';

export class LinkError extends Error {
  override readonly name = 'LinkError';
  readonly failure: LinkFailure;

  constructor(failure: LinkFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = failure;
  }
}

/** The one connection of a handshake: request and upgrade must share it, since the host's nonce is bound to it. */
function agentFor(address: string): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  agent.createConnection = () => connect(address);
  return agent;
}

/** Asks for the host's nonce; the answer says nothing else. */
function requestNonce(agent: Agent, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const challenge = request({ agent, host: 'localhost', signal }, (response: IncomingMessage) => {
      const nonce = response.headers[NONCE_HEADER];
      response.resume();
      response.once('end', () => {
        if (isNonce(nonce)) resolve(nonce);
        else reject(new LinkError('impostor', 'what listens there does not speak the handshake of MCP GUI Bridge'));
      });
    });
    challenge.once('error', reject);
    challenge.end();
  });
}

/** Upgrades the connection; resolves once the host has proved itself, before anything else was sent or accepted. */
function upgrade(agent: Agent, descriptor: Descriptor, nonces: Nonces, signal: AbortSignal): Promise<HostLink> {
  const { secret, socket: address } = descriptor;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket('ws://localhost/', {
      agent,
      perMessageDeflate: false,
      maxPayload: MAX_MESSAGE_BYTES,
      headers: { [NONCE_HEADER]: nonces.client, [PROOF_HEADER]: proof('client', secret, address, nonces) },
    });
    const abandon = () => socket.terminate();
    signal.addEventListener('abort', abandon, { once: true });
    let failure: LinkError | undefined;
    socket.once('upgrade', (response) => {
      if (proves(response.headers[PROOF_HEADER], proof('host', secret, address, nonces))) return;
      failure = new LinkError('impostor', 'what listens there does not know the secret of its descriptor');
      socket.terminate();
    });
    socket.once('unexpected-response', (_request, response) => {
      failure = new LinkError('refused', `the host refused the connection (${response.statusCode})`);
      socket.terminate();
    });
    socket.on('error', (error) => reject(failure ?? error));
    socket.once('open', () => {
      signal.removeEventListener('abort', abandon);
      // At once: what the host says may be in the packet that opened the connection.
      resolve(linkConnection<HostToAgent, AgentToHost>(socket, HostToAgent));
    });
  });
}

function asLinkError(error: unknown, timeout: AbortSignal): LinkError {
  if (error instanceof LinkError) return error;
  if (timeout.aborted) return new LinkError('timeout', `the host did not answer within ${CONNECT_MS} ms`);
  return new LinkError('unreachable', error instanceof Error ? error.message : String(error), { cause: error });
}

/**
 * Connects to a host and returns after both sides have proved that they know the descriptor's secret. The first message
 * to expect is the host's `hello`.
 *
 * @throws LinkError; after `unreachable` the descriptor may be stale (`removeStale` finds out). The signal's reason when aborted.
 */
export async function connectHost(
  descriptor: Descriptor,
  options: { readonly signal?: AbortSignal } = {},
): Promise<HostLink> {
  options.signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(CONNECT_MS);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  const agent = agentFor(descriptor.socket);
  try {
    const nonces = { client: randomBytes(16).toString('hex'), host: await requestNonce(agent, signal) };
    return await upgrade(agent, descriptor, nonces, signal);
  } catch (error) {
    options.signal?.throwIfAborted();
    throw asLinkError(error, timeout);
  } finally {
    agent.destroy();
  }
}
