import { randomBytes } from 'node:crypto';
import { unlinkSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import {
  AgentToHost,
  type ExtensionIdentity,
  type HostToAgent,
  RELEASE_VERSION,
  WIRE_VERSION,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { WebSocketServer } from 'ws';
import { type LinkConnection, linkConnection, MAX_MESSAGE_BYTES } from './connection.ts';
import { type Descriptor, writeDescriptor } from './descriptor.ts';
import { makePrivate } from './private-directory.ts';
import { removeLeftovers } from './rendezvous.ts';
import { serveHandshake } from './serve-handshake.ts';
import { descriptorPath, socketAddress } from './socket-address.ts';

const SELF_CHECK_MS = 30_000;
/** For a connection that has not proved itself: to ask, and to come back with its proof. */
const HANDSHAKE_MS = 2_000;

export interface ServeAgentsOptions {
  /** State directory; made if it is missing. */
  readonly directory: string;
  /** Called for each agent that has proved itself. */
  readonly onAgent: (connection: LinkConnection<AgentToHost, HostToAgent>) => void;
  /** The socket was taken away or replaced: no agent can come any more, and the files are no longer this host's. */
  readonly onLost?: () => void;
  readonly selfCheckMs?: number;
}

export interface AgentServer {
  /** Writes, or replaces, the descriptor: from now on agents find this host. */
  describe(extension: ExtensionIdentity): Promise<void>;
  /** Removes descriptor and socket and drops every agent. The files go at once, without waiting. */
  close(): Promise<void>;
}

/** Listens with mode 0600 from the first moment: `listen` itself would leave the socket open to all (0755). */
function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const before = process.umask(0o177);
    try {
      server.listen(address, () => {
        server.off('error', reject);
        resolve();
      });
    } finally {
      process.umask(before);
    }
  });
}

async function identityOf(path: string): Promise<string | undefined> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}`;
}

/** Calls `onLost` once the socket file is no longer the one that was made here. Pipes cannot be taken away. */
async function watchOwnSocket(path: string, everyMs: number, onLost: () => void): Promise<() => void> {
  if (process.platform === 'win32') return () => {};
  const own = await identityOf(path);
  let isOver = false;
  const end = () => {
    isOver = true;
    clearInterval(timer);
  };
  const timer = setInterval(async () => {
    const now = await identityOf(path);
    // A check may take longer than the time to the next one, or to the end.
    if (isOver || now === own) return;
    end();
    onLost();
  }, everyMs);
  timer.unref();
  return end;
}

function unlinkNow(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Already gone, which is what is wanted.
  }
}

/**
 * Opens this host's own socket, or named pipe, for agents' processes. There is no TCP listener. Removes what dead hosts
 * left behind first.
 *
 * @throws Error when the directory is not private or its path is too long for a socket.
 */
export async function serveAgents(options: ServeAgentsOptions): Promise<AgentServer> {
  const { directory, onAgent } = options;
  const id = randomBytes(6).toString('hex');
  const address = socketAddress(directory, id, process.platform);
  await makePrivate(directory);
  await removeLeftovers(directory, Date.now());

  const secret = randomBytes(32).toString('hex');
  const startedAt = Date.now();
  const server = createServer({
    keepAliveTimeout: HANDSHAKE_MS,
    headersTimeout: HANDSHAKE_MS,
    connectionsCheckingInterval: HANDSHAKE_MS,
  });
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MAX_MESSAGE_BYTES });
  serveHandshake(server, sockets, { address, secret });
  sockets.on('connection', (socket) => onAgent(linkConnection<AgentToHost, HostToAgent>(socket, AgentToHost)));
  await listen(server, address);
  let lost = false;
  const unwatch = await watchOwnSocket(address, options.selfCheckMs ?? SELF_CHECK_MS, () => {
    lost = true;
    options.onLost?.();
  });

  return {
    describe: (extension) => {
      const { pid } = process;
      const descriptor: Descriptor = {
        wire: WIRE_VERSION,
        version: RELEASE_VERSION,
        pid,
        startedAt,
        socket: address,
        secret,
        extension,
      };
      return writeDescriptor(directory, id, descriptor);
    },
    close: async () => {
      unwatch();
      unlinkNow(descriptorPath(directory, id));
      for (const socket of sockets.clients) socket.terminate();
      // Closing the server would unlink the path, and with it a socket that is not this host's.
      if (lost) return;
      if (process.platform !== 'win32') unlinkNow(address);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
