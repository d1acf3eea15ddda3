import {
  type ApplicationCall,
  type ExtensionToHost,
  type HostToExtension,
  type PageToWorker,
  WIRE_VERSION,
  type WorkerToPage,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { startExtension } from '../../extension/src/background/extension.ts';
import type { PersonToWorker, View, WorkerToPerson } from '../../extension/src/background/person-hop.ts';
import { CALL_ID, declaring, opening } from './declared-samples.ts';
import { EXTENSION_ID, FakeBrowser, FakePort, OWN_PAGES, settled } from './fake-browser.ts';

export const SITE = 'https://shop.example';
export const PATTERN = 'https://shop.example/*';

/** What a host says first. */
export const HOST_HELLO = {
  type: 'hello',
  wire: WIRE_VERSION,
  version: '0.1.0',
  pid: 1,
  installation: '0123-4567-89ab-cdef-0123-4567-89ab-cdef',
} as const satisfies HostToExtension;

/** Starts a worker in a profile; a second call is its successor. */
export async function startWorker(browser: FakeBrowser): Promise<void> {
  void startExtension(browser.api(), {
    contentScript: 'content.js',
    browser: 'Testium 1',
    now: browser.clock.now,
    steady: browser.clock.now,
    after: browser.clock.after,
    randomBytes: (length) => new Uint8Array(length).fill(9),
  });
  await settled();
}

/** A profile in which the site has been allowed, its worker running and its host connected. */
export async function startAllowed(): Promise<FakeBrowser> {
  const browser = new FakeBrowser();
  browser.permissions = [PATTERN];
  browser.local.values.set('grants', [SITE]);
  await startWorker(browser);
  await hostSays(browser, HOST_HELLO);
  return browser;
}

export const pagePort = (documentId: string, more: object = {}): FakePort =>
  new FakePort('page', {
    id: EXTENSION_ID,
    origin: SITE,
    url: `${SITE}/orders`,
    frameId: 0,
    documentId,
    documentLifecycle: 'active',
    tab: { id: 1, index: 0, highlighted: true, active: true, pinned: false, incognito: false },
    ...more,
  });

export const attachMessage: Extract<PageToWorker, { type: 'attach' }> = {
  type: 'attach',
  wire: WIRE_VERSION,
  sdk: '0.1.0',
  declared: declaring(opening(1)),
  running: [],
};

export async function say(port: FakePort, message: PageToWorker): Promise<void> {
  port.say(JSON.stringify(message));
  await settled();
}

/** A page that has connected and attached. */
export async function attachPage(browser: FakeBrowser, documentId: string, more: object = {}): Promise<FakePort> {
  const port = browser.connect(pagePort(documentId, more));
  await say(port, attachMessage);
  return port;
}

export const toldPage = (port: FakePort): WorkerToPage[] =>
  port.received.flatMap((message) => (typeof message === 'string' ? [JSON.parse(message) as WorkerToPage] : []));

export const host = (browser: FakeBrowser): FakePort => {
  const port = browser.natives.at(-1);
  if (port === undefined) throw new Error('no native host was started');
  return port;
};

export async function hostSays(browser: FakeBrowser, message: HostToExtension): Promise<void> {
  host(browser).say(message);
  await settled();
}

export const toldHost = (browser: FakeBrowser): ExtensionToHost[] => host(browser).received as ExtensionToHost[];

/** A call to the first window that the host was told of. */
export function callFrom(browser: FakeBrowser, action = 'submit'): ApplicationCall {
  for (const message of toldHost(browser).toReversed()) {
    if (message.type !== 'model' || message.event.type !== 'attached') continue;
    const { application, declared } = message.event;
    return {
      callId: CALL_ID,
      appId: application.id,
      windowId: declared.windows?.[0]?.id ?? null,
      action,
      arguments: {},
      agent: { name: 'tester' },
      timeoutMs: 1_000,
    };
  }
  throw new Error('the host was told of no page');
}

/** One of our own pages, open. */
export async function openView(browser: FakeBrowser, view: View): Promise<FakePort> {
  const port = browser.connect(
    new FakePort('person', {
      id: EXTENSION_ID,
      url: `${OWN_PAGES}src/${view.view}/index.html`,
      origin: OWN_PAGES.slice(0, -1),
    }),
  );
  await tell(port, { type: 'open', view });
  return port;
}

/** A popup that looks at a page, before the host has answered. */
export const openPopupAsking = (browser: FakeBrowser, tabId = 1, origin: string | null = SITE): Promise<FakePort> =>
  openView(browser, { view: 'popup', tabId, origin });

/** A popup that looks at a page; the host is there, if one is. */
export async function openPopup(browser: FakeBrowser, tabId = 1, origin: string | null = SITE): Promise<FakePort> {
  const popup = await openPopupAsking(browser, tabId, origin);
  const last = browser.natives.at(-1)?.received.at(-1) as ExtensionToHost | undefined;
  if (last?.type === 'ping') await hostSays(browser, { type: 'pong', id: last.id });
  return popup;
}

export async function tell(port: FakePort, message: PersonToWorker): Promise<void> {
  port.say(message);
  await settled();
}

type Shown<V extends WorkerToPerson['view']> = Extract<WorkerToPerson, { view: V; state: unknown }>['state'];

/** What an open page shows now. */
export function showing<V extends 'popup' | 'panel' | 'options' | 'prompt'>(port: FakePort, view: V): Shown<V> {
  const last = (port.received as WorkerToPerson[]).findLast((message) => message.view === view);
  if (last === undefined || !('state' in last)) throw new Error(`the ${view} was told nothing`);
  return last.state as Shown<V>;
}

export const shown = (port: FakePort): Shown<'popup'> => showing(port, 'popup');
