import process from 'node:process';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { BUILT } from '../../demo-site/runner/workspace.ts';
import { startRawAgent } from './raw-agent.ts';
import type { Rig } from './rig.ts';

/** What of a tool result a test looks at, whichever client it came through. */
export interface Result {
  readonly isError?: boolean;
  readonly structuredContent?: Record<string, unknown>;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

/** A client that calls tools and reads the windows. */
export interface Caller {
  call(name: string, args: Record<string, unknown>): Promise<Result>;
  tools(): Promise<string[]>;
  close(): Promise<unknown>;
}

/** The clients that every behaviour is seen through: what most desktop agents run, the newest revision, and plain bytes. */
export const CALLERS: Record<string, (rig: Rig) => Promise<Caller>> = {
  'the 1.x client': async (rig) => {
    const agent = await rig.agent('one');
    return {
      call: async (name, args) => (await agent.client.callTool({ name, arguments: args })) as Result,
      tools: () => agent.toolNames(),
      close: () => agent.close(),
    };
  },
  'the 2.x client at 2026-07-28': async (rig) => {
    const client = new ModernClient(
      { name: 'two', version: '1' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    );
    const env = Object.fromEntries(
      Object.entries(rig.profile.env).filter(([, value]) => value !== undefined),
    ) as Record<string, string>;
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [BUILT.cli, 'mcp'], env }));
    return {
      call: async (name, args) => (await client.callTool({ name, arguments: args })) as Result,
      tools: async () => (await client.listTools()).tools.map(({ name }) => name),
      close: () => client.close(),
    };
  },
  'raw bytes': async (rig) => {
    const agent = startRawAgent(rig.profile.env);
    await agent.initialize();
    return {
      call: async (name, args) => (await agent.ask('tools/call', { name, arguments: args })) as unknown as Result,
      tools: async () => {
        const { tools } = (await agent.ask('tools/list')) as { tools: { name: string }[] };
        return tools.map(({ name }) => name);
      },
      close: () => agent.close(),
    };
  },
};
