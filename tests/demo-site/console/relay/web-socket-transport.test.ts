import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebSocketTransport } from '../../../../demo-site/console/relay/web-socket-transport.ts';

/** The browser's end of the relay, with a test at the other end. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1;
  static last: FakeSocket;
  readyState = 0;
  readonly sent: string[] = [];
  readonly url: string;
  readonly protocols: string[];

  constructor(url: string, protocols: string[]) {
    super();
    this.url = url;
    this.protocols = protocols;
    FakeSocket.last = this;
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.dispatchEvent(new Event('open'));
  }

  receive(data: string): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }

  close(_code: number, reason = ''): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { reason }));
  }

  send(text: string): void {
    this.sent.push(text);
  }
}

beforeEach(() => vi.stubGlobal('WebSocket', FakeSocket));
afterEach(() => vi.unstubAllGlobals());

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;

function transport() {
  const seen: string[] = [];
  const made = new WebSocketTransport({ origin: 'http://localhost:1', token: 'secret' }, (direction, message) =>
    seen.push(`${direction} ${'method' in message ? message.method : 'answer'}`),
  );
  made.onmessage = () => seen.push('delivered');
  made.onerror = ({ message }) => seen.push(message);
  made.onclose = () => seen.push('closed');
  return { made, seen };
}

test('offers the token beside the name of the relay, and never in the address', async () => {
  const { made } = transport();
  const started = made.start();
  FakeSocket.last.open();
  await started;
  expect(FakeSocket.last.url).toBe('ws://localhost:1/relay');
  expect(FakeSocket.last.protocols).toEqual(['mcp-agent-console', 'secret']);
});

test('every message is seen before it goes on, in both directions', async () => {
  const { made, seen } = transport();
  const started = made.start();
  FakeSocket.last.open();
  await started;
  await made.send(PING);
  FakeSocket.last.receive('{"jsonrpc":"2.0","id":1,"result":{}}');
  expect(FakeSocket.last.sent).toEqual([JSON.stringify(PING)]);
  expect(seen).toEqual(['out ping', 'in answer', 'delivered']);
});

test('a line that is no JSON is told and does no harm', async () => {
  const { made, seen } = transport();
  const started = made.start();
  FakeSocket.last.open();
  await started;
  FakeSocket.last.receive('Segmentation fault');
  FakeSocket.last.receive('{"jsonrpc":"2.0","method":"m"}');
  expect(seen).toEqual([expect.stringContaining('Segmentation fault'), 'in m', 'delivered']);
});

test('says why it could not be opened, and why it was ended', async () => {
  const refused = transport();
  const started = refused.made.start();
  FakeSocket.last.close(1006);
  await expect(started).rejects.toThrow('does not know this token');
  const ended = transport();
  const opened = ended.made.start();
  FakeSocket.last.open();
  await opened;
  FakeSocket.last.close(1011, 'The MCP server ended.');
  expect(ended.made.closeReason).toBe('The MCP server ended.');
  expect(ended.seen).toEqual(['closed']);
  await expect(ended.made.send(PING)).rejects.toThrow('is closed');
});
