import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import sirv from 'sirv';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';
import { RELAY_PROTOCOL } from '../console/relay/relay-protocol.ts';
import { bearerToken, type Gate, offeredToken, refuseRequest } from './console-gate.ts';
import { type RelayedServer, relayAgent } from './relay-agent.ts';
import { type SandboxServer, serveSandboxes } from './sandbox-server.ts';
import { ViewCsp } from './view-policy.ts';

export interface ConsoleServer {
  /** Where the console is, with the token that lets it in. */
  readonly url: string;
  readonly gate: Gate;
  close(): Promise<void>;
}

/** As long as a line of `mcp` may be, and some room. */
const MESSAGE_BYTES = 8 * 1024 * 1024;
const CONSOLES = 8;

/**
 * Serves the agent console on the loopback interface, with its relay: `/relay` is a WebSocket to an `mcp` of its own,
 * `POST /views` makes the sandbox of a view.
 *
 * @param directory the built site
 */
export async function serveConsole(directory: string, agent: RelayedServer): Promise<ConsoleServer> {
  const files = sirv(directory, { etag: true });
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const gate: Gate = { origin: `http://localhost:${port}`, token: randomBytes(24).toString('hex') };
  const sandboxes = await serveSandboxes(directory, gate.origin);
  const policy = pagePolicy(gate, sandboxes);

  server.on('request', (request, response) => {
    if (request.url === '/views' && request.method === 'POST') {
      void openView(request, response, gate, sandboxes);
      return;
    }
    response.setHeader('content-security-policy', policy);
    files(request, response);
  });
  const sockets = relay(agent);
  server.on('upgrade', (request, socket, head) => {
    const refusal =
      request.url === '/relay' ? refuseRequest(request.headers, offeredToken(request.headers), gate) : gone;
    if (refusal !== undefined) {
      // An upgraded socket is no longer the server's: whoever breaks it off would end the whole demo.
      socket.on('error', () => socket.destroy());
      socket.end(`HTTP/1.1 ${refusal.status} Refused\r\nconnection: close\r\n\r\n${refusal.reason}`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => sockets.emit('connection', opened, request));
  });

  return {
    url: `${gate.origin}/console.html#token=${gate.token}`,
    gate,
    async close() {
      for (const client of sockets.clients) client.terminate();
      await sandboxes.close();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

const gone = { status: 404, reason: 'Nothing is here.' };

function relay(agent: RelayedServer): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES,
    handleProtocols: () => RELAY_PROTOCOL,
  });
  sockets.on('connection', (socket: WebSocket) => {
    if (sockets.clients.size > CONSOLES)
      socket.close(1013, `More than ${CONSOLES} consoles are open: close one of them.`);
    else relayAgent(socket, agent);
  });
  return sockets;
}

/** Frames may show sandboxes and nothing else, so that no view can leave its own. */
function pagePolicy({ origin }: Gate, { source }: SandboxServer): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ${origin.replace('http', 'ws')}`,
    `frame-src ${source}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

async function openView(
  request: IncomingMessage,
  response: ServerResponse,
  gate: Gate,
  sandboxes: SandboxServer,
): Promise<void> {
  const answer = (status: number, body: object) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const refusal = refuseRequest(request.headers, bearerToken(request.headers), gate);
  if (refusal !== undefined) return answer(refusal.status, { error: refusal.reason });
  const parsed = ViewCsp.safeParse(await json(request).catch(() => undefined));
  if (parsed.success) answer(200, { url: sandboxes.open(parsed.data) });
  else answer(400, { error: `The view’s policy is not valid: ${z.prettifyError(parsed.error)}` });
}
