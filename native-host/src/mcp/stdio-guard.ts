import type { Readable, Writable } from 'node:stream';
import { LIMITS, WINDOWS_URI } from '@mcp-gui-bridge/page-sdk/protocol';
import {
  isJSONRPCErrorResponse,
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
  type JSONRPCRequest,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { type MessageLog, sizeOf } from '../link/message-log.ts';

/** What a message is, in a word. */
const kindOf = (message: JSONRPCMessage): string =>
  'method' in message ? message.method : 'error' in message ? 'error' : 'result';

const INPUT_BYTES = 10 * 1024 * 1024;

/** Above this much unread output no further requests are read: a client that does not read must not cost memory. */
const BACKLOG_BYTES = 2 * LIMITS.lineBytes;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A client may listen to whatever it likes; only `app://windows` is there to be listened to, and acknowledged. */
export function reduceListenFilter(request: JSONRPCRequest): JSONRPCRequest {
  const filter = request.params?.['notifications'];
  if (!isObject(filter) || !Array.isArray(filter['resourceSubscriptions'])) return request;
  const { resourceSubscriptions, ...others } = filter;
  const wanted = resourceSubscriptions.filter((uri) => uri === WINDOWS_URI);
  const notifications = { ...others, ...(wanted.length > 0 && { resourceSubscriptions: [WINDOWS_URI] }) };
  return { ...request, params: { ...request.params, notifications } };
}

const errorResponse = (id: RequestId, code: number, message: string, data?: object): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, ...(data && { data }) },
});

/** The revision without a handshake that the SDK speaks. */
const REVISION = '2026-07-28';

/** The SDK compares the first request's revision only, but each request has its own. */
function refuseRevision({ id, params }: JSONRPCRequest): JSONRPCMessage | undefined {
  const requested = params?._meta?.[PROTOCOL_VERSION_META_KEY];
  if (requested === undefined || requested === REVISION) return undefined;
  const problem = `Unsupported protocol version: ${String(requested).slice(0, 40)}`;
  return errorResponse(id, ProtocolErrorCode.UnsupportedProtocolVersion, problem, { supported: [REVISION], requested });
}

/** The line for a message; a response above `LIMITS.lineBytes` would close the client's connection, so it is refused. */
export function encodeLine(message: JSONRPCMessage): string {
  const line = `${JSON.stringify(message)}\n`;
  if (line.length * 3 <= LIMITS.lineBytes || Buffer.byteLength(line) <= LIMITS.lineBytes) return line;
  const id = isJSONRPCResultResponse(message) ? message.id : undefined;
  if (id === undefined) return '';
  const problem = 'The answer is larger than 4 MiB. Read single windows with app__read_windows and windowIds.';
  return `${JSON.stringify(errorResponse(id, ProtocolErrorCode.InternalError, problem))}\n`;
}

/** What the SDK's stdio transport lacks: request ids in flight, caps on lines, a drain signal, and a look at requests. */
export class StdioGuard implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  readonly #inner: StdioServerTransport;
  readonly #stdin: Readable;
  readonly #stdout: Writable;
  readonly #onRequest: (request: JSONRPCRequest) => void;
  readonly #inFlight = new Set<RequestId>();
  readonly #messages: () => MessageLog | undefined;

  /** @param onRequest told of each request before it is handled */
  constructor(
    stdin: Readable,
    stdout: Writable,
    onRequest: (request: JSONRPCRequest) => void,
    messages: () => MessageLog | undefined = () => undefined,
  ) {
    this.#messages = messages;
    this.#inner = new StdioServerTransport(stdin, stdout, { maxBufferSize: INPUT_BYTES });
    this.#stdin = stdin;
    this.#stdout = stdout;
    this.#onRequest = onRequest;
  }

  async start(): Promise<void> {
    this.#inner.onmessage = (message) => this.#receive(message);
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onclose = () => {
      this.onclose?.();
      // The transport also closes after a line above the cap; nothing would ever be read again.
      this.#stdin.destroy();
    };
    await this.#inner.start();
  }

  async close(): Promise<void> {
    await this.#inner.close();
  }

  /** Hands the message to the stream in the order of calls and does not wait for the client; see `drained`. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (isJSONRPCResultResponse(message) || isJSONRPCErrorResponse(message)) {
      if (message.id !== undefined) this.#inFlight.delete(message.id);
    }
    this.#messages()?.('client', 'out', kindOf(message), sizeOf(message));
    this.#stdout.write(encodeLine(message));
    if (this.#stdout.writableLength <= BACKLOG_BYTES || this.#stdin.isPaused()) return;
    this.#stdin.pause();
    void this.drained().then(() => this.#stdin.resume());
  }

  /** Resolves once the client has taken everything that was written. */
  async drained(): Promise<void> {
    if (!this.#stdout.writableNeedDrain) return;
    await new Promise<void>((resolve) => this.#stdout.once('drain', resolve));
  }

  #receive(message: JSONRPCMessage): void {
    this.#messages()?.('client', 'in', kindOf(message), sizeOf(message));
    if (!isJSONRPCRequest(message)) {
      // A cancelled request is never answered, so its id is free again.
      const cancelled = isJSONRPCNotification(message) && message.method === 'notifications/cancelled';
      const id = cancelled ? message.params?.['requestId'] : undefined;
      if (typeof id === 'string' || typeof id === 'number') this.#inFlight.delete(id);
      this.onmessage?.(message);
      return;
    }
    if (this.#inFlight.has(message.id)) {
      const problem = `Request id ${JSON.stringify(message.id)} is still in use`;
      this.#stdout.write(encodeLine(errorResponse(message.id, ProtocolErrorCode.InvalidRequest, problem)));
      return;
    }
    const refusal = refuseRevision(message);
    if (refusal !== undefined) {
      this.#stdout.write(encodeLine(refusal));
      return;
    }
    this.#inFlight.add(message.id);
    this.#onRequest(message);
    this.onmessage?.(message.method === 'subscriptions/listen' ? reduceListenFilter(message) : message);
  }
}

/** Clients start throw-away copies to probe a server; only what comes after that is worth looking for hosts. */
export const opensHosts = (method: string): boolean => !['initialize', 'server/discover', 'ping'].includes(method);
