import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { contentText, type OpenClient, shownError, shownResult, WINDOWS_URI } from '../driven-client.ts';

export const open: OpenClient = async ({ command, args, env }) => {
  const client = new Client({ name: 'sdk-1', version: '1' });
  const heard = { tools: false, windows: false };
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    heard.tools = true;
  });
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, () => {
    heard.windows = true;
  });
  await client.connect(new StdioClientTransport({ command, args: [...args], env: { ...env } }));
  await client.subscribeResource({ uri: WINDOWS_URI });
  return {
    heard,
    listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: (name, given) => client.callTool({ name, arguments: given }).then(shownResult, shownError),
    readWindows: async () => contentText(await client.readResource({ uri: WINDOWS_URI })),
    close: () => client.close(),
  };
};
