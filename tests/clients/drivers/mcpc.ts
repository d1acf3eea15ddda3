import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { type Ended, installed, run } from '../command.ts';
import { contentText, type OpenClient, shownResult, WINDOWS_URI } from '../driven-client.ts';

const SESSION = '@desk';
const TRIES = 4;

/** A command line with a session in the background; each step is a program of its own. */
export const open: OpenClient = async ({ command, args, env }) => {
  const home = await mkdtemp(join(tmpdir(), 'mcpc-'));
  const config = join(home, 'mcp.json');
  await writeFile(config, JSON.stringify({ mcpServers: { desk: { command, args, env } } }));
  const mcpc = (...words: string[]): Promise<Ended> =>
    run(process.execPath, [installed('mcpc'), '--json', ...words], {
      env: { ...process.env, MCPC_HOME_DIR: home },
      cwd: home,
    });
  const parsed = ({ stdout, stderr }: Ended): object => {
    try {
      return JSON.parse(stdout) as object;
    } catch {
      return { content: [{ text: `${stdout}${stderr}` }] };
    }
  };
  const connect = () => mcpc('connect', `${config}:desk`, SESSION);
  let connected = await connect();
  // Its background process has five seconds to start, which a machine that has other work may not give it.
  for (let tries = 1; tries < TRIES && connected.exitCode !== 0; tries++) connected = await connect();
  if (connected.exitCode !== 0) throw new Error(`${connected.stdout}${connected.stderr}`);
  return {
    listTools: async () => {
      const tools: unknown = parsed(await mcpc(SESSION, 'tools-list'));
      return Array.isArray(tools) ? tools.map(({ name }: { name: string }) => name) : [];
    },
    call: async (name, given) => shownResult(parsed(await mcpc(SESSION, 'tools-call', name, JSON.stringify(given)))),
    readWindows: async () => contentText(parsed(await mcpc(SESSION, 'resources-read', WINDOWS_URI)) as never),
    close: async () => {
      await mcpc('close', SESSION);
      await rm(home, { recursive: true, force: true });
    },
  };
};
