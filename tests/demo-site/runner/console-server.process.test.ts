import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect as connectSocket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type ConsoleServer, serveConsole } from '../../../demo-site/runner/console-server.ts';
import { isAlive } from '../../support/is-alive.ts';

/** In place of `mcp`: says its pid, repeats every line in two pieces, and ends with its input or when it is told. */
const ECHO = `
process.stdout.write(JSON.stringify({ pid: process.pid, args: process.argv.slice(2) }) + '\\n');
let rest = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    if (line.includes('"die"')) { console.error('out of memory'); process.exit(3); }
    process.stdout.write(line.slice(0, 5));
    setImmediate(() => process.stdout.write(line.slice(5) + '\\n'));
  }
});
`;

let directory: string;
let server: ConsoleServer;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'console-'));
  writeFileSync(join(directory, 'echo.mjs'), ECHO);
  writeFileSync(join(directory, 'console.html'), '<title>Console</title>');
  writeFileSync(join(directory, 'console-sandbox.html'), '<title>Sandbox</title>');
  server = await serveConsole(directory, { cli: join(directory, 'echo.mjs'), env: process.env });
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true });
});

const relayUrl = () => `${server.gate.origin.replace('http', 'ws')}/relay`;
const connect = (token = server.gate.token, headers: Record<string, string> = {}, url = relayUrl()) =>
  new WebSocket(url, ['mcp-agent-console', token], { headers: { origin: server.gate.origin, ...headers } });

/** Status of the answer to an upgrade that is refused. */
async function refusal(socket: WebSocket): Promise<number> {
  const [, response] = await once(socket, 'unexpected-response');
  socket.on('error', () => {});
  response.resume();
  socket.terminate();
  return response.statusCode;
}

/** A GET with whatever Host. */
function get(url: string, host = new URL(url).host): Promise<{ status: number; policy: string; body: string }> {
  const { port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: pathname, headers: { host } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          policy: String(response.headers['content-security-policy']),
          body,
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

async function nextText(socket: WebSocket): Promise<string> {
  const [data] = await once(socket, 'message');
  return String(data);
}

describe('the relay', () => {
  test('starts an mcp of its own and carries lines both ways, whatever is in them', async () => {
    const socket = connect();
    const { args } = JSON.parse(await nextText(socket));
    expect(args).toEqual(['mcp']);
    for (const text of ['hello', 'line\u2028separator', 'x'.repeat(300_000)]) {
      const message = JSON.stringify({ jsonrpc: '2.0', method: 'm', params: { text } });
      socket.send(message);
      expect(await nextText(socket)).toBe(message);
    }
    socket.close();
  });

  test('a message with line breaks in it stays one line', async () => {
    const socket = connect();
    await nextText(socket);
    socket.send('{\n  "a": 1\n}');
    expect(JSON.parse(await nextText(socket))).toEqual({ a: 1 });
    socket.close();
  });

  test('ends its mcp with the console', async () => {
    const socket = connect();
    const { pid } = JSON.parse(await nextText(socket));
    expect(isAlive(pid)).toBe(true);
    socket.close();
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('tells the console why its mcp has ended', async () => {
    const socket = connect();
    await nextText(socket);
    socket.send('"die"');
    const [code, reason] = await once(socket, 'close');
    expect([code, String(reason)]).toEqual([1011, 'The MCP server ended. out of memory']);
  });

  test('refuses a wrong token, another origin, another host name and another path', async () => {
    expect(await refusal(connect('0'.repeat(48)))).toBe(401);
    expect(await refusal(connect(undefined, { origin: 'https://evil.example' }))).toBe(403);
    expect(await refusal(connect(undefined, { host: 'evil.example' }))).toBe(403);
    expect(await refusal(connect(undefined, {}, relayUrl().replace('relay', 'other')))).toBe(404);
  });

  test('goes on after one that was refused breaks the connection off', async () => {
    const { host, port } = new URL(server.gate.origin);
    const socket = connectSocket({ host: '127.0.0.1', port: Number(port) });
    socket.write(`GET /relay HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    await once(socket, 'data');
    socket.resetAndDestroy();
    // The reset is on its way before this connection is.
    const other = connect();
    await nextText(other);
    other.close();
  });
});

describe('the pages', () => {
  test('the console may be framed by nobody, and frame nothing but sandboxes', async () => {
    const { body, policy } = await get(server.url.split('#')[0] ?? '');
    expect(body).toContain('Console');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/frame-src http:\/\/\*\.localhost:\d+;/);
  });

  const open = (csp: unknown, headers: Record<string, string> = {}) =>
    fetch(`${server.gate.origin}/views`, {
      method: 'POST',
      headers: { origin: server.gate.origin, authorization: `Bearer ${server.gate.token}`, ...headers },
      body: JSON.stringify(csp),
    });

  test('each view has an origin of its own, under its own policy', async () => {
    const [one, other] = await Promise.all(
      [{ connectDomains: ['https://a.example'] }, {}].map(
        async (csp) => ((await (await open(csp)).json()) as { url: string }).url,
      ),
    );
    expect(new URL(one ?? '').origin).not.toBe(new URL(other ?? '').origin);
    const answers = await Promise.all([get(one ?? ''), get(other ?? '')]);
    expect(answers.map(({ body }) => body)).toEqual([
      expect.stringContaining('Sandbox'),
      expect.stringContaining('Sandbox'),
    ]);
    expect(answers.map(({ policy }) => policy.includes('https://a.example'))).toEqual([true, false]);
    for (const { policy } of answers) expect(policy).toContain(`frame-ancestors ${server.gate.origin}`);
    expect((await get(one ?? '', 'localhost:1')).status).toBe(404);
    expect((await get(`${one}console.html`)).status).toBe(404);
  });

  test('nobody else makes a sandbox, and none with a policy that is not valid', async () => {
    expect((await open({}, { authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await open({}, { origin: 'https://evil.example' })).status).toBe(403);
    const wrong = await open({ frameDomains: ['*'] });
    expect(wrong.status).toBe(400);
    expect(await wrong.json()).toEqual({ error: expect.stringContaining('frameDomains') });
  });
});
