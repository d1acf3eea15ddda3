import type { AgentToHost, History, HostToAgent, HostToExtension } from '@mcp-gui-bridge/page-sdk/protocol';

type Asked = Extract<AgentToHost, { type: 'history' }>;
type Told = Extract<HostToAgent, { type: 'history' }>;

export interface HistoryRequestsOptions {
  /** Whether the agent may see this application now. */
  readonly canSee: (agentId: string, appId: string) => boolean;
  readonly toBrowser: (message: HostToExtension) => void;
  readonly toAgent: (agentId: string, message: Told) => void;
  /** The document has not seen these calls and will be taken at its word: none of them runs any more. */
  readonly unseen: (callIds: readonly string[]) => void;
}

/** Who waits for which document to tell what it remembers of an agent's calls. */
export class HistoryRequests {
  readonly #options: HistoryRequestsOptions;
  readonly #waiting = new Map<number, Asked & { readonly agentId: string }>();
  #count = 0;

  constructor(options: HistoryRequestsOptions) {
    this.#options = options;
  }

  ask(agentId: string, asked: Asked): void {
    if (!this.#options.canSee(agentId, asked.appId)) {
      this.#options.toAgent(agentId, { type: 'history', id: asked.id });
      return;
    }
    this.#count += 1;
    this.#waiting.set(this.#count, { ...asked, agentId });
    this.#askPage(this.#count, asked);
  }

  /** A document's word; it counts only from the one that was asked. */
  answer(appId: string, id: number, history: History): void {
    const asked = this.#waiting.get(id);
    if (asked?.appId !== appId) return;
    this.#waiting.delete(id);
    const seen = new Set(history.calls.map(({ callId }) => callId));
    if (history.complete) this.#options.unseen(asked.asked.filter((callId) => !seen.has(callId)));
    this.#options.toAgent(asked.agentId, { type: 'history', id: asked.id, history });
  }

  /** The document attached anew: what it was asked before is lost. */
  attached(appId: string): void {
    for (const [id, asked] of this.#waiting) if (asked.appId === appId) this.#askPage(id, asked);
  }

  detached(appId: string): void {
    for (const [id, asked] of this.#waiting) {
      if (asked.appId !== appId) continue;
      this.#waiting.delete(id);
      this.#options.toAgent(asked.agentId, { type: 'history', id: asked.id });
    }
  }

  agentGone(agentId: string): void {
    for (const [id, asked] of this.#waiting) if (asked.agentId === agentId) this.#waiting.delete(id);
  }

  #askPage(id: number, { appId, owner }: Asked): void {
    this.#options.toBrowser({ type: 'history', appId, id, owner });
  }
}
