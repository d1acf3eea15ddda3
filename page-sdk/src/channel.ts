import type { PageEnvironment } from './environment.ts';
import type {
  PAGE_CHANNEL,
  PageCallout,
  PageHello,
  PageToWorker,
  PipeSignal,
  WorkerToPage,
} from './protocol/page-hop.ts';

/** Grows with each release whose side of the page hop replaces the one before. */
const SDK_GENERATION = 1;
const CHANNEL: typeof PAGE_CHANNEL = 'mcp-gui-bridge';

export interface ChannelHandlers {
  /** A fresh way to the worker: everything sent before is lost. */
  opened(post: (message: PageToWorker) => void): void;
  /** Nobody listens until the next `opened`. */
  closed(): void;
  received(message: WorkerToPage): void;
}

export interface Channel {
  close(): void;
}

const has = <K extends string>(value: unknown, key: K): value is Record<K, unknown> =>
  typeof value === 'object' && value !== null && key in value;

const isCallout = (data: unknown): data is PageCallout =>
  has(data, 'channel') && data.channel === CHANNEL && has(data, 'kind') && data.kind === 'ready';

const isSignal = (data: unknown): data is PipeSignal => has(data, 'pipe');

/** Keys named `__proto__` are dropped, before anyone can assign from such an object. */
const withoutProto = (key: string, value: unknown): unknown => (key === '__proto__' ? undefined : value);

/**
 * The worker validates what it sends and is trusted more than the page; this only keeps text that is not a message at
 * all, or of a type that this release does not know, from going further.
 */
function readMessage(text: string): WorkerToPage | undefined {
  try {
    const message: unknown = JSON.parse(text, /__proto__|\\u/.test(text) ? withoutProto : undefined);
    return has(message, 'type') && typeof message.type === 'string' ? (message as WorkerToPage) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Says hello to a content script, now and whenever one announces itself, so the order of loading does not matter.
 * Where no extension is present nothing happens.
 */
export function connectChannel(environment: PageEnvironment, handlers: ChannelHandlers): Channel {
  const { window, origin } = environment;
  if (window === undefined) return { close: () => undefined };
  let current: MessagePort | undefined;

  const drop = (): void => {
    current?.close();
    current = undefined;
    handlers.closed();
  };
  const lost = (): void => {
    // `document.open` takes every listener off the window; whoever announces itself next must still be heard.
    window.addEventListener('message', listen);
    handlers.closed();
  };
  const receive = (port: MessagePort, data: unknown): void => {
    if (port !== current) return;
    if (typeof data === 'string') {
      const message = readMessage(data);
      if (message !== undefined) handlers.received(message);
      if (message?.type === 'refused') drop();
    } else if (isSignal(data)) {
      if (data.pipe === 'open') handlers.opened((message) => port.postMessage(JSON.stringify(message)));
      else lost();
    }
  };
  const sayHello = (): void => {
    const { port1, port2 } = new MessageChannel();
    if (current !== undefined) drop();
    current = port1;
    port1.onmessage = ({ data }: MessageEvent<unknown>) => receive(port1, data);
    const hello: PageHello = { channel: CHANNEL, kind: 'hello', generation: SDK_GENERATION };
    window.postMessage(hello, origin, [port2]);
  };
  const listen = (event: MessageEvent<unknown>): void => {
    if (event.source === window && event.origin === origin && isCallout(event.data)) sayHello();
  };

  window.addEventListener('message', listen);
  sayHello();
  return {
    close: () => {
      window.removeEventListener('message', listen);
      current?.close();
      current = undefined;
    },
  };
}
