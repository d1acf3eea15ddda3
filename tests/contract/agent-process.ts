import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildEntry } from '../native-host/build-entry.ts';

const ENTRY = await buildEntry(new URL('mcp-entry.ts', import.meta.url));

/** How to start the process under test: built from source, so that no build can be out of date. */
export const COMMAND = { command: process.execPath, args: [ENTRY] };

/** A private state directory with a short path, so that tests never meet the person's own browser. */
export async function temporaryState(): Promise<{ directory: string; remove: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'mgb-'));
  return { directory, remove: () => rm(directory, { recursive: true, force: true }) };
}

export const environment = (directory: string, more: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  MCP_GUI_BRIDGE_HOME: directory,
  ...more,
});

/** One JSON-RPC message, read without any client in between. */
export interface Line {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** The process spoken to in raw bytes. */
export class RawAgent {
  readonly child: ChildProcessWithoutNullStreams;
  readonly lines: Line[] = [];
  readonly raw: string[] = [];
  readonly #waiting = new Set<() => void>();
  stderr = '';
  #attaching = 0;

  constructor(directory: string, more: Record<string, string> = {}) {
    this.child = spawn(COMMAND.command, COMMAND.args, { env: environment(directory, more) });
    this.child.stderr.on('data', (data: Buffer) => {
      this.stderr += data.toString();
    });
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      this.raw.push(line);
      this.lines.push(JSON.parse(line) as Line);
      for (const resolve of this.#waiting) resolve();
      this.#waiting.clear();
    });
  }

  write(message: object): void {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }

  /** Resolves with the first line that fits, past or future. */
  async line(fits: (line: Line) => boolean): Promise<Line> {
    for (;;) {
      const found = this.lines.find(fits);
      if (found) return found;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  async request(id: number | string, method: string, params: object = {}): Promise<Line> {
    this.write({ id, method, params });
    return this.line((line) => line.id === id);
  }

  /** Handshake of the revisions up to 2025-11-25. */
  async initialize(protocolVersion = '2025-11-25'): Promise<Line> {
    const clientInfo = { name: 'raw', version: '1' };
    const answer = await this.request('init', 'initialize', { protocolVersion, capabilities: {}, clientInfo });
    this.write({ method: 'notifications/initialized' });
    return answer;
  }

  /** Resolves when the windows of the hosts that are there have arrived. */
  async attached(wrap = (params: object) => params): Promise<this> {
    await untilAttached(async (name, args) => {
      const params = wrap({ name, arguments: args });
      return structured(await this.request(`attach-${++this.#attaching}`, 'tools/call', params));
    });
    return this;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}

/** What every request carries since revision 2026-07-28. */
export const modern = (params: object = {}): object => ({
  ...params,
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    ...('_meta' in params && typeof params._meta === 'object' ? params._meta : {}),
  },
});

/** `structuredContent` of a tool result. */
export const structured = (line: Line): unknown => line.result?.['structuredContent'];

/** Names in the answer to `tools/list`. */
export const toolNames = (line: Line): string[] => {
  const tools = line.result?.['tools'];
  return Array.isArray(tools) ? tools.map((tool: { name: string }) => tool.name) : [];
};

/** Text of the one content of the answer to `resources/read`. */
export function resourceText(line: Line): string {
  const contents = line.result?.['contents'];
  if (!Array.isArray(contents) || contents.length !== 1) throw new Error(`not one content: ${JSON.stringify(line)}`);
  return (contents[0] as { text: string }).text;
}

/**
 * Reads until the windows of the hosts that are there have arrived: on a busy machine the first answer may come before
 * them, as the server waits for half a second only.
 *
 * @param call calls a helper tool and returns its `structuredContent`
 */
export async function untilAttached(call: (name: string, args: object) => Promise<unknown>): Promise<void> {
  for (;;) {
    const reading = (await call('app__read_windows', {})) as { result: { windows: unknown[] }; cursor: string };
    if (reading.result.windows.length > 0) return;
    await call('app__wait_for_change', { cursor: reading.cursor });
  }
}
