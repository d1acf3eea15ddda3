import type { PageToWorker, WorkerToPage } from '@mcp-gui-bridge/page-sdk/protocol';
import type { PageIdentity } from '../../extension/src/background/tab-ports.ts';
import type { SimulatedDocument } from './document.ts';
import { Wire } from './wire.ts';
import type { SimulatedWorker } from './worker.ts';

export interface Port {
  readonly page: PageIdentity;
  readonly worker: SimulatedWorker;
  readonly up: Wire<PageToWorker>;
  readonly down: Wire<WorkerToPage>;
}

/** A word of the content script about its port. */
export interface Signal {
  readonly type: 'open' | 'closed';
}

export interface Tab {
  readonly id: number;
  document: SimulatedDocument | undefined;
  port: Port | undefined;
  /** What the content script has told the page of its ports, and the page has not heard. */
  signals: Wire<Signal> | undefined;
  isFrozen: boolean;
}

/**
 * What the page hears of the ports of its content script. Until then it speaks on as before, and the content script passes
 * that to whichever port there is.
 */
export function signalsTo(document: SimulatedDocument, tab: Tab): Wire<Signal> {
  const post = (message: PageToWorker) => {
    for (const each of document.filterOut(message)) if (tab.document === document) tab.port?.up.send(each);
  };
  return new Wire(
    `pipe to ${document.id}`,
    ({ type }) => (type === 'open' ? document.attach(post) : document.detach()),
    () => undefined,
  );
}
