import {
  checkMessage,
  LIMITS,
  PageToWorker,
  type PipeSignal,
  type WorkerToPage,
} from '@mcp-gui-bridge/page-sdk/protocol';
import * as z from 'zod';
import { isWebOrigin } from '../model/grants.ts';
import type { Runtime } from './browser-api.ts';

/** Who is at the other end of a page's port: the browser's word alone, nothing of it is taken from a message. */
export interface PageIdentity {
  readonly documentId: string;
  /** Of this very frame, whatever page it stands in. */
  readonly origin: string;
  readonly tabId: number;
  readonly isFrame: boolean;
}

const PageSender = z.object({
  id: z.string(),
  documentId: z.string().min(1),
  frameId: z.int().min(0),
  tab: z.object({ id: z.int() }),
  origin: z.string().refine(isWebOrigin),
  documentLifecycle: z.literal('active').optional(),
});

export interface TabPortsListener {
  /** Whether the page may speak now; asked again for every message. */
  allows(page: PageIdentity): boolean;
  message(page: PageIdentity, message: PageToWorker): void;
  /** The document went away, or can no longer be reached. */
  gone(documentId: string, reason: 'closed' | 'revoked' | 'protocol_error'): void;
}

/** Name of the runtime port between content script and worker. */
export const PAGE_PORT = 'page';

interface Connection {
  readonly port: Runtime.Port;
  readonly page: PageIdentity;
  hasAttached: boolean;
}

/**
 * Whether a message is meant for the port that it came on. A page speaks on to the port before until it has heard that this
 * one is another; all of that is lost, but not its goodbye.
 */
export const isForThisPort = (hasAttached: boolean, type: PageToWorker['type']): boolean =>
  hasAttached || type === 'attach' || type === 'detach';

/** The ports of all pages, at most one for each document: the newest. */
export class TabPorts {
  readonly #extensionId: string;
  readonly #listener: () => Promise<TabPortsListener>;
  readonly #connections = new Map<string, Connection>();

  /** @param listener always the same promise; until it is there, messages wait in order */
  constructor(extensionId: string, listener: () => Promise<TabPortsListener>) {
    this.#extensionId = extensionId;
    this.#listener = listener;
  }

  /** Takes a port of a content script. Must be called in the task in which the browser offers it. */
  accept(port: Runtime.Port): void {
    const sender = PageSender.safeParse(port.sender);
    if (!sender.success || sender.data.id !== this.#extensionId) {
      endForGood(port);
      return;
    }
    const { documentId, origin, tab, frameId } = sender.data;
    const page = { documentId, origin, tabId: tab.id, isFrame: frameId !== 0 };
    const connection: Connection = { port, page, hasAttached: false };
    const before = this.#connections.get(documentId);
    if (before) endForGood(before.port);
    this.#connections.set(documentId, connection);
    port.onMessage.addListener((text) => {
      void this.#listener().then((listener) => this.#receive(listener, connection, text));
    });
    port.onDisconnect.addListener(() => {
      if (!this.#isCurrent(connection)) return;
      this.#connections.delete(documentId);
      void this.#listener().then((listener) => {
        if (!this.#connections.has(documentId)) listener.gone(documentId, 'closed');
      });
    });
    void this.#listener().then((listener) => {
      if (this.#isCurrent(connection) && !listener.allows(page)) this.end(documentId);
    });
  }

  send(documentId: string, message: WorkerToPage): void {
    const connection = this.#connections.get(documentId);
    if (connection) post(connection.port, JSON.stringify(message));
  }

  /** Tells the page's console what is wrong and closes its port for good. */
  refuse(documentId: string, message: string): void {
    this.send(documentId, { type: 'refused', message });
    this.end(documentId);
  }

  /** Closes a document's port; its content script will not come back by itself. */
  end(documentId: string): void {
    const connection = this.#connections.get(documentId);
    if (connection === undefined) return;
    this.#connections.delete(documentId);
    endForGood(connection.port);
  }

  /** The documents that satisfy a condition. */
  pages(matches: (page: PageIdentity) => boolean): PageIdentity[] {
    return [...this.#connections.values()].map(({ page }) => page).filter(matches);
  }

  #isCurrent(connection: Connection): boolean {
    return this.#connections.get(connection.page.documentId) === connection;
  }

  #receive(listener: TabPortsListener, connection: Connection, text: unknown): void {
    const { page } = connection;
    if (!this.#isCurrent(connection)) return;
    if (!listener.allows(page)) {
      listener.gone(page.documentId, 'revoked');
      return;
    }
    const reading = checkMessage(PageToWorker, parse(text));
    // A later SDK may say more than this release knows.
    if ('unknownType' in reading) return;
    if ('message' in reading) {
      const { message } = reading;
      connection.hasAttached ||= message.type === 'attach';
      if (isForThisPort(connection.hasAttached, message.type)) listener.message(page, message);
    } else {
      this.refuse(page.documentId, reading.problem);
      listener.gone(page.documentId, 'protocol_error');
    }
  }
}

/** JSON text of bounded size, or what is no message at all. */
function parse(text: unknown): unknown {
  if (typeof text !== 'string' || text.length > LIMITS.lineBytes) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Without this signal a content script takes a closed port for a worker that died, and connects again. */
function endForGood(port: Runtime.Port): void {
  post(port, { pipe: 'closed' } satisfies PipeSignal);
  port.disconnect();
}

function post(port: Runtime.Port, message: unknown): void {
  try {
    port.postMessage(message);
  } catch {
    // The page went away a moment ago and the port's own event is still on its way: that one tells it.
  }
}
