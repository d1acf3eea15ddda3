import type { HostToAgent, HostToExtension } from '@mcp-gui-bridge/page-sdk/protocol';

type View = Pick<Extract<HostToExtension, { type: 'view' }>, 'appId' | 'hash'>;
type Viewed = Extract<HostToAgent, { type: 'viewed' }>;

export interface ViewRequestsOptions {
  /** Whether the agent may see this application now. */
  readonly canSee: (agentId: string, appId: string) => boolean;
  readonly toBrowser: (message: HostToExtension) => void;
  readonly toAgent: (agentId: string, message: Viewed) => void;
}

/** Which agents wait for which document of a view. What comes from a page goes to those who asked, and to nobody else. */
export class ViewRequests {
  readonly #options: ViewRequestsOptions;
  readonly #waiting = new Map<string, View & { readonly agents: Set<string> }>();

  constructor(options: ViewRequestsOptions) {
    this.#options = options;
  }

  ask(agentId: string, { appId, hash }: View): void {
    const { canSee, toAgent, toBrowser } = this.#options;
    if (!canSee(agentId, appId)) {
      toAgent(agentId, { type: 'viewed', appId, hash, html: null });
      return;
    }
    const key = `${appId} ${hash}`;
    const known = this.#waiting.get(key) ?? { appId, hash, agents: new Set() };
    this.#waiting.set(key, known);
    known.agents.add(agentId);
    toBrowser({ type: 'view', appId, hash });
  }

  answer(appId: string, hash: string, html: string | null): void {
    const key = `${appId} ${hash}`;
    const agents = this.#waiting.get(key)?.agents ?? [];
    this.#waiting.delete(key);
    for (const agentId of agents) {
      const allowed = this.#options.canSee(agentId, appId) ? html : null;
      this.#options.toAgent(agentId, { type: 'viewed', appId, hash, html: allowed });
    }
  }

  /** The document attached anew: what it was asked on the way before is lost. */
  attached(appId: string): void {
    for (const { hash } of this.#of(appId)) this.#options.toBrowser({ type: 'view', appId, hash });
  }

  detached(appId: string): void {
    for (const { hash } of this.#of(appId)) this.answer(appId, hash, null);
  }

  agentGone(agentId: string): void {
    for (const [key, { agents }] of this.#waiting) {
      agents.delete(agentId);
      if (agents.size === 0) this.#waiting.delete(key);
    }
  }

  #of(appId: string): View[] {
    return [...this.#waiting.values()].filter((view) => view.appId === appId);
  }
}
