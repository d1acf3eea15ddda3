import {
  type ApplicationCall,
  type ExtensionToHost,
  type PageToWorker,
  type ToolError,
  WIRE_VERSION,
} from '@mcp-gui-bridge/page-sdk/protocol';
import type { AskPolicy } from '../model/ask-policy.ts';
import { emptyModel, type Model } from '../model/documents.ts';
import type { Handles } from '../model/handles.ts';
import type { Effect, FromHost, ModelInput } from '../model/step.ts';
import { reduce } from '../model/window-model.ts';
import type { Credits } from './credits.ts';
import type { TabHealth } from './tab-health.ts';
import type { PageIdentity, TabPorts } from './tab-ports.ts';

/** An attach is told to every agent as a whole: three in two seconds, and ten at once, are as many as there may be. */
const ATTACH_COST = 12;

export interface BridgeParts {
  readonly ports: Pick<TabPorts, 'send' | 'refuse' | 'end'>;
  readonly credits: Credits;
  /** Pages are told nothing of this account: one attach is all that a page needs. */
  readonly attaches: Credits;
  readonly health: Pick<TabHealth, 'pong' | 'forget'>;
  readonly handles: Handles;
  readonly browser: string;
  sendToHost(message: ExtensionToHost): void;
  /** The model is another one than before. */
  changed(model: Model): void;
}

/** Holds the model and sends what it decides. The model is rebuilt from the pages whenever the worker starts. */
export class Bridge {
  readonly #parts: BridgeParts;
  #model: Model;

  constructor(parts: BridgeParts) {
    this.#parts = parts;
    this.#model = emptyModel(parts.browser);
  }

  get model(): Model {
    return this.#model;
  }

  fromPage(page: PageIdentity, message: PageToWorker): void {
    const { documentId, origin } = page;
    const { health, credits, attaches } = this.#parts;
    switch (message.type) {
      case 'attach':
        if (!attaches.spend(documentId, ATTACH_COST)) this.#refuse(documentId, 'attach: sent far too often');
        else if (message.wire !== WIRE_VERSION) this.#refuse(documentId, wrongWire(message));
        else this.#run({ type: 'attach', documentId, origin, declared: message.declared, running: message.running });
        return;
      case 'pong':
        health.pong(documentId, message.id);
        return;
      case 'detach':
        this.gone(documentId, 'closed');
        return;
    }
    const application = this.#model.applications.get(documentId);
    if (application === undefined) return;
    const isForCall = message.type === 'change' && message.solicited === true && application.calls.size > 0;
    if (message.type === 'change' && !isForCall && !credits.spend(documentId)) {
      this.#refuse(documentId, 'change: sent far more often than credits were given; wait for them');
      return;
    }
    this.#run({ type: 'page', documentId, message });
  }

  fromHost(message: FromHost): void {
    this.#run({ type: 'host', message });
  }

  /** The call is not made. */
  refuse(call: ApplicationCall, error: ToolError): void {
    this.#run({ type: 'refused', call, error });
  }

  /** A host has said hello and is told all there is. */
  hostUp(): void {
    this.#run({ type: 'host_up' });
  }

  /** The person has decided on a pause, or what to be asked about. */
  decided(paused: boolean, policy: AskPolicy): void {
    this.#run({ type: 'policy', policy });
    this.#run({ type: 'paused', paused });
  }

  suspended(documentId: string, suspended: boolean): void {
    this.#run({ type: 'suspended', documentId, suspended });
  }

  /** The document is no longer there for agents, and its port is closed. */
  gone(documentId: string, reason: 'closed' | 'revoked' | 'protocol_error'): void {
    this.#parts.health.forget(documentId);
    this.#parts.ports.end(documentId);
    this.#run({ type: 'gone', documentId, reason });
  }

  #refuse(documentId: string, problem: string): void {
    this.#parts.ports.refuse(documentId, problem);
    this.gone(documentId, 'protocol_error');
  }

  #run(input: ModelInput): void {
    const before = this.#model;
    const { model, effects } = reduce(before, input, this.#parts.handles);
    this.#model = model;
    this.#perform(effects);
    if (model !== before) this.#parts.changed(model);
  }

  #perform(effects: readonly Effect[]): void {
    const { ports, sendToHost } = this.#parts;
    for (const effect of effects) {
      if (effect.type === 'page') ports.send(effect.documentId, effect.message);
      else if (effect.type === 'host') sendToHost(effect.message);
      else ports.refuse(effect.documentId, effect.message);
    }
  }
}

function wrongWire({ wire, sdk }: Extract<PageToWorker, { type: 'attach' }>): string {
  const older = wire < WIRE_VERSION ? `page SDK ${sdk}` : 'browser extension';
  return `attach: the page speaks wire version ${wire}, the extension ${WIRE_VERSION}; update the ${older}`;
}
