import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { COMMAND, environment } from './agent-process.ts';

/** A tool result as any of the clients returns it. */
export interface ToolResult {
  readonly [field: string]: unknown;
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
  readonly content?: unknown;
}

/** What the tests need of a client, the same for both lines of the SDK. */
export interface AnyClient {
  readonly instructions: string | undefined;
  listTools(): Promise<string[]>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<ToolResult>;
  close(): Promise<void>;
}

const INFO = { name: 'contract', version: '1' };
const server = (directory: string) => ({ ...COMMAND, env: environment(directory), stderr: 'ignore' as const });

async function openModern(directory: string, pin?: string): Promise<AnyClient> {
  const client = new ModernClient(INFO, pin === undefined ? {} : { versionNegotiation: { mode: { pin } } });
  await client.connect(new ModernTransport(server(directory)));
  return {
    instructions: client.getInstructions(),
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    callTool: (params) => client.callTool(params),
    close: () => client.close(),
  };
}

async function openLegacy(directory: string): Promise<AnyClient> {
  const client = new LegacyClient(INFO);
  await client.connect(new LegacyTransport(server(directory)));
  return {
    instructions: client.getInstructions(),
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    callTool: (params) => client.callTool(params),
    close: () => client.close(),
  };
}

/** Real clients by name, each over a process of its own. */
export const CLIENTS: Readonly<Record<string, (directory: string) => Promise<AnyClient>>> = {
  '1.x': openLegacy,
  '2.x legacy': (directory) => openModern(directory),
  '2.x pinned to 2026-07-28': (directory) => openModern(directory, '2026-07-28'),
};
