import { MCPServerStdio } from '@openai/agents-core';
import { contentText, type OpenClient, shownError, WINDOWS_URI } from '../driven-client.ts';

export const open: OpenClient = async ({ command, args, env }) => {
  const server = new MCPServerStdio({ command, args: [...args], env: { ...env }, cacheToolsList: false });
  await server.connect();
  return {
    listTools: async () => (await server.listTools()).map(({ name }) => name),
    call: async (name, given) => {
      try {
        const [content] = await server.callTool(name, given);
        return { text: content !== undefined && 'text' in content ? String(content['text']) : JSON.stringify(content) };
      } catch (error) {
        return shownError(error);
      }
    },
    readWindows: async () => contentText(await server.readResource(WINDOWS_URI)),
    close: () => server.close(),
  };
};
