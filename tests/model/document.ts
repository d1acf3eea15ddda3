import type { Actions } from '../../page-sdk/src/action.ts';
import { type Bridge, createBridgeIn } from '../../page-sdk/src/bridge.ts';
import { PageToWorker, type WorkerToPage } from '../../page-sdk/src/protocol/index.ts';
import { FakePage } from '../page-sdk/fake-extension.ts';

interface PagePort {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  postMessage(data: unknown): void;
}

const isPort = (value: unknown): value is PagePort =>
  typeof value === 'object' && value !== null && 'postMessage' in value && 'onmessage' in value;

/** A document with the real SDK in it, and the pipe that its content script is. */
export class TestDocument {
  readonly id: string;
  readonly origin: string;
  readonly bridge: Bridge;
  #port: PagePort | undefined;
  #onConnected: () => void = () => {};

  constructor(
    { id, origin, name }: { id: string; origin: string; name: string },
    actions: Actions,
    toWorker: (document: TestDocument, message: PageToWorker) => void,
  ) {
    this.id = id;
    this.origin = origin;
    const page = new FakePage();
    page.listen(({ ports: [port] }) => {
      if (!isPort(port)) return;
      this.#port = port;
      port.onmessage = ({ data }) => toWorker(this, PageToWorker.parse(JSON.parse(String(data))));
      port.postMessage({ pipe: 'open' });
    });
    this.bridge = createBridgeIn(page, { name, actions });
  }

  /** Connects to a worker that has just started; resolves when everything has been declared again. */
  reopen(): Promise<void> {
    return new Promise((resolve) => {
      this.#onConnected = resolve;
      this.#port?.postMessage({ pipe: 'open' });
    });
  }

  /** What the worker says to this page. */
  receive(message: WorkerToPage): void {
    this.#port?.postMessage(JSON.stringify(message));
    if (message.type === 'status') this.#onConnected();
  }
}
