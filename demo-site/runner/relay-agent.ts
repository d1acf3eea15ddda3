import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import process from 'node:process';
import type { WebSocket } from 'ws';

export interface RelayedServer {
  /** The built command. */
  readonly cli: string;
  readonly env: NodeJS.ProcessEnv;
}

/** How long a server may take to end after its input has ended. */
const END_MS = 2_000;
const REASON_BYTES = 120;

/**
 * Carries the JSON-RPC messages of one console to an `mcp` of its own over stdio and back, one line a message. Each ends
 * with the other.
 */
export function relayAgent(socket: WebSocket, { cli, env }: RelayedServer): void {
  const child = spawn(process.execPath, [cli, 'mcp'], { env, stdio: 'pipe' });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = text.trim().split('\n').at(-1) ?? '';
  });
  const takeText = lineSplitter((line) => socket.send(line));
  child.stdout.setEncoding('utf8').on('data', takeText);
  // Written after the server has ended: its end is told by `close`.
  child.stdin.on('error', () => {});
  child.once('error', ({ message }) => socket.close(1011, shortened(`mcp could not be started: ${message}`)));
  child.once('close', () => socket.close(1011, shortened(`The MCP server ended. ${complaint}`)));
  socket.on('message', (data, isBinary) => {
    const line = isBinary ? '' : data.toString().replace(/[\r\n]+/g, ' ');
    if (line.trim() !== '') child.stdin.write(`${line}\n`);
  });
  socket.on('close', () => endChild(child));
  socket.on('error', () => socket.terminate());
}

/** Not `readline`, which also splits at U+2028, a character like any other in JSON. */
function lineSplitter(take: (line: string) => void): (text: string) => void {
  let pending: string[] = [];
  return (text) => {
    const [first = '', ...rest] = text.split('\n');
    pending.push(first);
    for (const next of rest) {
      const line = pending.join('');
      pending = [next];
      if (line.trim() !== '') take(line);
    }
  };
}

function endChild(child: ChildProcessWithoutNullStreams): void {
  child.stdin.end();
  const timer = setTimeout(() => child.kill('SIGKILL'), END_MS);
  child.once('close', () => clearTimeout(timer));
}

/** A close frame has room for 123 bytes of reason. */
const shortened = (reason: string): string => Buffer.from(reason).subarray(0, REASON_BYTES).toString().trim();
