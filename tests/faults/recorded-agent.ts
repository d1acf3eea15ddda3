import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { Snapshot, ToolError, WINDOWS_URI } from '@mcp-gui-bridge/page-sdk/protocol';
import * as z from 'zod';
import { ended } from './ended.ts';
import { FaultPipe } from './fault-pipe.ts';
import { lineFraming } from './framing.ts';
import type { EventOf, History, SeenWindow } from './history.ts';

export interface RecordedAgentOptions {
  readonly name: string;
  /** Path of the built command. */
  readonly cli: string;
  readonly env: NodeJS.ProcessEnv;
  /** Where to note what happens, asked anew each time. */
  readonly history: () => History;
  /** A process between agent and server, as `npx` is; `kill` then hits that one. */
  readonly wrapped?: boolean | undefined;
}

const Line = z.object({
  id: z.int().optional(),
  method: z.string().optional(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ code: z.int(), message: z.string() }).optional(),
});
type Line = z.infer<typeof Line>;

const CounterTitle = /^Counter (\S+)$/;
const CounterSummary = /^at (\d+)$/;

/** The counters in a snapshot; every window of a rig is one. */
export function seenWindows({ windows, operableWindowIds }: Snapshot): SeenWindow[] {
  return windows.map(({ id, title, summary = '', version }) => {
    const [, document] = CounterTitle.exec(title) ?? [];
    const [, value] = CounterSummary.exec(summary) ?? [];
    if (document === undefined || value === undefined) throw new Error(`not a counter: ${title}, ${summary}`);
    return { id, document, version, value: Number(value), operable: operableWindowIds.includes(id) };
  });
}

/** The real `mcp-gui-bridge mcp`, spoken to in lines, which notes every call, answer and reading in a history. */
export class RecordedAgent {
  readonly name: string;
  readonly process: ChildProcess;
  readonly toServer: FaultPipe;
  readonly toClient: FaultPipe;
  readonly #history: () => History;
  readonly #pending = new Map<number, (line: Line) => void>();
  readonly #calls = new Map<number, string>();
  readonly #answered = new Set<number>();
  readonly #changed = new Set<() => void>();
  #nextId = 1;
  #rest: Buffer = Buffer.alloc(0);
  #notifications = 0;
  #isRunning = true;

  private constructor({ name, cli, env, history, wrapped }: RecordedAgentOptions) {
    this.name = name;
    this.#history = history;
    const server = [process.execPath, cli, 'mcp'];
    const [command = '', ...argv] = wrapped ? ['/bin/sh', '-c', '"$@"; :', 'sh', ...server] : server;
    this.process = spawn(command, argv, { env, stdio: ['pipe', 'pipe', 'ignore'] });
    const { stdin, stdout } = this.process;
    stdin?.on('error', () => {});
    this.toServer = new FaultPipe(lineFraming, (bytes) => stdin?.write(bytes));
    this.toClient = new FaultPipe(lineFraming, (bytes) => this.#receive(bytes));
    stdout?.on('data', (bytes: Buffer) => this.toClient.push(bytes));
    this.process.once('exit', () => this.#leave());
  }

  /** Starts the server, says hello and subscribes. */
  static async start(options: RecordedAgentOptions): Promise<RecordedAgent> {
    const agent = new RecordedAgent(options);
    const clientInfo = { name: options.name, version: '1' };
    await agent.#request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
    agent.#send({ method: 'notifications/initialized' });
    await agent.#request('resources/subscribe', { uri: WINDOWS_URI });
    await agent.read();
    return agent;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Reads `app://windows`; `undefined` when no answer can come any more. */
  async read(): Promise<EventOf<'read'> | undefined> {
    const askedAt = performance.now();
    const line = await this.#request('resources/read', { uri: WINDOWS_URI });
    const contents = z.array(z.object({ text: z.string() })).safeParse(line?.result?.['contents']);
    const text = contents.data?.[0]?.text;
    if (text === undefined) return undefined;
    const windows = seenWindows(Snapshot.parse(JSON.parse(text)));
    const event = this.#history().note({ type: 'read', agent: this.name, askedAt, windows });
    return event.type === 'read' ? event : undefined;
  }

  /** Reads now and after each notification until something is found; `undefined` after `timeoutMs`, or when the agent has ended. */
  async readUntil<T>(find: (read: EventOf<'read'>) => T | undefined, timeoutMs = 20_000): Promise<T | undefined> {
    const deadline = AbortSignal.timeout(timeoutMs);
    while (this.#isRunning && !deadline.aborted) {
      const seen = this.#notifications;
      const read = await this.read();
      const found = read && find(read);
      if (found !== undefined) return found;
      await this.#notified(seen, deadline);
    }
    return undefined;
  }

  /** Calls a tool of a counter; `call` names the call in the history and to the page. Resolves when it has ended. */
  async call(tool: string, call: string, more: Record<string, unknown> = {}): Promise<string> {
    const history = this.#history();
    history.note({ type: 'invoke', agent: this.name, call });
    const params = { name: tool, arguments: { key: call, ...more } };
    const line = await this.#request('tools/call', params, (id) => this.#calls.set(id, call));
    return this.#noteEnd(history, call, line);
  }

  #noteEnd(history: History, call: string, line: Line | undefined): string {
    const { name: agent } = this;
    if (line === undefined) {
      history.note({ type: 'lost', agent, call });
      return 'lost';
    }
    // The server says that it does not know, or cannot tell: the client has its answer, and it promises nothing.
    if (line.result === undefined) {
      history.note({ type: 'return', agent, call, outcome: 'unknown', reason: line.error?.message ?? '' });
      return 'unknown';
    }
    if (line.result['isError'] !== true) {
      history.note({ type: 'return', agent, call, outcome: 'executed' });
      return 'executed';
    }
    const { data: error } = ToolError.safeParse(line.result['structuredContent']);
    const outcome = error?.outcome ?? 'none';
    history.note({ type: 'return', agent, call, outcome, ...(error?.reason && { reason: error.reason }) });
    return outcome;
  }

  /** Takes back every call that is not answered; by the rules of MCP no answer comes then. */
  cancelCalls(): void {
    for (const [id, resolve] of this.#pending) {
      if (!this.#calls.has(id)) continue;
      this.#send({ method: 'notifications/cancelled', params: { requestId: id } });
      resolve({ id, method: 'lost' });
    }
  }

  /** Waits no longer for answers: the line that carried them, or the question, was broken. */
  giveUp(): void {
    for (const [id, resolve] of this.#pending) resolve({ id, method: 'lost' });
  }

  endInput(): void {
    this.process.stdin?.end();
  }

  /** Ends the server as a client does; one that does not end is killed. */
  async stop(): Promise<void> {
    this.endInput();
    await ended(this.process);
  }

  #request(method: string, params: object, sent?: (id: number) => void): Promise<Line | undefined> {
    if (!this.#isRunning) return Promise.resolve(undefined);
    const id = this.#nextId++;
    sent?.(id);
    return new Promise((resolve) => {
      this.#pending.set(id, (line) => {
        this.#pending.delete(id);
        resolve(line.method === 'lost' ? undefined : line);
      });
      this.#send({ id, method, params });
    });
  }

  #send(message: object): void {
    this.toServer.push(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`));
  }

  #receive(bytes: Buffer): void {
    const { messages, rest } = lineFraming(Buffer.concat([this.#rest, bytes]));
    this.#rest = rest;
    for (const message of messages) this.#take(message.bytes.toString('utf8'));
  }

  #take(text: string): void {
    const line = readLine(text);
    if (line === undefined) return;
    if (line.method !== undefined) {
      this.#notifications += 1;
      this.#wake();
      return;
    }
    if (line.id === undefined) return;
    const waiting = this.#pending.get(line.id);
    if (waiting === undefined) this.#answeredTwice(line);
    else waiting(line);
    this.#answered.add(line.id);
  }

  /** A call that has been answered is answered again: that would be two outcomes. */
  #answeredTwice({ id }: Line): void {
    const call = id === undefined || !this.#answered.has(id) ? undefined : this.#calls.get(id);
    if (call === undefined) return;
    this.#history().note({ type: 'return', agent: this.name, call, outcome: 'none', reason: 'answered twice' });
  }

  #leave(): void {
    this.#isRunning = false;
    this.#history().note({ type: 'left', agent: this.name });
    this.giveUp();
    this.#wake();
  }

  #wake(): void {
    for (const wake of [...this.#changed]) wake();
  }

  /** Resolves at the next notification after the one with this number, at the end of the agent or at the deadline. */
  #notified(seen: number, deadline: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (this.#notifications <= seen && this.#isRunning && !deadline.aborted) return;
        this.#changed.delete(look);
        deadline.removeEventListener('abort', look);
        resolve();
      };
      this.#changed.add(look);
      deadline.addEventListener('abort', look);
      look();
    });
  }
}

/** A line that arrived broken is none. */
function readLine(text: string): Line | undefined {
  try {
    return Line.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
