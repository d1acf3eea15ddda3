import type { ExtensionToHost, HostToExtension, PageToWorker, WorkerToPage } from '@mcp-gui-bridge/page-sdk/protocol';
import { WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import { AttachedDocuments } from '../../extension/src/background/attached-documents.ts';
import { Bridge } from '../../extension/src/background/bridge.ts';
import type { StorageArea } from '../../extension/src/background/browser-api.ts';
import { Credits } from '../../extension/src/background/credits.ts';
import { TabHealth } from '../../extension/src/background/tab-health.ts';
import type { PageIdentity } from '../../extension/src/background/tab-ports.ts';
import type { Record } from './record.ts';
import type { Seams } from './seams.ts';
import type { ProcessClock } from './time.ts';

export const BROWSER = 'Testium 1';

/** The ports of the pages, as the worker sees them. */
export interface Pages {
  all(): readonly PageIdentity[];
  send(documentId: string, message: WorkerToPage): void;
  end(documentId: string): void;
}

export interface WorkerOptions {
  readonly generation: number;
  readonly clock: ProcessClock;
  readonly session: StorageArea;
  readonly seams: Seams;
  readonly record: Record;
  readonly pages: Pages;
}

/** The extension's service worker, without the browser: what it keeps and decides, not how it is reached. */
export class SimulatedWorker {
  readonly generation: number;
  readonly clock: ProcessClock;
  readonly health: TabHealth;
  readonly bridge: Bridge;
  readonly #attached: AttachedDocuments;
  readonly #seams: Seams;
  readonly #toHost: (message: ExtensionToHost) => ExtensionToHost[];
  #sendToHost: ((message: ExtensionToHost) => void) | undefined;
  #isUp = false;
  isReady = false;
  /** From then on it starts a new one by itself when one is lost. */
  hasMetHost = false;

  constructor({ generation, clock, session, seams, record, pages }: WorkerOptions) {
    this.generation = generation;
    this.clock = clock;
    this.#seams = seams;
    this.#toHost = seams.toHost();
    this.#attached = new AttachedDocuments(session);
    void this.#attached.load(clock.after).then(() => {
      this.isReady = true;
    });
    this.health = new TabHealth(clock.after, {
      pages: (tabId) => pages.all().filter((page) => page.tabId === tabId),
      ping: (documentId, id) => pages.send(documentId, { type: 'ping', id }),
      suspended: (documentId, suspended) => this.bridge.suspended(documentId, suspended),
      gone: (documentId) => this.bridge.gone(documentId, 'closed'),
    });
    this.bridge = new Bridge({
      ports: {
        send: pages.send,
        end: pages.end,
        refuse: (documentId, message) => record.fail(`${documentId} was refused: ${message}`),
      },
      health: this.health,
      credits: new Credits((documentId) => pages.send(documentId, { type: 'credit' }), clock.after),
      attaches: new Credits(() => undefined, clock.after),
      handles: seams.handles,
      browser: BROWSER,
      sendToHost: (message) => {
        if (this.#isUp) this.#post(message);
      },
      changed: ({ applications }) => this.#attached.update(applications.keys()),
    });
  }

  /** A host has been started and can be spoken to. */
  meetHost(send: (message: ExtensionToHost) => void): void {
    this.#sendToHost = send;
    this.hasMetHost = true;
    const extension = {
      version: '0.1.0',
      browser: BROWSER,
      profileId: 'profile',
      generation: this.generation,
    };
    const expected = this.#attached.missing.map((id) => this.#seams.handles.application(id, () => false));
    this.#post({ type: 'hello', wire: WIRE_VERSION, extension, expected });
  }

  hostLost(): void {
    this.#isUp = false;
    this.#sendToHost = undefined;
  }

  hearHost(message: HostToExtension): void {
    switch (message.type) {
      case 'hello':
        this.#isUp = true;
        this.bridge.hostUp();
        break;
      case 'agents':
      case 'consent':
      case 'call_over':
      case 'pong':
        break;
      default:
        if (this.#isUp) this.bridge.fromHost(message);
    }
  }

  hearPage(page: PageIdentity, message: PageToWorker): void {
    this.bridge.fromPage(page, message);
  }

  #post(sent: ExtensionToHost): void {
    for (const message of this.#toHost(sent)) this.#sendToHost?.(message);
  }
}
