import { EXTENSION_ID } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Page } from 'puppeteer';
import type { BrowserWorld } from './browser-world.ts';

/** What of `chrome.*` the faults use, from a page of the extension. */
export interface ExtensionApi {
  readonly runtime: { reload(): void };
  readonly tabs: {
    query(filter: { url: string }): Promise<{ id: number }[]>;
    /** The tab goes on under another id. */
    discard(tabId: number): Promise<{ id: number }>;
    remove(tabId: number): Promise<void>;
  };
}

/** A page of the extension, which may use its API. */
export const extensionPage = ({ rig }: BrowserWorld): Promise<Page> =>
  rig.open(`chrome-extension://${EXTENSION_ID}/src/popup/index.html`);
