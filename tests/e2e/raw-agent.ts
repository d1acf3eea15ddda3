import { type ChildProcess, spawn } from 'node:child_process';
import process from 'node:process';
import { BUILT } from '../../demo-site/runner/workspace.ts';

/** One line that came out of `mcp`, parsed. */
export interface Line {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { code: number; message: string };
}

/** An agent that writes and reads JSON-RPC lines itself, so that a test sees the very order of the bytes. */
export interface RawAgent {
  readonly process: ChildProcess;
  /** Every line so far, in order. */
  readonly lines: readonly Line[];
  /** All bytes of stdout and stderr so far. */
  readonly bytes: () => string;
  send(message: Record<string, unknown>): void;
  request(method: string, params?: Record<string, unknown>): Promise<Line>;
  /** The result of a request; a JSON-RPC error is thrown. */
  ask(method: string, params?: Record<string, unknown>): Promise<Record<string, unknown>>;
  waitFor(what: string, find: (line: Line) => boolean): Promise<Line>;
  initialize(version?: string): Promise<Line>;
  close(): Promise<number | null>;
}

/** Starts `mcp-gui-bridge mcp`. Every line must be JSON; a line that is not ends the test. */
export function startRawAgent(env: NodeJS.ProcessEnv, args: readonly string[] = []): RawAgent {
  const child = spawn(process.execPath, [BUILT.cli, 'mcp', ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  const lines: Line[] = [];
  const listeners = new Set<() => void>();
  let bytes = '';
  let rest = '';
  let nextId = 1;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    bytes += text;
    rest += text;
    const complete = rest.split('\n');
    rest = complete.pop() ?? '';
    for (const line of complete) lines.push(JSON.parse(line) as Line);
    for (const listener of listeners) listener();
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    bytes += text;
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code));
  });
  const send = (message: Record<string, unknown>) => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  };
  const waitFor = (what: string, find: (line: Line) => boolean): Promise<Line> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        listeners.delete(look);
        reject(new Error(`Waited in vain for ${what}; last lines: ${JSON.stringify(lines.slice(-3))}`));
      }, 20_000);
      const look = () => {
        const found = lines.find(find);
        if (found === undefined) return;
        clearTimeout(timer);
        listeners.delete(look);
        resolve(found);
      };
      listeners.add(look);
      look();
    });
  const request = (method: string, params: Record<string, unknown> = {}) => {
    const id = nextId++;
    send({ id, method, params });
    return waitFor(`the answer to ${method}`, (line) => line.id === id && line.method === undefined);
  };
  return {
    process: child,
    lines,
    bytes: () => bytes,
    send,
    request,
    async ask(method, params) {
      const { result, error } = await request(method, params);
      if (result === undefined) throw new Error(`${method}: JSON-RPC error ${error?.code}: ${error?.message}`);
      return result;
    },
    waitFor,
    async initialize(version = '2025-11-25') {
      const answer = await request('initialize', {
        protocolVersion: version,
        capabilities: {},
        clientInfo: { name: 'raw', version: '1' },
      });
      send({ method: 'notifications/initialized' });
      return answer;
    },
    close() {
      child.stdin.end();
      return ended;
    },
  };
}
