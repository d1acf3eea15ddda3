import { PassThrough, Writable } from 'node:stream';
import { Snapshot } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Tool } from '@modelcontextprotocol/server';
import type { HostAccess } from '../../native-host/src/mcp/hosts.ts';
import { serveMcp } from '../../native-host/src/mcp/serve-mcp.ts';
import { until } from './turns.ts';

/** One JSON-RPC message that came out of the server. */
export interface Line {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** The real MCP server of an agent, on streams instead of a process's stdio. */
export class WiredAgent {
  readonly lines: Line[] = [];
  /** Sentences for stderr. */
  readonly complaints: string[] = [];
  readonly #stdin = new PassThrough();
  readonly #served: { close(): Promise<void> };
  readonly #move: () => boolean;
  #rest = '';
  #requests = 0;

  constructor(access: HostAccess, move: () => boolean, told: (boundary: 'mcp', text: string) => void) {
    this.#move = move;
    const stdout = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        told('mcp', chunk.toString());
        this.#take(chunk.toString());
        done();
      },
    });
    this.#served = serveMcp({
      stdin: this.#stdin,
      stdout,
      tools: 'all',
      scope: undefined,
      program: 'wired',
      token: undefined,
      windowsView: '',
      load: async () => access,
      log: (problem) => this.complaints.push(problem),
    });
  }

  /** Writes text as a client's process does. */
  write(text: string): void {
    this.#stdin.write(text);
  }

  async request(method: string, params: object = {}): Promise<Line> {
    this.#requests += 1;
    const id = `wired-${this.#requests}`;
    this.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return until(this.#move, () => this.lines.find((line) => line.id === id));
  }

  async initialize(name = 'wired'): Promise<Line> {
    const clientInfo = { name, version: '1' };
    const answer = await this.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    this.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    return answer;
  }

  async read(): Promise<Snapshot> {
    const { result } = await this.request('resources/read', { uri: 'app://windows' });
    const { contents } = result as { contents: { text: string }[] };
    return Snapshot.parse(JSON.parse(contents[0]?.text ?? ''));
  }

  async tools(): Promise<Tool[]> {
    const { result } = await this.request('tools/list');
    return result?.['tools'] as Tool[];
  }

  /** `structuredContent` of the result. */
  async call(name: string, args: object = {}): Promise<Record<string, unknown>> {
    const { result, error } = await this.request('tools/call', { name, arguments: args });
    if (result === undefined) throw new Error(`${name}: ${JSON.stringify(error)}`);
    return result['structuredContent'] as Record<string, unknown>;
  }

  /** Forgets what was said so far. */
  forget(): void {
    this.lines.length = 0;
  }

  close(): Promise<void> {
    return this.#served.close();
  }

  #take(text: string): void {
    const parts = (this.#rest + text).split('\n');
    this.#rest = parts.pop() ?? '';
    for (const part of parts) this.lines.push(JSON.parse(part) as Line);
  }
}
