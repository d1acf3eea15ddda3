import { createContext, Script } from 'node:vm';
import { build } from 'vite';
import { EXTENSION_ID, FakePort } from '../fake-browser.ts';

const source = new URL('../../../extension/src/content/main.iife.ts', import.meta.url).pathname;

/** The content script as the browser gets it: one classic script. */
export async function buildContentScript(): Promise<Script> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry: source, formats: ['iife'], name: 'pipe', fileName: 'pipe' } },
  });
  const [output] = [built].flat();
  if (output === undefined || !('output' in output)) throw new Error('the content script was not built');
  const [chunk] = output.output;
  return new Script(chunk.code);
}

interface MessageLike {
  readonly data: unknown;
  readonly ports?: readonly MessagePort[];
  readonly isTrusted?: boolean;
  readonly source?: unknown;
  readonly origin?: string;
}

/** A document as its scripts see it: listeners that `document.open` takes away, and observers that it does not. */
export class FakeDocument {
  readonly origin: string;
  readonly posted: unknown[] = [];
  readonly listeners = new Map<string, Set<(event: unknown) => void>>();
  readonly observers = new Set<() => void>();
  readonly #timers = new Map<number, { readonly callback: () => void; readonly ms: number }>();
  #lastTimer = 0;
  prerendering = false;

  constructor(origin = 'https://shop.example') {
    this.origin = origin;
  }

  fire(type: string, event: unknown): void {
    for (const listener of [...(this.listeners.get(type) ?? [])]) listener(event);
  }

  /** `document.open`: every listener is gone, the tree is another one. */
  replace(): void {
    this.listeners.clear();
    for (const observer of this.observers) observer();
  }

  setTimeout(callback: () => void, ms: number): number {
    this.#lastTimer += 1;
    this.#timers.set(this.#lastTimer, { callback, ms });
    return this.#lastTimer;
  }

  clearTimeout(id: number): void {
    this.#timers.delete(id);
  }

  /** For how long each timer that waits was set. */
  get delays(): number[] {
    return [...this.#timers.values()].map(({ ms }) => ms);
  }

  /** Runs all that wait now, however long they were to wait. */
  runTimers(): void {
    const due = [...this.#timers.values()];
    this.#timers.clear();
    for (const { callback } of due) callback();
  }
}

/** One isolated world of a document: what a content script of one extension version runs in. */
export class ContentWorld {
  readonly document: FakeDocument;
  readonly connections: FakePort[] = [];
  readonly window: Record<string, unknown>;
  #isCutOff = false;
  readonly #context: object;

  constructor(document: FakeDocument, more: { windowOrigin?: string } = {}) {
    this.document = document;
    const world = this;
    const target = {
      addEventListener: (type: string, listener: (event: unknown) => void) => {
        document.listeners.set(type, (document.listeners.get(type) ?? new Set()).add(listener));
      },
      removeEventListener: (type: string, listener: (event: unknown) => void) => {
        document.listeners.get(type)?.delete(listener);
      },
    };
    this.window = {
      ...target,
      location: { origin: document.origin },
      origin: more.windowOrigin ?? document.origin,
      postMessage: (data: unknown, targetOrigin: string) => {
        if (targetOrigin === document.origin) document.posted.push(data);
      },
    };
    this.#context = createContext({
      window: this.window,
      document: {
        ...target,
        get prerendering() {
          return document.prerendering;
        },
      },
      chrome: {
        get runtime() {
          return world.#runtime();
        },
      },
      MutationObserver: class {
        readonly #callback: () => void;
        constructor(callback: () => void) {
          this.#callback = callback;
        }
        observe() {
          document.observers.add(this.#callback);
        }
        disconnect() {
          document.observers.delete(this.#callback);
        }
      },
      setTimeout: (callback: () => void, ms: number) => document.setTimeout(callback, ms),
      clearTimeout: (id: number | undefined) => document.clearTimeout(id ?? 0),
    });
  }

  run(script: Script): void {
    script.runInContext(this.#context);
  }

  /** The extension was updated: this world is an orphan now. */
  cutOff(): void {
    this.#isCutOff = true;
  }

  /** A window message as the page's own scripts send it, unless said otherwise. */
  message(message: MessageLike): void {
    const { window, document } = this;
    document.fire('message', { isTrusted: true, source: window, origin: document.origin, ports: [], ...message });
  }

  #runtime() {
    if (this.#isCutOff) return {};
    return {
      id: EXTENSION_ID,
      connect: ({ name }: { name: string }) => {
        const port = new FakePort(name);
        this.connections.push(port);
        return port;
      },
    };
  }
}
