import { PassThrough } from 'node:stream';
import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { expect, test } from 'vitest';
import { encodeLine, opensHosts, reduceListenFilter, StdioGuard } from '../../../native-host/src/mcp/stdio-guard.ts';

async function open(onRequest: (method: string) => void = () => {}) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  const guard = new StdioGuard(stdin, stdout, ({ method }) => onRequest(method));
  const heard: JSONRPCMessage[] = [];
  guard.onmessage = (message) => void heard.push(message);
  await guard.start();
  const say = async (message: object) => {
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const written = () =>
    String(stdout.read() ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { guard, stdin, stdout, heard, say, written };
}

test('a request id that is still in use is refused, and the first request is not disturbed', async () => {
  const { guard, heard, say, written } = await open();
  await say({ id: 1, method: 'tools/list' });
  await say({ id: 1, method: 'tools/call' });
  expect(heard).toHaveLength(1);
  expect(written()).toEqual([{ jsonrpc: '2.0', id: 1, error: { code: -32600, message: expect.any(String) } }]);
  await guard.send({ jsonrpc: '2.0', id: 1, result: {} });
  await say({ id: 1, method: 'tools/list' });
  await say({ id: '1', method: 'tools/list' });
  expect(heard).toHaveLength(3);
});

test('a cancelled request is never answered, so its id is free', async () => {
  const { heard, say } = await open();
  await say({ id: 7, method: 'tools/call' });
  await say({ method: 'notifications/cancelled', params: { requestId: 7 } });
  await say({ id: 7, method: 'tools/call' });
  expect(heard).toHaveLength(3);
});

test('a listen filter is reduced to the one resource there is', () => {
  const listen = (resourceSubscriptions: string[]) =>
    reduceListenFilter({
      jsonrpc: '2.0',
      id: 1,
      method: 'subscriptions/listen',
      params: { notifications: { toolsListChanged: true, resourceSubscriptions } },
    }).params;
  expect(listen(['file:///etc', 'app://windows', 'app://windows'])).toEqual({
    notifications: { toolsListChanged: true, resourceSubscriptions: ['app://windows'] },
  });
  expect(listen(['file:///etc'])).toEqual({ notifications: { toolsListChanged: true } });
});

test('hosts are not looked for by probes', () => {
  expect(['initialize', 'server/discover', 'ping'].some(opensHosts)).toBe(false);
  expect(['tools/list', 'subscriptions/listen', 'resources/read'].every(opensHosts)).toBe(true);
});

test('a response line of 4 MiB goes out, one byte more becomes an error', () => {
  const respond = (bytes: number) => {
    const empty = Buffer.byteLength(encodeLine({ jsonrpc: '2.0', id: 1, result: { text: '' } }));
    return encodeLine({ jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(bytes - empty) } });
  };
  expect(Buffer.byteLength(respond(LIMITS.lineBytes))).toBe(LIMITS.lineBytes);
  expect(JSON.parse(respond(LIMITS.lineBytes + 1))).toMatchObject({ id: 1, error: { code: -32603 } });
});

test('a client that does not read is not read from either, until it does', async () => {
  const { guard, stdin, stdout } = await open();
  const big = { jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(LIMITS.lineBytes - 100) } } as const;
  for (let i = 0; i < 3; i++) await guard.send(big);
  expect(stdin.isPaused()).toBe(true);
  stdout.on('data', () => {});
  await guard.drained();
  await new Promise((resolve) => setImmediate(resolve));
  expect(stdin.isPaused()).toBe(false);
});

test('a line above 10 MiB ends the connection, which ends the process', async () => {
  const { guard, stdin } = await open();
  const closed = new Promise<void>((resolve) => {
    guard.onclose = resolve;
  });
  const ended = new Promise((resolve) => stdin.once('close', resolve));
  stdin.write(Buffer.alloc(10 * 1024 * 1024 + 1, 'x'));
  await closed;
  await ended;
});
