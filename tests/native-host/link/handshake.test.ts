import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect, createServer as createNetServer, type Socket } from 'node:net';
import { RELEASE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectHost } from '../../../native-host/src/link/connect-host.ts';
import { NONCE_HEADER, PROOF_HEADER, proof, proves } from '../../../native-host/src/link/handshake.ts';
import { serve } from './link-bench.ts';

const OTHER_SECRET = 'ab'.repeat(32);
const NONCE = '0'.repeat(32);
/** RFC 6455, 1.3 */
const WEBSOCKET_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const READY = '{"type":"ready"}';
/** One unmasked text frame. */
const READY_FRAME = Buffer.from([0x81, READY.length, ...Buffer.from(READY)]);
const UPGRADE = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
};

/** Writes one request by hand and reads until the answer's head is complete. */
async function exchange(socket: Socket, headers: Record<string, string>): Promise<string> {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET / HTTP/1.1\r\n${lines.join('')}\r\n`);
  let answer = '';
  while (!answer.includes('\r\n\r\n')) {
    const [chunk]: unknown[] = await once(socket, 'data');
    answer += String(chunk);
  }
  return answer;
}

const status = (answer: string) => Number(answer.split(' ')[1]);
const nonceIn = (answer: string) => new RegExp(`${NONCE_HEADER}: ([0-9a-f]+)`, 'i').exec(answer)?.[1] ?? '';

function open(address: string): Socket {
  const socket = connect(address);
  socket.on('error', () => socket.destroy());
  onTestFinished(() => void socket.destroy());
  return socket;
}

describe('the host', () => {
  test('lets in who knows the secret', async () => {
    const { descriptor, agents } = await serve();
    const connection = await connectHost(descriptor);
    expect(agents).toHaveLength(1);
    connection.close();
  });

  test('refuses a wrong secret', async () => {
    const { descriptor, agents } = await serve();
    await expect(connectHost({ ...descriptor, secret: OTHER_SECRET })).rejects.toMatchObject({ failure: 'refused' });
    expect(agents).toEqual([]);
  });

  test('refuses a proof that was seen before, on its own connection and on another', async () => {
    const { descriptor, agents } = await serve();
    const { secret, socket: address } = descriptor;
    const first = open(address);
    const host = nonceIn(await exchange(first, {}));
    const seen = {
      ...UPGRADE,
      [NONCE_HEADER]: NONCE,
      [PROOF_HEADER]: proof('client', secret, address, { client: NONCE, host }),
    };
    const second = open(address);
    await exchange(second, {});
    expect(status(await exchange(second, seen))).toBe(401);
    expect(status(await exchange(open(address), seen))).toBe(401);
    expect(status(await exchange(first, seen))).toBe(101);
    expect(agents).toHaveLength(1);
  });

  test('gives one attempt for each nonce', async () => {
    const { descriptor } = await serve();
    const { secret, socket: address } = descriptor;
    const socket = open(address);
    const host = nonceIn(await exchange(socket, {}));
    const wrong = proof('client', OTHER_SECRET, address, { client: NONCE, host });
    const closed = once(socket, 'close');
    expect(status(await exchange(socket, { ...UPGRADE, [NONCE_HEADER]: NONCE, [PROOF_HEADER]: wrong }))).toBe(401);
    await closed;
    const again = open(address);
    const right = proof('client', secret, address, { client: NONCE, host });
    expect(status(await exchange(again, { ...UPGRADE, [NONCE_HEADER]: NONCE, [PROOF_HEADER]: right }))).toBe(401);
  });

  test.each([
    ['a request', {}],
    ['an upgrade', UPGRADE],
  ])('refuses %s of a web page', async (_what, headers) => {
    const { descriptor, agents } = await serve();
    const answer = await exchange(open(descriptor.socket), { ...headers, Origin: 'https://evil.example' });
    expect(status(answer)).toBe(403);
    expect(nonceIn(answer)).toBe('');
    expect(agents).toEqual([]);
  });

  test('refuses a web page that knows the secret', async () => {
    const { descriptor } = await serve();
    const { secret, socket: address } = descriptor;
    const socket = open(address);
    const host = nonceIn(await exchange(socket, {}));
    const right = proof('client', secret, address, { client: NONCE, host });
    const headers = { ...UPGRADE, [NONCE_HEADER]: NONCE, [PROOF_HEADER]: right, Origin: 'https://evil.example' };
    expect(status(await exchange(socket, headers))).toBe(403);
  });

  test('says neither name nor version nor state to who has not proved anything', async () => {
    const { descriptor } = await serve();
    const said = [
      await exchange(open(descriptor.socket), {}),
      await exchange(open(descriptor.socket), UPGRADE),
      await exchange(open(descriptor.socket), { ...UPGRADE, [NONCE_HEADER]: NONCE, [PROOF_HEADER]: 'x' }),
    ].join('\n');
    for (const secret of [RELEASE_VERSION, 'Chromium', 'profile-1', descriptor.secret, `${process.pid}`]) {
      expect(said).not.toContain(secret);
    }
  });
});

describe('the client', () => {
  /** Something that took the host's address, and what it is sent. */
  async function impostor(answer: (nonce: string) => Record<string, string>) {
    const { descriptor, server } = await serve();
    await server.close();
    const received: unknown[] = [];
    const fake = createServer((_request, response) => {
      response.writeHead(401, { [NONCE_HEADER]: NONCE, 'Content-Length': 0 }).end();
    });
    fake.on('upgrade', (upgrade, socket) => {
      const accept = createHash('sha1')
        .update(`${upgrade.headers['sec-websocket-key']}${WEBSOCKET_GUID}`)
        .digest('base64');
      const headers = { ...UPGRADE, 'Sec-WebSocket-Accept': accept, ...answer(String(upgrade.headers[NONCE_HEADER])) };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      socket.on('error', () => socket.destroy());
      socket.on('data', (data: unknown) => received.push(data));
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
      socket.write(READY_FRAME);
    });
    await new Promise<void>((resolve) => fake.listen(descriptor.socket, resolve));
    onTestFinished(() => {
      fake.close();
      fake.closeAllConnections();
    });
    return { descriptor, received };
  }

  test.each<[string, (nonce: string) => Record<string, string>]>([
    ['has no proof', () => ({})],
    ['guesses a secret', (client) => ({ [PROOF_HEADER]: proof('host', OTHER_SECRET, '', { client, host: NONCE }) })],
  ])('trusts nobody who %s, and sends nothing', async (_what, answer) => {
    const { descriptor, received } = await impostor(answer);
    await expect(connectHost(descriptor)).rejects.toMatchObject({ failure: 'impostor' });
    expect(received).toEqual([]);
  });

  test('takes neither its own proof nor one for another address', async () => {
    const { descriptor } = await serve();
    const { secret, socket } = descriptor;
    const nonces = { client: NONCE, host: '1'.repeat(32) };
    const expected = proof('host', secret, socket, nonces);
    expect(proves(expected, expected)).toBe(true);
    expect(proves(proof('client', secret, socket, nonces), expected)).toBe(false);
    expect(proves(proof('host', secret, '/other.sock', nonces), expected)).toBe(false);
    expect(proves(undefined, expected)).toBe(false);
  });

  test('gives up on something that does not speak HTTP, or not at all', async () => {
    const { descriptor, server } = await serve();
    await server.close();
    const fake = createNetServer((socket) => socket.end('hello\n'));
    await new Promise<void>((resolve) => fake.listen(descriptor.socket, resolve));
    onTestFinished(() => void fake.close());
    await expect(connectHost(descriptor)).rejects.toMatchObject({ failure: 'unreachable' });
  });

  test('can be told to stop', async () => {
    const { descriptor, server } = await serve();
    await server.close();
    const silent = createNetServer();
    await new Promise<void>((resolve) => silent.listen(descriptor.socket, resolve));
    onTestFinished(() => void silent.close());
    const stop = new AbortController();
    const connecting = connectHost(descriptor, { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(connecting).rejects.toThrow('enough');
  });
});

test('a plain request has no way in', async () => {
  const { descriptor, agents } = await serve();
  const asked = request({ socketPath: descriptor.socket, headers: { [PROOF_HEADER]: 'x', [NONCE_HEADER]: NONCE } });
  asked.end();
  const [response] = await once(asked, 'response');
  expect(response).toMatchObject({ statusCode: 401 });
  response.resume();
  expect(agents).toEqual([]);
});
