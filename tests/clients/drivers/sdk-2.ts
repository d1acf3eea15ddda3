import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { contentText, type OpenClient, shownError, shownResult, WINDOWS_URI } from '../driven-client.ts';

const openWith =
  (mode: 'legacy' | 'auto' | { pin: string }): OpenClient =>
  async ({ command, args, env }) => {
    const client = new Client({ name: 'sdk-2', version: '1' }, { versionNegotiation: { mode } });
    const heard = { tools: false, windows: false };
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      heard.tools = true;
    });
    client.setNotificationHandler('notifications/resources/updated', () => {
      heard.windows = true;
    });
    await client.connect(new StdioClientTransport({ command, args: [...args], env: { ...env } }));
    if (mode === 'legacy') await client.subscribeResource({ uri: WINDOWS_URI });
    else await client.listen({ toolsListChanged: true, resourceSubscriptions: [WINDOWS_URI] });
    return {
      heard,
      listTools: async () => (await client.listTools()).tools.map(({ name }) => name),
      call: (name, given) => client.callTool({ name, arguments: given }).then(shownResult, shownError),
      readWindows: async () => contentText(await client.readResource({ uri: WINDOWS_URI })),
      close: () => client.close(),
    };
  };

export const openLegacy = openWith('legacy');
export const openAuto = openWith('auto');
export const openPinned = openWith({ pin: '2026-07-28' });
