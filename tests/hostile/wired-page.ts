import type { Script } from 'node:vm';
import { type PageToWorker, WorkerToPage } from '@mcp-gui-bridge/page-sdk/protocol';
import { type Bridge, type BridgeOptions, createBridgeIn } from '../../page-sdk/src/bridge.ts';
import type { PageEnvironment, PageWindow } from '../../page-sdk/src/environment.ts';
import { ContentWorld, FakeDocument } from '../extension/content/content-world.ts';
import type { FakePort } from '../extension/fake-browser.ts';

/** Joins two ends of one runtime port: content script and worker. */
interface Joined {
  readonly content: FakePort;
  readonly worker: FakePort;
}

export interface PageSurroundings {
  readonly origin: string;
  /** The content script as it is built. */
  readonly script: Script;
  /** Offers a port to the worker, as this document's content script does. */
  readonly connect: () => FakePort;
  readonly told: (boundary: 'page' | 'content', text: string) => void;
}

/** A document with the real SDK and the real content script in it. */
export class WiredPage implements PageEnvironment {
  readonly origin: string;
  readonly shared: Record<symbol, unknown> = {};
  readonly window: PageWindow;
  readonly #surroundings: PageSurroundings;
  readonly #world: ContentWorld;
  readonly #listeners = new Set<(event: MessageEvent<unknown>) => void>();
  readonly #joined: Joined[] = [];

  constructor(surroundings: PageSurroundings) {
    const { origin, script } = surroundings;
    this.origin = origin;
    this.#surroundings = surroundings;
    this.#world = new ContentWorld(new FakeDocument(origin));
    this.window = {
      addEventListener: (_type, listener) => void this.#listeners.add(listener),
      removeEventListener: (_type, listener) => void this.#listeners.delete(listener),
      postMessage: (data, _targetOrigin, transfer) => {
        const ports = transfer.flatMap((port) => (port instanceof MessagePort ? [this.#tapped(port)] : []));
        this.#world.message({ data, ports });
      },
    };
    this.#world.run(script);
  }

  createBridge(options: BridgeOptions): Bridge {
    return createBridgeIn(this, options);
  }

  baseUrl(): string {
    return `${this.origin}/page`;
  }

  now(): number {
    return performance.now();
  }

  isPersonActing(): boolean {
    return false;
  }

  /** Carries on what was said between content script and worker; says whether there was anything. */
  move(): boolean {
    for (const content of this.#world.connections.slice(this.#joined.length)) {
      this.#joined.push({ content, worker: this.#surroundings.connect() });
    }
    return this.#joined.map(carry).includes(true);
  }

  /** Closes its ports, as a page that is left does. */
  leave(): void {
    for (const { worker } of this.#joined) worker.leave();
  }

  #tapped(page: MessagePort): MessagePort {
    const { port1, port2 } = new MessageChannel();
    page.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (typeof data === 'string') this.#surroundings.told('page', data);
      port1.postMessage(data);
    };
    port1.onmessage = ({ data }: MessageEvent<unknown>) => page.postMessage(data);
    return port2;
  }
}

function carry({ content, worker }: Joined): boolean {
  const up = content.received.splice(0);
  const down = worker.received.splice(0);
  for (const message of up) worker.say(message);
  for (const message of down) content.say(message);
  return up.length + down.length > 0;
}

/** A document without the SDK, which says on the wire whatever it likes. */
export class RawPage {
  readonly port: FakePort;
  /** What the worker told it, the newest last. */
  readonly told: WorkerToPage[] = [];
  onTold: (message: WorkerToPage) => void = () => {};

  constructor(port: FakePort) {
    this.port = port;
  }

  say(message: PageToWorker | object): void {
    this.port.say(JSON.stringify(message));
  }

  sayText(text: unknown): void {
    this.port.say(text);
  }

  /** Takes what the worker said; says whether there was anything. */
  move(): boolean {
    const messages = this.port.received
      .splice(0)
      .flatMap((message) => (typeof message === 'string' ? [WorkerToPage.parse(JSON.parse(message))] : []));
    this.told.push(...messages);
    for (const message of messages) this.onTold(message);
    return messages.length > 0;
  }

  leave(): void {
    this.port.leave();
  }
}
