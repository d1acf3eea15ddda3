import { checkMessage } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Runtime, Sender } from './browser-api.ts';
import { PersonToWorker, type View, type WorkerToPerson } from './person-hop.ts';

/** What a person does on one of our pages. */
export type PersonAct = Exclude<PersonToWorker, { type: 'open' }>;

/** Keeps one open page up to date. */
export interface OpenView {
  /** Something that pages show may have changed. */
  refresh(): void;
  close(): void;
}

export interface PersonPortsListener {
  open(view: View, post: (message: WorkerToPerson) => void): OpenView;
  act(message: PersonAct): void;
}

interface Viewer {
  readonly port: Runtime.Port;
  view?: OpenView;
}

/** The ports of our own open pages. A content script that asks for one is turned away. */
export class PersonPorts {
  readonly #ownPages: string;
  readonly #listener: () => Promise<PersonPortsListener>;
  readonly #viewers = new Set<Viewer>();

  /** @param ownPages the address that all pages of this extension begin with */
  constructor(ownPages: string, listener: () => Promise<PersonPortsListener>) {
    this.#ownPages = ownPages;
    this.#listener = listener;
  }

  accept(port: Runtime.Port): void {
    const sender: Sender | undefined = port.sender;
    if (!sender?.url?.startsWith(this.#ownPages) || (sender.origin && `${sender.origin}/` !== this.#ownPages)) {
      port.disconnect();
      return;
    }
    const viewer: Viewer = { port };
    this.#viewers.add(viewer);
    port.onDisconnect.addListener(() => {
      this.#viewers.delete(viewer);
      viewer.view?.close();
    });
    port.onMessage.addListener((raw) => {
      void this.#listener().then((listener) => this.#receive(listener, viewer, raw));
    });
  }

  refresh(): void {
    for (const { view } of this.#viewers) view?.refresh();
  }

  #receive(listener: PersonPortsListener, viewer: Viewer, raw: unknown): void {
    const reading = checkMessage(PersonToWorker, raw);
    if (!('message' in reading)) return;
    const { message } = reading;
    if (message.type !== 'open') {
      listener.act(message);
      return;
    }
    if (viewer.view !== undefined || !this.#viewers.has(viewer)) return;
    viewer.view = listener.open(message.view, (state) => {
      if (this.#viewers.has(viewer)) viewer.port.postMessage(state);
    });
    viewer.view.refresh();
  }
}
