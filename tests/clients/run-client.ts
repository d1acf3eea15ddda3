import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { BUILT } from '../../demo-site/runner/workspace.ts';
import { installed, run } from './command.ts';
import type { StdioServer } from './driven-client.ts';
import type { ClientCase } from './matrix.ts';
import type { StepResult } from './scenario.ts';

export interface ClientResult {
  readonly name: string;
  readonly version: string;
  /** MCP revision that it spoke. */
  readonly revision: string;
  readonly steps: readonly StepResult[];
  /** Why it did not come to the end. */
  readonly failure: string | undefined;
}

const CLIENT_MS = 600_000;
/** Several clients need a newer Node than the bridge does. */
const NODE = installed('node');

export const versionOf = (name: string): string => {
  const manifest = resolve(import.meta.dirname, 'node_modules', name, 'package.json');
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
};

/** How a client starts the server, with what it says written to `log`. */
export const tapped = (log: string, stateDirectory: string): StdioServer => ({
  command: NODE,
  args: [resolve(import.meta.dirname, 'tap.ts'), log, process.execPath, BUILT.cli, 'mcp'],
  env: { PATH: process.env['PATH'] ?? '', MCP_GUI_BRIDGE_HOME: stateDirectory },
});

/** The revision of the last request that names one: a client in doubt tries more than one. */
function spokenRevision(dialogue: string): string {
  const lines = dialogue.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as { params?: { protocolVersion?: string; _meta?: Record<string, unknown> } }];
    } catch {
      return [];
    }
  });
  const named = lines.flatMap(
    ({ params }) => params?._meta?.['io.modelcontextprotocol/protocolVersion'] ?? params?.protocolVersion ?? [],
  );
  return String(named.at(-1) ?? 'none');
}

/** Plays the scenario with one client against the running chain. */
export async function runClient(client: ClientCase, stateDirectory: string): Promise<ClientResult> {
  const directory = await mkdtemp(join(tmpdir(), 'client-'));
  try {
    const [log, output] = [join(directory, 'said.ndjson'), join(directory, 'results.json')];
    const drive = resolve(import.meta.dirname, 'drive.ts');
    const server = JSON.stringify(tapped(log, stateDirectory));
    const ended = await run(NODE, [drive, client.name, server, output], { timeoutMs: CLIENT_MS });
    const steps = existsSync(output) ? (JSON.parse(await readFile(output, 'utf8')) as StepResult[]) : [];
    const revision = spokenRevision(existsSync(log) ? await readFile(log, 'utf8') : '');
    const failure = steps.length === 0 ? complaint(ended.stderr) : undefined;
    return { name: client.name, version: versionOf(client.package), revision, steps, failure };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** What a process that ended too early complained of: the sentence of its error, not the stack under it. */
function complaint(stderr: string): string {
  const lines = stderr.trim().split('\n');
  const from = lines.findIndex((line) => /Error: /.test(line));
  return (
    lines
      .slice(Math.max(0, from), Math.max(0, from) + 3)
      .join(' ')
      .slice(0, 300) || 'no result in time'
  );
}
