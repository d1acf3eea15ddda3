import type { OpenClient } from './driven-client.ts';

/** One line of the table. */
export interface ClientCase {
  readonly name: string;
  /** The package whose version is told. */
  readonly package: string;
  readonly open: () => Promise<OpenClient>;
}

/** Every client, in the order of the table. Each is loaded in a process of its own. */
export const MATRIX: readonly ClientCase[] = [
  {
    name: 'SDK 1.x',
    package: '@modelcontextprotocol/sdk',
    open: async () => (await import('./drivers/sdk-1.ts')).open,
  },
  {
    name: 'SDK 2.x, legacy',
    package: '@modelcontextprotocol/client',
    open: async () => (await import('./drivers/sdk-2.ts')).openLegacy,
  },
  {
    name: 'SDK 2.x, auto',
    package: '@modelcontextprotocol/client',
    open: async () => (await import('./drivers/sdk-2.ts')).openAuto,
  },
  {
    name: 'SDK 2.x, pinned to 2026-07-28',
    package: '@modelcontextprotocol/client',
    open: async () => (await import('./drivers/sdk-2.ts')).openPinned,
  },
  { name: 'Vercel AI SDK', package: '@ai-sdk/mcp', open: async () => (await import('./drivers/ai-sdk.ts')).open },
  {
    name: 'LangChain adapters',
    package: '@langchain/mcp-adapters',
    open: async () => (await import('./drivers/langchain.ts')).open,
  },
  { name: 'Mastra', package: '@mastra/mcp', open: async () => (await import('./drivers/mastra.ts')).open },
  {
    name: 'OpenAI Agents, stdio',
    package: '@openai/agents-core',
    open: async () => (await import('./drivers/openai-agents.ts')).open,
  },
  { name: 'mcporter', package: 'mcporter', open: async () => (await import('./drivers/mcporter.ts')).open },
  { name: 'mcpc', package: '@apify/mcpc', open: async () => (await import('./drivers/mcpc.ts')).open },
  {
    name: 'MCP Inspector CLI, legacy',
    package: '@modelcontextprotocol/inspector',
    open: async () => (await import('./drivers/inspector.ts')).openLegacy,
  },
  {
    name: 'MCP Inspector CLI, auto',
    package: '@modelcontextprotocol/inspector',
    open: async () => (await import('./drivers/inspector.ts')).openAuto,
  },
  {
    name: 'MCP Inspector CLI, modern',
    package: '@modelcontextprotocol/inspector',
    open: async () => (await import('./drivers/inspector.ts')).openModern,
  },
];
