import type {
  AgentToHost,
  CallAnswer,
  ExtensionToHost,
  HostToAgent,
  PageToWorker,
  WorkerToPage,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { Handles, type Mac, profileMac } from '../../extension/src/model/handles.ts';
import { dispatch } from '../../native-host/src/host/dispatch/dispatch.ts';
import type { CallHost } from '../../page-sdk/src/run-call.ts';

/**
 * Where a test can put a mistake between two parts. Each seam is made anew for every world and process; production code
 * knows of none of them.
 */
export interface Seams {
  readonly decide: typeof dispatch;
  readonly handles: Handles;
  /** What a page's calls ask of it. */
  page(host: CallHost): CallHost;
  /** What becomes of a message on its way; one filter for each document. */
  toPage(): (message: WorkerToPage) => WorkerToPage[];
  fromPage(): (message: PageToWorker) => PageToWorker[];
  /** One for each worker. */
  toHost(): (message: ExtensionToHost) => ExtensionToHost[];
  /** One for each link of an agent; `waiting` messages have not arrived. */
  toAgent(): (message: HostToAgent, waiting: number) => HostToAgent[];
  /** One for each agent. */
  fromAgent(): (message: AgentToHost) => AgentToHost[];
  answer(answer: CallAnswer): CallAnswer;
}

/** The documents of all worlds have the same ids: what is computed for one serves all. */
function remembered(mac: Mac): Mac {
  const known = new Map<string, Uint8Array>();
  return (text) => {
    const bytes = known.get(text) ?? mac(text);
    known.set(text, bytes);
    return bytes;
  };
}

export const MAC = remembered(profileMac(new Uint8Array(32).fill(7)));
const unchanged =
  () =>
  <M>(message: M): M[] => [message];

export const REAL: Seams = {
  decide: dispatch,
  handles: new Handles(MAC),
  page: (host) => host,
  toPage: unchanged,
  fromPage: unchanged,
  toHost: unchanged,
  toAgent: unchanged,
  fromAgent: unchanged,
  answer: (answer) => answer,
};
