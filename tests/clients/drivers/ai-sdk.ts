import { createMCPClient } from '@ai-sdk/mcp';
import { StdioMCPTransport } from '@ai-sdk/mcp/mcp-stdio';
import { contentText, type OpenClient, shownError, shownResult, WINDOWS_URI } from '../driven-client.ts';

export const open: OpenClient = async ({ command, args, env }) => {
  const transport = new StdioMCPTransport({ command, args: [...args], env: { ...env } });
  // Without a handler of its own it throws what it does not know, such as notifications, into the process.
  const client = await createMCPClient({ transport, onUncaughtError: () => {} });
  let tools = await client.tools();
  return {
    listTools: async () => {
      tools = await client.tools();
      return Object.keys(tools);
    },
    call: async (name, given) => {
      const tool = tools[name];
      if (tool === undefined) return { text: `no tool ${name}` };
      const options = { toolCallId: '1', messages: [], context: {} };
      try {
        return shownResult((await tool.execute(given, options)) as object);
      } catch (error) {
        return shownError(error);
      }
    },
    readWindows: async () => contentText(await client.readResource({ uri: WINDOWS_URI })),
    close: () => client.close(),
  };
};
