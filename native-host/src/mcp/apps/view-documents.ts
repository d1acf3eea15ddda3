import { type AgentToHost, type HostToAgent, LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Clock } from '../../link/clock.ts';
import type { GuiModel } from '../gui-model.ts';
import type { LinkId } from '../mirror.ts';
import { sha256 } from './view-uri.ts';

type Viewed = Extract<HostToAgent, { type: 'viewed' }>;

export interface ViewDocumentsOptions {
  readonly gui: Pick<GuiModel, 'linkOf'>;
  readonly clock: Clock;
  readonly send: (link: LinkId, message: AgentToHost) => void;
}

interface Asked {
  readonly link: LinkId;
  readonly answer: (html: string | null) => void;
}

/** Documents of views: fetched from the pages that declare them, checked against their hash, and kept by it. */
export class ViewDocuments {
  readonly #options: ViewDocumentsOptions;
  /** By application and hash. */
  readonly #asked = new Map<string, Set<Asked>>();
  /** By site and hash, the one used last at the end; `LIMITS.viewsKept` of them. */
  readonly #kept = new Map<string, { readonly origin: string; readonly html: string }>();

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
      const html = await this.#fetch(appId, hash);
      // The page may have been taken from this agent while it answered.
      const isThere = this.#options.gui.linkOf(appId) !== undefined;
      if (html !== null && isThere && sha256(html) === hash) this.#keep(key, { origin, html });
    }
    const kept = this.#kept.get(key);
    if (kept !== undefined) this.#keep(key, kept);
    return kept?.html;
  }

  /** This agent may not use the site any more, or none: what it was not handed yet it does not get. */
  forget(site?: string): void {
    for (const [key, { origin }] of this.#kept) if (site === undefined || origin === site) this.#kept.delete(key);
  }

  hostSaid({ appId, hash, html }: Viewed): void {
    for (const { answer } of [...(this.#asked.get(`${appId} ${hash}`) ?? [])]) answer(html);
  }

  linkLost(link: LinkId): void {
    for (const asked of [...this.#asked.values()].flatMap((set) => [...set]))
      if (asked.link === link) asked.answer(null);
  }

  #fetch(appId: string, hash: string): Promise<string | null> {
    const { gui, clock, send } = this.#options;
    const link = gui.linkOf(appId);
    if (link === undefined) return Promise.resolve(null);
    const key = `${appId} ${hash}`;
    return new Promise((resolve) => {
      const waiting = this.#asked.get(key) ?? new Set<Asked>();
      const answer = (html: string | null) => {
        stopWaiting();
        waiting.delete(asked);
        if (waiting.size === 0) this.#asked.delete(key);
        resolve(html);
      };
      const asked: Asked = { link, answer };
      const stopWaiting = clock.after(LIMITS.viewMs, () => answer(null));
      this.#asked.set(key, waiting.add(asked));
      if (waiting.size === 1) send(link, { type: 'view', appId, hash });
    });
  }

  #keep(key: string, document: { readonly origin: string; readonly html: string }): void {
    this.#kept.delete(key);
    this.#kept.set(key, document);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > LIMITS.viewsKept && oldest !== undefined) this.#kept.delete(oldest);
  }
}
