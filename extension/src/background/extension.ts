import type { BrowserApi, Surroundings } from './browser-api.ts';
import { Core } from './core.ts';
import { PERSON_PORT } from './person-hop.ts';
import { PersonPorts } from './person-ports.ts';
import { PAGE_PORT, TabPorts } from './tab-ports.ts';
import { Views } from './views.ts';

/** Name of the keyboard command in the manifest. */
const PAUSE_COMMAND = 'pause-agents';

export interface ExtensionOptions extends Surroundings {
  /** File name of the content script in the built extension. */
  readonly contentScript: string;
  /** What agents and people read of this browser. */
  readonly browser: string;
}

/**
 * Starts the worker. Every listener is added in the first task: the browser starts a worker for an event and drops the
 * event if nobody listens by the end of it. What they need is loaded meanwhile and awaited in them.
 */
export function startExtension(api: BrowserApi, options: ExtensionOptions): Promise<Core> {
  const { runtime, permissions, tabs, windows, commands } = api;
  const ports = new TabPorts(runtime.id, () => core);
  const people = new PersonPorts(runtime.getURL(''), () => views);
  const core = Core.load(api, options, ports, () => people.refresh());
  const views = core.then((loaded) => new Views(loaded, ports, options.after, runtime));
  const whenLoaded = (handle: (loaded: Core) => unknown) => void core.then(handle);

  runtime.onConnect.addListener((port) => {
    if (port.name === PAGE_PORT) ports.accept(port);
    else if (port.name === PERSON_PORT) people.accept(port);
    else port.disconnect();
  });
  permissions.onAdded.addListener(() => whenLoaded(({ consent }) => consent.permissionsAdded()));
  permissions.onRemoved.addListener(({ origins = [] }) =>
    whenLoaded(({ consent }) => consent.permissionsRemoved(origins)),
  );
  tabs.onUpdated.addListener((tabId, change) => whenLoaded(({ health }) => health.updated(tabId, change)));
  tabs.onRemoved.addListener((tabId) => whenLoaded(({ health }) => health.removed(tabId)));
  // A discarded tab goes on under another id, with nothing of its page left.
  tabs.onReplaced.addListener((_, removed) => whenLoaded(({ health }) => health.removed(removed)));
  windows.onFocusChanged.addListener((windowId) => {
    if (windowId >= 0) whenLoaded(({ link }) => link.retry(false));
  });
  windows.onRemoved.addListener((windowId) => whenLoaded(({ guard }) => guard.prompts.windowRemoved(windowId)));
  commands.onCommand.addListener((name) => {
    if (name === PAUSE_COMMAND) whenLoaded((loaded) => loaded.pause(!loaded.decisions.paused));
  });
  // Starting is all there is to do: these two make the browser do it when it starts and after an update.
  runtime.onStartup.addListener(() => {});
  runtime.onInstalled.addListener(() => {});
  return core;
}
