import {
  type ApplicationCall,
  type DeclaredChange,
  diffDeclared,
  type ExtensionToHost,
  type GoneReason,
  type HostToExtension,
  type ModelEvent,
  type PageToWorker,
  type ToolError,
  type WorkerToPage,
} from '@mcp-gui-bridge/page-sdk/protocol';
import type { AskPolicy } from './ask-policy.ts';
import type { Application, Model } from './documents.ts';

/** Messages of an attached page that concern the model. */
export type FromPage = Exclude<PageToWorker, { type: 'attach' | 'pong' | 'detach' }>;
/** Messages of the host that concern the model. */
export type FromHost = Exclude<HostToExtension, { type: 'hello' | 'agents' | 'consent' | 'call_over' | 'pong' }>;

/** What happens to the model. Documents and origins are the browser's word, never a message's. */
export type ModelInput =
  | {
      readonly type: 'attach';
      readonly documentId: string;
      readonly origin: string;
      readonly declared: DeclaredChange;
      readonly running: readonly string[];
    }
  | { readonly type: 'page'; readonly documentId: string; readonly message: FromPage }
  | { readonly type: 'host'; readonly message: FromHost }
  | { readonly type: 'refused'; readonly call: ApplicationCall; readonly error: ToolError }
  | { readonly type: 'host_up' }
  | { readonly type: 'paused'; readonly paused: boolean }
  | { readonly type: 'policy'; readonly policy: AskPolicy }
  | { readonly type: 'suspended'; readonly documentId: string; readonly suspended: boolean }
  | { readonly type: 'gone'; readonly documentId: string; readonly reason: GoneReason };

/** What is to be sent. `refuse` tells the page's console why and closes its port. */
export type Effect =
  | { readonly type: 'page'; readonly documentId: string; readonly message: WorkerToPage }
  | { readonly type: 'host'; readonly message: ExtensionToHost }
  | { readonly type: 'refuse'; readonly documentId: string; readonly message: string };

/** The next model, and what to send in this order. */
export interface Step {
  readonly model: Model;
  readonly effects: readonly Effect[];
}

export const toHost = (message: ExtensionToHost): Effect => ({ type: 'host', message });
export const toPage = (documentId: string, message: WorkerToPage): Effect => ({ type: 'page', documentId, message });
export const tellHost = (event: ModelEvent): Effect => toHost({ type: 'model', event });

/** The event that tells a host all of a document. */
export function attachedEvent(browser: string, application: Application): ModelEvent {
  const { appId: id, origin, condition, published, calls } = application;
  return {
    type: 'attached',
    application: { id, origin, browser, condition },
    declared: diffDeclared(undefined, published) ?? {},
    running: [...calls.keys()],
  };
}
