import { render } from 'preact';
import browser from 'webextension-polyfill';
import type { PopupState } from '../background/popup-state.ts';
import { permissionPattern } from '../model/grants.ts';
import { showLost, startPage } from '../ui/start-page.tsx';
import { connectWorker } from '../ui/worker-connection.ts';
import { App } from './app.tsx';
import { openSidePanel } from './side-panel-api.ts';

const root = startPage('extension_name');
const [tab] = await browser.tabs.query({ active: true, currentWindow: true });
const view = { view: 'popup', tabId: tab?.id ?? -1, origin: tab?.url ? new URL(tab.url).origin : null } as const;
let failure: string | undefined;
let last: PopupState | undefined;

const connection = connectWorker(
  view,
  (message) => {
    if (message.view === 'popup') show(message.state);
  },
  () => showLost(root),
);

function show(state: PopupState): void {
  last = state;
  render(
    <App
      state={state}
      failure={failure}
      onAllow={allow}
      onAct={connection.send}
      onOpenPanel={() => void openSidePanel(tab?.windowId).then(() => window.close())}
      onOpenOptions={() => void browser.runtime.openOptionsPage().then(() => window.close())}
    />,
    root,
  );
}

/** Both in the click itself: the browser's dialog needs the click, and closes this popup, so the worker must know before. */
function allow(origin: string): void {
  failure = undefined;
  connection.send({ type: 'allow', origin });
  browser.permissions.request({ origins: [permissionPattern(origin)] }).catch((error: unknown) => {
    failure = error instanceof Error ? error.message : String(error);
    if (last) show(last);
  });
}
