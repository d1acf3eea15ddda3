import type { Runtime, Scripting, Tabs, Windows } from 'webextension-polyfill';
import type { BrowserApi, Sender, StorageArea, TabChange } from '../../extension/src/background/browser-api.ts';
import { covers } from '../../extension/src/model/grants.ts';

export const EXTENSION_ID = 'fakefakefakefakefakefakefakefake';
export const OWN_PAGES = `chrome-extension://${EXTENSION_ID}/`;

/** An event that a test fires. */
export class FakeEvent<Arguments extends unknown[]> {
  readonly #listeners = new Set<(...args: Arguments) => void>();

  addListener(listener: (...args: Arguments) => void): void {
    this.#listeners.add(listener);
  }

  removeListener(listener: (...args: Arguments) => void): void {
    this.#listeners.delete(listener);
  }

  /** The worker that listened has died. */
  forgetListeners(): void {
    this.#listeners.clear();
  }

  hasListener(listener: (...args: Arguments) => void): boolean {
    return this.#listeners.has(listener);
  }

  fire(...args: Arguments): void {
    for (const listener of this.#listeners) listener(...args);
  }
}

/** The worker's end of a port; the test is the other end. Like the browser, `disconnect` tells only the other side. */
export class FakePort implements Runtime.Port {
  readonly onMessage = new FakeEvent<[unknown, Runtime.Port]>();
  readonly onDisconnect = new FakeEvent<[Runtime.Port]>();
  readonly received: unknown[] = [];
  readonly name: string;
  readonly sender: Sender;
  isOpen = true;

  constructor(name: string, sender: Sender = {}) {
    this.name = name;
    this.sender = sender;
  }

  postMessage(message: unknown): void {
    if (!this.isOpen) throw new Error('Attempting to use a disconnected port object');
    this.received.push(structuredClone(message));
  }

  disconnect(): void {
    this.isOpen = false;
  }

  /** The other end says something. */
  say(message: unknown): void {
    if (this.isOpen) this.onMessage.fire(message, this);
  }

  /** The other end goes away. */
  leave(): void {
    this.isOpen = false;
    this.onDisconnect.fire(this);
  }
}

class FakeArea implements StorageArea {
  readonly values = new Map<string, unknown>();
  /** What was asked of it, in order. */
  readonly asked: string[] = [];

  get(keys?: unknown): Promise<Record<string, unknown>> {
    this.asked.push('get');
    const names = typeof keys === 'string' ? [keys] : [...this.values.keys()];
    return Promise.resolve(
      Object.fromEntries(names.flatMap((key) => (this.values.has(key) ? [[key, this.values.get(key)]] : []))),
    );
  }

  set(items: Record<string, unknown>): Promise<void> {
    this.asked.push('set');
    for (const [key, value] of Object.entries(items)) this.values.set(key, structuredClone(value));
    return Promise.resolve();
  }
}

class FakeLocalArea extends FakeArea {
  /** Firefox has none of it, and an old Chromium refuses. */
  setAccessLevel: BrowserApi['storage']['local']['setAccessLevel'] = ({ accessLevel }) => {
    this.asked.push(accessLevel);
    return Promise.resolve();
  };
}

/** Time that passes when the test says so. */
export class FakeClock {
  #now = 1_000_000;
  #timers: { at: number; callback: () => void }[] = [];

  readonly now = (): number => this.#now;

  readonly after = (ms: number, callback: () => void): (() => void) => {
    const timer = { at: this.#now + ms, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  };

  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#timers = this.#timers.filter((timer) => timer !== next);
      this.#now = next.at;
      next.callback();
    }
    this.#now = end;
  }
}

/** A browser profile: what outlives a worker, and the events that reach it. */
export class FakeBrowser {
  readonly local = new FakeLocalArea();
  readonly session = new FakeArea();
  readonly clock = new FakeClock();
  readonly natives: FakePort[] = [];
  readonly injected: number[] = [];
  permissions: string[] = [];
  tabs: Tabs.Tab[] = [];
  scripts: Scripting.RegisteredContentScript[] = [];
  hostPermissions: string[] = [];
  lastError: { message: string } | undefined;

  readonly onConnect = new FakeEvent<[Runtime.Port]>();
  readonly onAdded = new FakeEvent<[{ origins?: string[] }]>();
  readonly onRemoved = new FakeEvent<[{ origins?: string[] }]>();
  readonly onUpdated = new FakeEvent<[number, TabChange]>();
  readonly onTabRemoved = new FakeEvent<[number]>();
  readonly onReplaced = new FakeEvent<[number, number]>();
  readonly onFocusChanged = new FakeEvent<[number]>();
  readonly onWindowRemoved = new FakeEvent<[number]>();
  readonly onCommand = new FakeEvent<[string]>();
  /** What the button in the toolbar says. */
  readonly toolbar = { text: '', title: '', color: '' };
  /** Windows that the worker has opened and nobody has closed. */
  readonly windows = new Map<number, { url: string; focused: number }>();
  /** What the browser answers when a permission is given back, instead of taking it. */
  keepsPermissions: (() => Promise<boolean>) | undefined;
  /** The next window cannot be opened. */
  refusesWindows = false;
  #windowsOpened = 0;

  /** The browser as a new worker sees it; the worker before it hears nothing any more. */
  api(): BrowserApi {
    const browser = this;
    for (const event of [this.onConnect, this.onAdded, this.onRemoved, this.onUpdated, this.onTabRemoved]) {
      event.forgetListeners();
    }
    for (const event of [this.onFocusChanged, this.onWindowRemoved]) event.forgetListeners();
    this.onReplaced.forgetListeners();
    this.onCommand.forgetListeners();
    return {
      action: {
        setBadgeText: ({ text }) => this.#draw({ text: text ?? '' }),
        setBadgeBackgroundColor: ({ color }) => this.#draw({ color: String(color) }),
        setTitle: ({ title }) => this.#draw({ title: title ?? '' }),
      },
      commands: { onCommand: this.onCommand },
      i18n: { getMessage: (key) => key },
      runtime: {
        id: EXTENSION_ID,
        getURL: (path) => OWN_PAGES + path,
        getManifest: () => ({
          manifest_version: 3,
          name: 'fake',
          version: '0.1.0',
          host_permissions: this.hostPermissions,
        }),
        connectNative: (name) => {
          const port = new FakePort(name);
          this.natives.push(port);
          return port;
        },
        get lastError() {
          return browser.lastError;
        },
        onConnect: this.onConnect,
        onInstalled: new FakeEvent<[]>(),
        onStartup: new FakeEvent<[]>(),
      },
      permissions: {
        getAll: () => Promise.resolve({ origins: [...this.permissions] }),
        remove: ({ origins = [] }) => {
          if (this.keepsPermissions) return this.keepsPermissions();
          this.revoke(...origins);
          return Promise.resolve(true);
        },
        onAdded: this.onAdded,
        onRemoved: this.onRemoved,
      },
      scripting: {
        executeScript: ({ target }) => {
          this.injected.push(target.tabId);
          return Promise.resolve([]);
        },
        getRegisteredContentScripts: (filter) =>
          Promise.resolve(structuredClone(this.scripts.filter(({ id }) => filter?.ids?.includes(id) ?? true))),
        registerContentScripts: (scripts) => {
          const isTaken = scripts.some(({ id }) => this.scripts.some((other) => other.id === id));
          if (isTaken) return Promise.reject(new Error('Duplicate script ID'));
          this.scripts = [...this.scripts, ...scripts];
          return Promise.resolve();
        },
        updateContentScripts: (scripts) => {
          this.scripts = this.scripts.map((script) => ({ ...script, ...scripts.find(({ id }) => id === script.id) }));
          return Promise.resolve();
        },
        unregisterContentScripts: (filter) => {
          this.scripts = this.scripts.filter(({ id }) => !filter?.ids?.includes(id));
          return Promise.resolve();
        },
      },
      storage: { local: this.local, session: this.session },
      tabs: {
        query: ({ url }) =>
          Promise.resolve(
            this.tabs.filter((tab) =>
              [url].flat().some((pattern) => pattern && covers(pattern, new URL(tab.url ?? '').origin)),
            ),
          ),
        onUpdated: this.onUpdated,
        onRemoved: this.onTabRemoved,
        onReplaced: this.onReplaced,
      },
      windows: {
        onFocusChanged: this.onFocusChanged,
        onRemoved: this.onWindowRemoved,
        create: (options) => this.#openWindow(String(options?.url)),
        update: (id) => {
          const window = this.windows.get(id);
          if (window === undefined) return Promise.reject(new Error('No window with this id'));
          window.focused += 1;
          return Promise.resolve({ id, focused: true, alwaysOnTop: false, incognito: false });
        },
        remove: (id) => {
          this.closeWindow(id);
          return Promise.resolve();
        },
      },
    };
  }

  #openWindow(url: string): Promise<Windows.Window> {
    if (this.refusesWindows) return Promise.reject(new Error('No window can be opened'));
    this.#windowsOpened += 1;
    const id = this.#windowsOpened;
    this.windows.set(id, { url, focused: 1 });
    return Promise.resolve({ id, focused: true, alwaysOnTop: false, incognito: false });
  }

  #draw(change: Partial<FakeBrowser['toolbar']>): Promise<void> {
    Object.assign(this.toolbar, change);
    return Promise.resolve();
  }

  /** A person, or the worker, closes a window. */
  closeWindow(id: number): void {
    if (this.windows.delete(id)) this.onWindowRemoved.fire(id);
  }

  permit(...patterns: string[]): void {
    this.permissions.push(...patterns);
    this.onAdded.fire({ origins: patterns });
  }

  revoke(...patterns: string[]): void {
    this.permissions = this.permissions.filter((pattern) => !patterns.includes(pattern));
    this.onRemoved.fire({ origins: patterns });
  }

  connect(port: FakePort): FakePort {
    this.onConnect.fire(port);
    return port;
  }
}

/** Lets every promise that can go on do so. */
export const settled = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });
