import type { PAGE_CHANNEL, PageCallout, PageHello, PipeSignal } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Runtime } from 'webextension-polyfill';

/**
 * A pipe between page and worker, and nothing else: it knows which window message is a hello and reads none of what it
 * carries. It runs before the page's first script, in one synchronous piece, hence no imports but of types.
 */
interface Api {
  readonly runtime?: Pick<Runtime.Static, 'id' | 'connect' | 'lastError'>;
}

interface Scope {
  readonly browser?: Api;
  readonly chrome?: Api;
  /** Set by the instance that runs in this isolated world: connects if need be. */
  mcpGuiBridgePipe?: () => boolean;
}

const CHANNEL: typeof PAGE_CHANNEL = 'mcp-gui-bridge';
const FIRST_DELAY_MS = 250;
const LAST_DELAY_MS = 30_000;

/**
 * The worker serves all pages in one thread, and nothing holds back a browser's port: so the pipe itself does. What a
 * page sends above this waits here, in that page's own memory, and nobody else's messages wait behind it.
 */
const MESSAGES = { burst: 4 * 1024 * 1024, perSecond: 1024 * 1024 };
/** What a message takes of it at least, in characters, however short it is. */
const LEAST_COST = 4 * 1024;
/** No message that keeps the limits is as long; a longer one is passed on as the error that it is, without its text. */
const MOST_CHARACTERS = 1.5 * 1024 * 1024;
const HELLOS = { burst: 8, perSecond: 2 };

/** Lets so much through at once, and so much more each second. Says how many milliseconds to wait before more may pass. */
function allowance({ burst, perSecond }: { readonly burst: number; readonly perSecond: number }) {
  let left = burst;
  let at = Date.now();
  return (cost: number): number => {
    const now = Date.now();
    left = Math.min(burst, left + (Math.max(0, now - at) / 1000) * perSecond);
    at = now;
    if (left <= 0) return Math.max(1, Math.ceil((-left / perSecond) * 1000));
    left -= cost;
    return 0;
  };
}

function startPipe(scope: Scope): void {
  const runtime = () => (scope.browser ?? scope.chrome)?.runtime;
  /** After an update of the extension its old scripts live on in every page, cut off from everything. */
  const isOrphan = () => runtime()?.id === undefined;

  let page: MessagePort | undefined;
  let generation = Number.NEGATIVE_INFINITY;
  let worker: Runtime.Port | undefined;
  let isEnded = false;
  /** Somebody asked for this page while its port was open, which may be about to be closed for good for an older reason. */
  let isWanted = false;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let waiting: string[] = [];
  const untilPass = allowance(MESSAGES);
  const untilConnect = allowance(HELLOS);

  const signal = (pipe: PipeSignal['pipe']) => page?.postMessage({ pipe } satisfies PipeSignal);
  const callOut = () =>
    window.postMessage({ channel: CHANNEL, kind: 'ready' } satisfies PageCallout, window.location.origin);

  function retire(): void {
    signal('closed');
    clearTimeout(retry);
    waiting = [];
    replaced.disconnect();
    window.removeEventListener('message', onWindowMessage);
    window.removeEventListener('pageshow', onPageShow);
    document.removeEventListener('prerenderingchange', connect);
    page?.close();
    page = undefined;
    worker = undefined;
    delete scope.mcpGuiBridgePipe;
  }

  function dropWorker(): void {
    clearTimeout(retry);
    waiting = [];
    worker?.disconnect();
    worker = undefined;
  }

  function flush(): void {
    let sent = 0;
    for (const text of waiting) {
      const wait = untilPass(Math.max(LEAST_COST, text.length));
      if (wait > 0) {
        setTimeout(flush, wait);
        break;
      }
      worker?.postMessage(text);
      sent += 1;
    }
    waiting = waiting.slice(sent);
  }

  function onWorkerMessage(port: Runtime.Port, message: unknown): void {
    if (port !== worker) return;
    if (typeof message === 'string') {
      failures = 0;
      isWanted = false;
      page?.postMessage(message);
      return;
    }
    // The worker's own word, never the page's: this page is not to come back by itself.
    isEnded = true;
    dropWorker();
    signal('closed');
    if (!isWanted) return;
    isWanted = false;
    callOut();
  }

  function onWorkerGone(port: Runtime.Port): void {
    void runtime()?.lastError;
    if (port !== worker) return;
    worker = undefined;
    waiting = [];
    signal('closed');
    failures += 1;
    // A worker that had spoken has only been stopped. Timers of hidden pages are slow, so it is called back at once.
    if (failures === 1 || isOrphan()) {
      connect();
      return;
    }
    const delay = Math.min(LAST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 2));
    retry = setTimeout(connect, delay * (0.5 + Math.random() / 2));
  }

  function connect(): void {
    if (page === undefined || worker !== undefined || isEnded) return;
    if ((document as Document & { readonly prerendering?: boolean }).prerendering === true) return;
    const port = isOrphan() ? undefined : runtime()?.connect({ name: 'page' });
    if (port === undefined) {
      retire();
      return;
    }
    worker = port;
    port.onMessage.addListener((message) => onWorkerMessage(port, message));
    port.onDisconnect.addListener(() => onWorkerGone(port));
    signal('open');
  }

  function connectInTurn(): void {
    const wait = untilConnect(1);
    if (wait === 0) connect();
    else retry = setTimeout(connectInTurn, wait);
  }

  function onPageMessage(event: MessageEvent): void {
    if (isOrphan()) retire();
    else if (typeof event.data === 'string' && worker !== undefined) {
      waiting.push(event.data.length > MOST_CHARACTERS ? '' : event.data);
      if (waiting.length === 1) flush();
    }
  }

  function isHello(data: unknown): data is PageHello {
    const hello = data as Partial<PageHello> | null;
    return (
      typeof hello === 'object' &&
      hello?.channel === CHANNEL &&
      hello.kind === 'hello' &&
      typeof hello.generation === 'number'
    );
  }

  function onWindowMessage(event: MessageEvent): void {
    if (!event.isTrusted || event.source !== window || event.origin !== window.location.origin) return;
    const hello: unknown = event.data;
    const [port] = event.ports;
    if (!isHello(hello) || port === undefined || hello.generation < generation) return;
    if (isOrphan()) {
      retire();
      return;
    }
    generation = hello.generation;
    dropWorker();
    page?.close();
    page = port;
    page.onmessage = onPageMessage;
    isEnded = false;
    failures = 0;
    connectInTurn();
  }

  /** Back from the back/forward cache: the worker's end was closed and nobody told this one. */
  function onPageShow(event: PageTransitionEvent): void {
    if (!event.isTrusted || !event.persisted) return;
    dropWorker();
    signal('closed');
    isEnded = false;
    failures = 0;
    connect();
  }

  /** `document.open` takes every listener off window and document, but leaves observers alone. */
  function listen(): void {
    window.addEventListener('message', onWindowMessage);
    window.addEventListener('pageshow', onPageShow);
    document.addEventListener('prerenderingchange', connect);
  }
  const replaced = new MutationObserver(listen);

  scope.mcpGuiBridgePipe = () => {
    if (isOrphan()) return false;
    if (worker === undefined) callOut();
    else isWanted = true;
    return true;
  };
  replaced.observe(document, { childList: true });
  listen();
  callOut();
}

/** A page of an opaque origin is nobody's: it cannot be told from any other. Where frames take part the worker decides. */
const isReachable = window.origin !== 'null';
const scope = globalThis as Scope;
if (isReachable && scope.mcpGuiBridgePipe?.() !== true) startPipe(scope);
