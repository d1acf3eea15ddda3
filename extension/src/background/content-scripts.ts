import type { Scripting } from 'webextension-polyfill';
import { permissionPattern } from '../model/grants.ts';
import type { BrowserApi } from './browser-api.ts';

/** Top pages everywhere, frames only on sites whose frames a person has let in. */
const PIPES = { pages: 'page-pipe', frames: 'frame-pipe' } as const;

/**
 * Where the content script runs. The browser's registration is only a cache of the grants, lost when the extension is
 * reloaded, so it is compared and repaired at every start of the worker.
 */
export class ContentScripts {
  readonly #scripting: BrowserApi['scripting'];
  readonly #tabs: BrowserApi['tabs'];
  readonly #file: string;
  #last: Promise<void> = Promise.resolve();

  constructor({ scripting, tabs }: Pick<BrowserApi, 'scripting' | 'tabs'>, file: string) {
    this.#scripting = scripting;
    this.#tabs = tabs;
    this.#file = file;
  }

  /** Registers the script for exactly these match patterns, one change after the other. `frames`: in frames too. */
  register(pages: readonly string[], frames: readonly string[]): Promise<void> {
    const both = async () => {
      await this.#register(PIPES.pages, pages, false);
      await this.#register(PIPES.frames, frames, true);
    };
    this.#last = this.#last.then(both, both);
    return this.#last;
  }

  async #register(id: string, matches: readonly string[], allFrames: boolean): Promise<void> {
    const [current] = await this.#scripting.getRegisteredContentScripts({ ids: [id] });
    if (matches.length === 0) {
      if (current) await this.#scripting.unregisterContentScripts({ ids: [id] });
      return;
    }
    const script: Scripting.RegisteredContentScript = {
      id,
      js: [this.#file],
      matches: [...matches],
      runAt: 'document_start',
      allFrames,
      persistAcrossSessions: true,
    };
    if (current === undefined) await this.#scripting.registerContentScripts([script]);
    else if (!isSame(current, script)) await this.#scripting.updateContentScripts([script]);
  }

  /**
   * Runs the script in open tabs of these sites, which were loaded before they were allowed. It knows when it is there
   * already. Frames wait for their next load.
   */
  async inject(allows: (origin: string) => boolean, patterns: readonly string[]): Promise<void> {
    if (patterns.length === 0) return;
    const tabs = await this.#tabs.query({ url: [...patterns] });
    for (const { id, url, discarded } of tabs) {
      if (id === undefined || url === undefined || discarded || !allows(originOf(url))) continue;
      // Not awaited: in a frozen tab this neither succeeds nor fails before somebody opens the tab.
      this.#scripting
        .executeScript({ target: { tabId: id }, files: [this.#file], injectImmediately: true })
        .catch(() => {});
    }
  }
}

/** Patterns for `tabs.query`, where Firefox knows no ports. */
export const tabPatterns = (origins: readonly string[]): string[] => [...new Set(origins.map(permissionPattern))];

const originOf = (url: string): string => new URL(url).origin;

function isSame(a: Scripting.RegisteredContentScript, b: Scripting.RegisteredContentScript): boolean {
  const words = ({ js, matches }: Scripting.RegisteredContentScript) =>
    JSON.stringify([js?.map((file) => file.replace(/^\//, '')), [...(matches ?? [])].sort()]);
  return words(a) === words(b);
}
