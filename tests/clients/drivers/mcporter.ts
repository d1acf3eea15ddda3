import process from 'node:process';
import { createRuntime } from 'mcporter';
import { contentText, type OpenClient, shownError, shownResult, WINDOWS_URI } from '../driven-client.ts';

const SERVER = 'desk';

export const open: OpenClient = async ({ command, args, env }) => {
  const stdio = { kind: 'stdio' as const, command, args: [...args], cwd: process.cwd() };
  const runtime = await createRuntime({ servers: [{ name: SERVER, command: stdio, env: { ...env } }] });
  return {
    listTools: async () => (await runtime.listTools(SERVER)).map(({ name }) => name),
    call: async (name, given) => {
      try {
        return shownResult((await runtime.callTool(SERVER, name, { args: given })) as object);
      } catch (error) {
        return shownError(error);
      }
    },
    readWindows: async () =>
      contentText((await runtime.readResource(SERVER, WINDOWS_URI)) as { contents: readonly object[] }),
    close: () => runtime.close(),
  };
};
