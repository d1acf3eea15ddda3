import type { BridgeStatus } from './bridge.ts';
import type { CallEvent } from './call-event.ts';
import type { Declarations } from './declarations.ts';
import { Outbox } from './outbox.ts';
import type { PageToWorker, WorkerToPage } from './protocol/page-hop.ts';
import { Calls } from './run-call.ts';
import { nextTurn, type Settler, settle } from './settle.ts';
import { words } from './words.ts';

/** What a connection serves. */
export interface Served {
  readonly declarations: Declarations;
  readonly settlers: ReadonlySet<Settler>;
  status(): BridgeStatus;
  emit(event: CallEvent): void;
  now(): number;
}

/**
 * The side of the page that faces agents: what they are told, and what they do. A chunk of its own, loaded when an
 * extension first answers, because most people who open a page have none. It outlives each link and each bridge.
 */
export class Connection {
  readonly #outbox: Outbox;
  readonly #calls: Calls;
  readonly #declarations: Declarations;

  constructor({ declarations, settlers, status, emit, now }: Served) {
    this.#declarations = declarations;
    this.#outbox = new Outbox(() => declarations.declared, nextTurn);
    this.#calls = new Calls({
      words: words(declarations.secrets),
      status,
      declared: () => declarations.declared,
      find: (windowId, action) => declarations.action(windowId, action),
      settle: () => settle(settlers),
      send: (message) => this.#outbox.send(message),
      progress: (progress) => this.#outbox.progress(progress),
      heard: (text) => declarations.secrets.sentByAgent(text),
      emit,
      now,
    });
  }

  attach(post: (message: PageToWorker) => void): void {
    this.#outbox.attach(post, this.#calls.running);
  }

  detach(): void {
    this.#outbox.detach();
  }

  sayGoodbye(): void {
    this.#outbox.post({ type: 'detach' });
  }

  changed(): void {
    this.#outbox.changed();
  }

  windowOpened(id: string, byPerson: boolean): void {
    this.#calls.windowOpened(id, byPerson);
  }

  /** Windows were closed, or with `null` the application's own actions taken back. */
  ended(windowIds: readonly (string | null)[]): void {
    this.#calls.ended(windowIds);
  }

  receive(message: WorkerToPage): void {
    switch (message.type) {
      case 'call':
        this.#calls.receive(message.call);
        break;
      case 'abort':
        this.#calls.abort(message.callId, message.reason);
        break;
      case 'recall':
        this.#calls.recall(message.callId);
        break;
      case 'history':
        this.#calls.history(message.id, message.owner);
        break;
      case 'view':
        this.#outbox.post({ type: 'viewed', hash: message.hash, html: this.#declarations.viewDocument(message.hash) });
        break;
      case 'credit':
        this.#outbox.credited();
        break;
      case 'ping':
        this.#outbox.post({ type: 'pong', id: message.id });
        break;
    }
  }
}
