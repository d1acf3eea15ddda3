import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { runProgram } from './run-program.ts';
import { BUILT, inWorkspace } from './workspace.ts';

interface Target {
  name: string;
  /** Script and arguments, run by this Node in the workspace. */
  command: readonly [script: string, ...argv: string[]];
  /** A file that exists and is newer than every source once the target is built. */
  output: string;
  sources: readonly string[];
}

const everywhere = ['package-lock.json', 'vite.config.ts', 'tsconfig.base.json'];
const vite = (mode: string): Target['command'] => ['node_modules/vite/bin/vite.js', 'build', '--mode', mode];
const sdk = 'page-sdk/src';
const VIEW = 'native-host/src/mcp/views/dist/windows.html';

/** In this order: Vite empties `page-sdk/dist` before the declarations go there. */
const targets: readonly Target[] = [
  { name: 'sdk', command: vite('sdk'), output: 'page-sdk/dist/index.js', sources: [sdk] },
  {
    name: 'sdk types',
    command: ['node_modules/typescript/bin/tsc', '-p', 'demo-site/runner/sdk-types.json'],
    output: 'page-sdk/dist/index.d.ts',
    sources: [sdk, 'page-sdk/dist/index.js', 'demo-site/runner/sdk-types.json'],
  },
  {
    name: 'extension',
    command: vite('extension'),
    output: 'extension/dist/chromium/manifest.json',
    sources: ['extension', sdk],
  },
  {
    name: 'extension-dev',
    command: vite('extension-dev'),
    output: join(BUILT.extension, 'manifest.json'),
    sources: ['extension', sdk],
  },
  {
    name: 'view',
    command: vite('view'),
    output: VIEW,
    sources: ['native-host/src/mcp/views', 'page-sdk/src/protocol'],
  },
  // The view goes into the host's file.
  {
    name: 'host',
    command: vite('host'),
    output: BUILT.cli,
    sources: ['native-host/src', 'page-sdk/src/protocol', VIEW],
  },
  {
    name: 'demo',
    command: vite('demo'),
    output: join(BUILT.site, 'index.html'),
    sources: [
      'demo-site/src',
      'demo-site/console',
      'demo-site/public',
      'demo-site/index.html',
      'demo-site/maintenance.html',
      'demo-site/conformance.html',
      'demo-site/console.html',
      'demo-site/console-sandbox.html',
      sdk,
    ],
  },
];

/** Builds what is older than its sources, or everything. Throws with the compiler's own words when a target fails. */
export async function ensureBuilt({ force = false, print = (_line: string) => {} } = {}): Promise<void> {
  for (const target of targets) {
    if (!force && isFresh(target)) continue;
    const started = performance.now();
    const [script, ...argv] = target.command;
    const ended = await runProgram(process.execPath, [inWorkspace(script), ...argv], { cwd: inWorkspace() });
    if (ended.exitCode !== 0) {
      throw new Error(`Building ${target.name} failed (${target.command.join(' ')}):\n${ended.output.trim()}`);
    }
    print(`built ${target.name} in ${Math.round(performance.now() - started)} ms`);
  }
}

function isFresh(target: Target): boolean {
  const output = inWorkspace(target.output);
  if (!existsSync(output)) return false;
  const built = statSync(output).mtimeMs;
  return [...everywhere, ...target.sources].every((source) => newest(inWorkspace(source)) <= built);
}

/** Time of the last change of a file, or of anything in a directory but what was built or installed. */
function newest(path: string): number {
  const state = statSync(path, { throwIfNoEntry: false });
  if (state === undefined) return 0;
  if (!state.isDirectory()) return state.mtimeMs;
  const names = readdirSync(path).filter((name) => name !== 'dist' && name !== 'node_modules');
  return Math.max(state.mtimeMs, ...names.map((name) => newest(join(path, name))));
}

if (process.argv[1] === import.meta.filename) {
  try {
    await ensureBuilt({ force: true, print: console.log });
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
