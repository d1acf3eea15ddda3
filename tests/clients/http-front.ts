import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { BUILT } from '../../demo-site/runner/workspace.ts';

/** One MCP session: a server process of its own, whose answers are waited for by request id. */
class Session {
  readonly id = randomUUID();
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<string, (line: string) => void>();

  constructor(env: NodeJS.ProcessEnv) {
    this.#child = spawn(process.execPath, [BUILT.cli, 'mcp'], { env });
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const { id } = JSON.parse(line) as { id?: unknown };
      this.#waiting.get(JSON.stringify(id))?.(line);
    });
  }

  send(body: string, id: unknown): Promise<string> {
    const answered = new Promise<string>((resolve) => this.#waiting.set(JSON.stringify(id), resolve));
    this.notify(body);
    return answered;
  }

  notify(body: string): void {
    this.#child.stdin.write(`${body}\n`);
  }

  end(): void {
    this.#child.stdin.end();
  }
}

/** The scenarios ask for things by the names of their own sample server; these are ours of the same kind. */
const NAMESAKES = [
  ['test://static-text', 'app://windows'],
  ['test://watched-resource', 'app://windows'],
  ['test_error_handling', 'wnobody2345__submit'],
] as const;

const inOurNames = (body: string): string =>
  NAMESAKES.reduce((text, [theirs, ours]) => text.replaceAll(`"${theirs}"`, `"${ours}"`), body);

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request.setEncoding('utf8')) body += String(part);
  return body;
}

/** The stdio server behind the smallest Streamable HTTP there can be: the official scenarios know no other transport. */
export async function serveHttp(env: NodeJS.ProcessEnv): Promise<{ url: string; close(): void }> {
  const sessions = new Map<string, Session>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const body = inOurNames(JSON.stringify(JSON.parse(await bodyOf(request))));
    const { id, method } = JSON.parse(body) as { id?: unknown; method?: string };
    const known = sessions.get(String(request.headers['mcp-session-id']));
    const session = known ?? new Session(env);
    if (known === undefined) sessions.set(session.id, session);
    response.setHeader('mcp-session-id', session.id);
    if (id === undefined || method === undefined) {
      session.notify(body);
      return void response.writeHead(202).end();
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end(await session.send(body, id));
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close() {
      for (const session of sessions.values()) session.end();
      server.close();
      server.closeAllConnections();
    },
  };
}
