import { RELEASE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import { Command, CommanderError, Option } from 'commander';
import type { Era } from './conformance/era.ts';
import { InstallError } from './install/install-error.ts';
import { siteOrigin } from './site-origin.ts';

/** What a command touches of the process it runs in. */
export interface Surface {
  env: NodeJS.ProcessEnv;
  /** Absolute path of the command's own file, which `install` hands to browsers. */
  program: string;
  out(text: string): void;
  err(text: string): void;
}

/** What a command prints when it ends: `json` with `--json`, else `lines`. */
interface Outcome {
  exitCode: number;
  lines: string[];
  json: unknown;
}

/** Ends a command with one sentence. */
class CommandFailure extends Error {
  override readonly name = 'CommandFailure';
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Runs `mcp-gui-bridge` with these arguments and returns the exit code: 0 done or healthy, 1 failed or unhealthy,
 * 2 wrong usage or not built yet, 3 a file was left alone because it could not be parsed. Never throws.
 */
export async function runCommandLine(argv: readonly string[], surface: Surface): Promise<number> {
  const json = ownWords(argv).includes('--json');
  try {
    const outcome = await parse(argv, surface);
    if (outcome === undefined) return 0;
    surface.out(json ? `${JSON.stringify(outcome.json)}\n` : outcome.lines.map((line) => `${line}\n`).join(''));
    return outcome.exitCode;
  } catch (error) {
    const { message, exitCode } = failureOf(error);
    if (exitCode === 0) return 0;
    if (json) surface.out(`${JSON.stringify({ error: message })}\n`);
    else surface.err(`${message}\n`);
    return exitCode;
  }
}

/** What was said to this command, and not to the one that stands after `--`. */
function ownWords(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end < 0 ? argv : argv.slice(0, end);
}

/** Commands are imported when they run: an agent starts `mcp` often and waits for it. */
async function parse(argv: readonly string[], surface: Surface): Promise<Outcome | undefined> {
  const { env } = surface;
  let outcome: Outcome | undefined;
  const program = new Command('mcp-gui-bridge')
    .description('Lets AI agents read and operate the windows of web applications (MCP GUI Bridge).')
    .version(RELEASE_VERSION)
    .exitOverride()
    .configureOutput({ writeOut: surface.out, writeErr: () => {}, outputError: () => {} });

  const command = (name: string, description: string) =>
    program.command(name).description(description).option('--json', 'print one JSON object and nothing else');

  command('mcp', 'serve MCP on stdio; an agent starts this')
    .addOption(
      new Option('--tools <which>', 'which tools to list').choices(['all', 'windows', 'helpers']).default('all'),
    )
    .option('--origin <url>', 'serve this site only (repeatable)', collectOrigin, [])
    .action(async (options: { tools: 'all' | 'windows' | 'helpers'; origin: string[] }) => {
      const [{ runMcp }, { WINDOWS_VIEW: windowsView }] = await Promise.all([
        import('./mcp/main.ts'),
        import('./windows-view.ts'),
      ]);
      await runMcp({ tools: options.tools, origins: options.origin, env, windowsView });
    });

  command('host', 'serve one browser profile; the browser starts this')
    .option('--allow <id>', 'extension that may start the host (repeatable)', collect, [])
    .argument('[browserArguments...]', 'what the browser adds')
    .allowUnknownOption()
    .action(async (browserArguments: string[], options: { allow: string[] }) => {
      const { runHost } = await import('./host/main.ts');
      await runHost({ allow: options.allow, browserArguments, env });
    });

  for (const name of ['install', 'uninstall'] as const) {
    command(name, name === 'install' ? 'tell browsers about the host' : 'undo install')
      .option('--browser <name,…>', 'these browsers instead of all that are found', collectNames, [])
      .option('--user-data-dir <dir>', 'a profile of its own, for development')
      .option('--extension-id <id>', 'allow this extension instead of the published one (repeatable)', collect, [])
      .option('--dry-run', 'print what would be done, do nothing')
      .addOption(new Option('--client <name>').hideHelp())
      .action(async (options: InstallOptions) => {
        if (options.client !== undefined) notBuilt(`${name} --client`, 'Add the command to the client by hand.');
        const { runInstaller } = await import('./install/main.ts');
        outcome = runInstaller(name, requestOf(options), surface);
      });
  }

  command('status', 'show running browsers, their windows and agents').action(async () => {
    const { runStatus } = await import('./status.ts');
    outcome = await runStatus(surface);
  });

  command('conformance', 'check that a server keeps the protocol: conformance -- <command…>')
    .option('--list', 'print what would be checked')
    .addOption(
      new Option('--era <era>', 'which MCP revisions to speak').choices(['legacy', 'modern', 'both']).default('both'),
    )
    .argument('[command...]', 'the stdio server to start, after --')
    .action(async (words: string[], { list, era }: { list?: true; era: Era | 'both' }) => {
      const { listConformance, runConformance } = await import('./conformance/main.ts');
      if (list) outcome = listConformance();
      else if (words.length === 0) throw new CommandFailure(NO_SERVER, 2);
      else outcome = await runConformance({ command: words, era, env });
    });

  for (const [name, instead] of Object.entries(later)) {
    program
      .command(name, { hidden: true })
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() => notBuilt(name, instead));
  }

  if (argv.every((word) => word === '--json')) {
    throw new CommandFailure(`Say what to do.\n\n${program.helpInformation()}`, 2);
  }
  await program.parseAsync(argv, { from: 'user' });
  return outcome;
}

const NO_SERVER =
  'Say which server to check, such as: mcp-gui-bridge conformance -- node server.js. Run "mcp-gui-bridge conformance --help".';

const later = {
  doctor: 'Run "mcp-gui-bridge status" instead.',
};

interface InstallOptions {
  browser: string[];
  userDataDir?: string;
  extensionId: string[];
  dryRun?: true;
  client?: string;
}

function requestOf(options: InstallOptions) {
  const { browser, userDataDir, extensionId, dryRun } = options;
  return {
    browsers: browser,
    extensionIds: extensionId,
    dryRun: dryRun === true,
    ...(userDataDir === undefined ? {} : { userDataDir }),
  };
}

function notBuilt(what: string, instead: string): never {
  throw new CommandFailure(`"mcp-gui-bridge ${what}" is not part of version ${RELEASE_VERSION}. ${instead}`, 2);
}

function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}

function collectNames(value: string, earlier: string[]): string[] {
  return [...earlier, ...value.split(',').filter((name) => name !== '')];
}

function collectOrigin(value: string, earlier: string[]): string[] {
  const site = siteOrigin(value);
  if ('problem' in site) throw new CommandFailure(`--origin ${site.problem}`, 2);
  return [...earlier, site.origin];
}

function failureOf(error: unknown): { message: string; exitCode: number } {
  if (error instanceof CommanderError) {
    // Help and version have been printed; everything else is wrong usage.
    if (error.exitCode === 0) return { message: '', exitCode: 0 };
    const text = error.message.replace(/^error: /, '').replace(/\.?\s*$/, '.');
    return { message: `${text.charAt(0).toUpperCase()}${text.slice(1)} Run "mcp-gui-bridge --help".`, exitCode: 2 };
  }
  if (error instanceof CommandFailure || error instanceof InstallError) return error;
  return { message: error instanceof Error ? error.message : String(error), exitCode: 1 };
}
