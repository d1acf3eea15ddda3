import process from 'node:process';
import { type Ended, installed, run } from '../command.ts';
import { contentText, type OpenClient, shownResult, WINDOWS_URI } from '../driven-client.ts';

const TRIES = 5;
/** The Inspector's own word: the server was not asked. */
const NOT_LISTED = /"code":\s*"tool_not_found"/;

/** The Inspector's command line: every step starts the server anew, so nothing can be told between two. */
const openWith =
  (era: 'legacy' | 'auto' | 'modern'): OpenClient =>
  async ({ command, args, env }) => {
    const inspect = (...words: string[]): Promise<Ended> => {
      const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
      const target = [...variables, command, ...args];
      const options = ['--protocol-era', era, '--format', 'json', '-q', ...words];
      return run(process.execPath, [installed('mcp-inspector'), '--cli', ...target, ...options]);
    };
    const parsed = ({ stdout, stderr }: Ended): object => {
      try {
        return (JSON.parse(stdout) as { result: object }).result;
      } catch {
        return { content: [{ text: `${stdout}${stderr}` }] };
      }
    };
    return {
      listTools: async () => {
        const { tools } = parsed(await inspect('--method', 'tools/list')) as { tools?: { name: string }[] };
        return (tools ?? []).map(({ name }) => name);
      },
      call: async (name, given) => {
        const words = ['--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(given)];
        let ended = await inspect(...words);
        // It calls only what it finds in a list of its own, which a slow machine answers before its windows are there.
        for (let tries = 1; tries < TRIES && NOT_LISTED.test(`${ended.stdout}${ended.stderr}`); tries++) {
          ended = await inspect(...words);
        }
        return shownResult(parsed(ended));
      },
      readWindows: async () =>
        contentText(parsed(await inspect('--method', 'resources/read', '--uri', WINDOWS_URI)) as never),
      close: async () => {},
    };
  };

export const openLegacy = openWith('legacy');
export const openAuto = openWith('auto');
export const openModern = openWith('modern');
