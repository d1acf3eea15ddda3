import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { contentText, type OpenClient, shownError, WINDOWS_URI } from '../driven-client.ts';

export const open: OpenClient = async ({ command, args, env }) => {
  const heard = { tools: false, windows: false };
  const client = new MultiServerMCPClient({
    mcpServers: { desk: { transport: 'stdio', command, args: [...args], env: { ...env } } },
    onToolsListChanged: () => {
      heard.tools = true;
    },
    onResourcesUpdated: () => {
      heard.windows = true;
    },
  });
  let tools = await client.getTools();
  const raw = await client.getClient('desk');
  await raw?.subscribeResource({ uri: WINDOWS_URI });
  return {
    heard,
    listTools: async () => {
      tools = await client.getTools();
      const fresh = (await raw?.listTools())?.tools ?? [];
      return tools.map(({ name }) => name).filter((name) => fresh.some((tool) => tool.name === name));
    },
    call: async (name, given) => {
      const tool = tools.find((known) => known.name === name);
      if (tool === undefined) return { text: `no tool ${name}` };
      try {
        const shown: unknown = await tool.invoke(given);
        if (typeof shown === 'string') return { text: shown };
        const block = shown as { text?: string; structuredContent?: unknown };
        return { text: block.text ?? '', structured: block.structuredContent };
      } catch (error) {
        return shownError(error);
      }
    },
    readWindows: async () => contentText((await raw?.readResource({ uri: WINDOWS_URI })) ?? { contents: [] }),
    close: () => client.close(),
  };
};
