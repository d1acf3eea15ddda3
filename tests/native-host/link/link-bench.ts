import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentToHost, HostToAgent } from '@mcp-gui-bridge/page-sdk/protocol';
import { onTestFinished } from 'vitest';
import type { LinkConnection } from '../../../native-host/src/link/connection.ts';
import { type Descriptor, listDescriptors } from '../../../native-host/src/link/rendezvous.ts';
import { type AgentServer, type ServeAgentsOptions, serveAgents } from '../../../native-host/src/link/serve-agents.ts';

export const extension = { version: '0.1.0', browser: 'Chromium', profileId: 'profile-1', generation: 1 };

/** A state directory of its own for one test, removed afterwards. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'mgb-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

export type HostEnd = LinkConnection<AgentToHost, HostToAgent>;

export interface ServedHost {
  readonly directory: string;
  readonly server: AgentServer;
  readonly descriptor: Descriptor;
  /** The host's ends of the connections made so far. */
  readonly agents: HostEnd[];
}

/** A listening host with its descriptor written, closed after the test. */
export async function serve(options: Partial<ServeAgentsOptions> = {}): Promise<ServedHost> {
  const directory = options.directory ?? temporaryDirectory();
  const before = new Set((await listDescriptors(directory)).map(({ socket }) => socket));
  const agents: HostEnd[] = [];
  const server = await serveAgents({ directory, onAgent: (agent) => agents.push(agent), ...options });
  onTestFinished(() => server.close());
  await server.describe(extension);
  const descriptor = (await listDescriptors(directory)).find(({ socket }) => !before.has(socket));
  if (descriptor === undefined) throw new Error('the host wrote no descriptor');
  return { directory, server, descriptor, agents };
}
