import { type AgentToHost, type HostToAgent, LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Clock } from '../../link/clock.ts';
import type { GuiModel } from '../gui-model.ts';
import { type LinkId, profileOf } from '../mirror.ts';
import { sha256 } from './view-uri.ts';

type Viewed = Extract<HostToAgent, { type: 'viewed' }>;

export interface ViewDocumentsOptions {
  readonly gui: Pick<GuiModel, 'linkOf' | 'mirror'>;
  readonly clock: Clock;
  readonly send: (link: LinkId, message: AgentToHost) => void;
}

interface Asked {
  readonly origin: string;
  readonly link: LinkId;
  readonly answered: () => void;
}

/** Where a document comes from. */
export interface KeptFrom {
  readonly origin: string;
  readonly profileId: string;
  readonly link: LinkId;
}

/** Documents of views: fetched from the pages that declare them, checked against their hash, and kept by it. */
export class ViewDocuments {
  readonly #options: ViewDocumentsOptions;
  /** By application and hash. */
  readonly #asked = new Map<string, Set<Asked>>();
  /** By site and hash, the one used last at the end; `LIMITS.viewsKept` of them. */
  readonly #kept = new Map<string, KeptFrom & { readonly html: string }>();

  constructor(options: ViewDocumentsOptions) {
    this.#options = options;
  }

  /**
   * A site's document of that hash, from what was fetched before or from the first of its applications that has it.
   *
   * @returns `undefined` when none of them hands it over within `LIMITS.viewMs`
   */
  async document(origin: string, hash: string, appIds: readonly string[]): Promise<string | undefined> {
    const key = `${origin} ${hash}`;
    for (const appId of appIds) {
      if (this.#kept.has(key)) break;
      await this.#fetch(appId, origin, hash);
    }
    const kept = this.#kept.get(key);
    if (kept !== undefined) this.#keep(key, kept);
    return kept?.html;
  }

  /** This agent may not use some sites any more: what it was not handed yet it does not get. */
  forget(isOver: (from: KeptFrom) => boolean): void {
    for (const [key, document] of this.#kept) if (isOver(document)) this.#kept.delete(key);
  }

  /** Keeps the document before anything else is heard, as its page may close in the same breath. */
  hostSaid({ appId, hash, html }: Viewed): void {
    for (const { origin, link, answered } of [...(this.#asked.get(`${appId} ${hash}`) ?? [])]) {
      const { gui } = this.#options;
      const profileId = profileOf(gui.mirror, link);
      const isThere = profileId !== undefined && gui.linkOf(appId) === link;
      if (html !== null && isThere && sha256(html) === hash) {
        this.#keep(`${origin} ${hash}`, { origin, profileId, link, html });
      }
      answered();
    }
  }

  linkLost(link: LinkId): void {
    for (const asked of [...this.#asked.values()].flatMap((set) => [...set])) if (asked.link === link) asked.answered();
  }

  /** Resolves when the page has answered, or will not. */
  #fetch(appId: string, origin: string, hash: string): Promise<void> {
    const { gui, clock, send } = this.#options;
    const link = gui.linkOf(appId);
    if (link === undefined) return Promise.resolve();
    const key = `${appId} ${hash}`;
    return new Promise((resolve) => {
      const waiting = this.#asked.get(key) ?? new Set<Asked>();
      const answered = () => {
        stopWaiting();
        waiting.delete(asked);
        if (waiting.size === 0) this.#asked.delete(key);
        resolve();
      };
      const asked: Asked = { origin, link, answered };
      const stopWaiting = clock.after(LIMITS.viewMs, answered);
      this.#asked.set(key, waiting.add(asked));
      if (waiting.size === 1) send(link, { type: 'view', appId, hash });
    });
  }

  #keep(key: string, document: KeptFrom & { readonly html: string }): void {
    this.#kept.delete(key);
    this.#kept.set(key, document);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > LIMITS.viewsKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}
