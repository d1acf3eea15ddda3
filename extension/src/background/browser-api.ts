import type { Action, I18n, Permissions, Runtime, Scripting, Storage, Tabs, Windows } from 'webextension-polyfill';

/** An event of the browser, as far as a worker needs it: a worker never takes a listener away. */
export interface BrowserEvent<Listener> {
  addListener(listener: Listener): void;
}

/** What browsers add to the sender beside the words of the polyfill's types. Firefox has no `documentLifecycle`. */
export interface Sender extends Runtime.MessageSender {
  readonly origin?: string;
  readonly documentLifecycle?: string;
}

/** Chromium tells when it froze a tab; Firefox does not. */
export interface TabChange {
  readonly frozen?: boolean;
  readonly discarded?: boolean;
}

type Area = Pick<Storage.StorageArea, 'get' | 'set'>;

/** Chromium can shut an area to content scripts; Firefox cannot. */
interface LocalArea extends Area {
  setAccessLevel?: ((access: { accessLevel: 'TRUSTED_CONTEXTS' }) => Promise<void>) | undefined;
}

/** The part of the browser that the worker uses. `main.ts` passes the real one, tests a fake. */
export interface BrowserApi {
  readonly action: Pick<Action.Static, 'setBadgeText' | 'setBadgeBackgroundColor' | 'setTitle'>;
  readonly commands: { readonly onCommand: BrowserEvent<(name: string) => void> };
  readonly i18n: Pick<I18n.Static, 'getMessage'>;
  readonly runtime: Pick<Runtime.Static, 'id' | 'getURL' | 'getManifest' | 'connectNative'> & {
    readonly lastError?: { readonly message?: string } | undefined;
    readonly onConnect: BrowserEvent<(port: Runtime.Port) => void>;
    readonly onInstalled: BrowserEvent<() => void>;
    readonly onStartup: BrowserEvent<() => void>;
  };
  readonly permissions: Pick<Permissions.Static, 'getAll' | 'remove'> & {
    readonly onAdded: BrowserEvent<(added: Permissions.Permissions) => void>;
    readonly onRemoved: BrowserEvent<(removed: Permissions.Permissions) => void>;
  };
  readonly scripting: Pick<
    Scripting.Static,
    | 'executeScript'
    | 'getRegisteredContentScripts'
    | 'registerContentScripts'
    | 'updateContentScripts'
    | 'unregisterContentScripts'
  >;
  readonly storage: { readonly local: LocalArea; readonly session: Area };
  readonly tabs: Pick<Tabs.Static, 'query'> & {
    readonly onUpdated: BrowserEvent<(tabId: number, change: TabChange) => void>;
    readonly onRemoved: BrowserEvent<(tabId: number) => void>;
    readonly onReplaced: BrowserEvent<(addedTabId: number, removedTabId: number) => void>;
  };
  readonly windows: Pick<Windows.Static, 'create' | 'update' | 'remove'> & {
    readonly onFocusChanged: BrowserEvent<(windowId: number) => void>;
    readonly onRemoved: BrowserEvent<(windowId: number) => void>;
  };
}

export type StorageArea = Area;
export type { Runtime };

/** Time and chance, passed in so that decisions can be tested. */
export interface Surroundings {
  /** Wall-clock time in ms, for people; it may jump. */
  readonly now: () => number;
  /** In ms and never going back: what decisions are made on. */
  readonly steady: () => number;
  /** Calls back once, unless stopped before. */
  readonly after: (ms: number, callback: () => void) => () => void;
  readonly randomBytes: (length: number) => Uint8Array;
}
