import type { PageEnvironment, PageWindow } from '../../page-sdk/src/environment.ts';
import {
  applyChange,
  type CallAnswer,
  type PageCall,
  PageToWorker,
  PipeSignal,
  type Received,
  type WindowState,
  type WorkerToPage,
} from '../../page-sdk/src/protocol/index.ts';

type Listener = (event: MessageEvent<unknown>) => void;

/** A browser window without a browser: window messages arrive in a later task, as they do in one. */
export class FakePage implements PageEnvironment {
  readonly origin = 'https://app.example';
  readonly shared: Record<symbol, unknown> = {};
  readonly window: PageWindow;
  clock = 0;
  personActs = false;
  readonly #listeners = new Set<Listener>();

  constructor() {
    this.window = {
      addEventListener: (_type, listener) => void this.#listeners.add(listener),
      removeEventListener: (_type, listener) => void this.#listeners.delete(listener),
      postMessage: (message, targetOrigin, transfer) => {
        if (targetOrigin === this.origin) this.deliver(structuredClone(message), transfer);
      },
    };
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  baseUrl(): string {
    return `${this.origin}/orders/`;
  }

  now(): number {
    return this.clock;
  }

  isPersonActing(): boolean {
    return this.personActs;
  }

  /** Posts a window message as somebody else could. */
  deliver(data: unknown, ports: readonly unknown[] = [], from: { source?: unknown; origin?: string } = {}): void {
    const event = { data, ports, source: from.source ?? this.window, origin: from.origin ?? this.origin };
    queueMicrotask(() => {
      for (const listener of [...this.#listeners]) listener(event as unknown as MessageEvent<unknown>);
    });
  }

  /** As `document.open` does. */
  loseListeners(): void {
    this.#listeners.clear();
  }

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}

let lastCall = 0;

/** Content script and worker in one: speaks the page hop, checks every message as the worker would. */
export class FakeExtension {
  /** Every text that left the page, as it left. */
  readonly texts: string[] = [];
  readonly messages: PageToWorker[] = [];
  declared: Received | undefined;
  hellos = 0;
  readonly #page: FakePage;
  readonly #waiting = new Set<() => void>();
  #port: MessagePort | undefined;
  readonly #unlisten: () => void;

  constructor(page: FakePage) {
    this.#page = page;
    this.#unlisten = page.listen(({ data, ports }) => {
      if (typeof data !== 'object' || data === null || !('kind' in data) || data.kind !== 'hello') return;
      this.hellos += 1;
      const [port] = ports;
      if (port === undefined) return;
      this.#port?.close();
      this.#port = port;
      port.onmessage = (event: MessageEvent<unknown>) => this.#receive(String(event.data));
      this.signal('open');
    });
  }

  /** As a content script that has just started. */
  announce(): void {
    this.#page.deliver({ channel: 'mcp-gui-bridge', kind: 'ready' });
  }

  signal(pipe: PipeSignal['pipe']): void {
    if (pipe === 'open') this.declared = undefined;
    this.#port?.postMessage(PipeSignal.parse({ pipe }));
  }

  send(message: WorkerToPage): void {
    this.#port?.postMessage(JSON.stringify(message));
  }

  remove(): void {
    this.#unlisten();
    this.#port?.close();
  }

  #receive(text: string): void {
    this.texts.push(text);
    const message = PageToWorker.parse(JSON.parse(text));
    this.messages.push(message);
    if (message.type === 'attach') {
      this.declared = applyChange(undefined, message.declared);
      this.send({ type: 'status', status: 'connected' });
    }
    if (message.type === 'change') this.declared = applyChange(this.declared, message.change);
    for (const wake of [...this.#waiting]) wake();
  }

  /** Waits until `find` finds something; asked again at each message. */
  until<T>(find: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = find();
        if (found === undefined) return;
        this.#waiting.delete(look);
        resolve(found);
      };
      this.#waiting.add(look);
      look();
    });
  }

  attached(): Promise<Received> {
    return this.until(() => this.declared);
  }

  window(title: string): WindowState | undefined {
    return this.declared?.windows.find((window) => window.title === title);
  }

  untilWindow(title: string): Promise<WindowState> {
    return this.until(() => this.window(title));
  }

  /** Waits until everything that the page had to say in this task has arrived. */
  async quiet(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      const id = Math.floor(Math.random() * 1e9);
      this.send({ type: 'ping', id });
      await this.until(() => this.messages.find((message) => message.type === 'pong' && message.id === id));
    }
  }

  answersTo(callId: string): CallAnswer[] {
    return this.messages.flatMap((message) =>
      message.type === 'answer' && message.callId === callId ? [message.answer] : [],
    );
  }

  /** Sends a call and returns its id. */
  start(call: Partial<PageCall> & Pick<PageCall, 'action'>): string {
    lastCall += 1;
    const callId = call.callId ?? lastCall.toString(16).padStart(32, '0');
    const agent = { name: 'Test agent', version: '1' };
    this.send({ type: 'call', call: { windowId: null, arguments: {}, agent, timeoutMs: 30_000, ...call, callId } });
    return callId;
  }

  answerTo(callId: string): Promise<CallAnswer> {
    return this.until(() => this.answersTo(callId)[0]);
  }

  call(call: Partial<PageCall> & Pick<PageCall, 'action'>): Promise<CallAnswer> {
    return this.answerTo(this.start(call));
  }
}
