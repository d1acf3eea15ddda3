import { MCPClient } from '@mastra/mcp';
import { contentText, type OpenClient, shownError, WINDOWS_URI } from '../driven-client.ts';

const SERVER = 'desk';

export const open: OpenClient = async ({ command, args, env }) => {
  const heard = { windows: false };
  const client = new MCPClient({ servers: { [SERVER]: { command, args: [...args], env: { ...env } } } });
  let tools = await client.listTools();
  await client.resources.onUpdated(SERVER, () => {
    heard.windows = true;
  });
  await client.resources.subscribe(SERVER, WINDOWS_URI);
  return {
    heard,
    listTools: async () => {
      tools = await client.listTools();
      return Object.keys(tools).map((name) => name.replace(`${SERVER}_`, ''));
    },
    call: async (name, given) => {
      // What an agent of theirs would pass as context is of no use outside of one.
      const tool = tools[`${SERVER}_${name}`] as { execute?: (input: object, context: object) => Promise<unknown> };
      if (tool?.execute === undefined) return { text: `no tool ${name}` };
      try {
        const shown = await tool.execute(given, {});
        return { text: JSON.stringify(shown), structured: shown };
      } catch (error) {
        return shownError(error);
      }
    },
    readWindows: async () => contentText(await client.resources.read(SERVER, WINDOWS_URI)),
    close: () => client.disconnect(),
  };
};
