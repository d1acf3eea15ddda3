import {
  type Action,
  actionNotAvailable,
  notLive,
  parseToolName,
  refuseCall,
  type ToolError,
  validationFailed,
  windowNotFound,
  wrongExpectedVersion,
} from '@mcp-gui-bridge/page-sdk/protocol';
import type { Mirror } from './mirror.ts';
import type { GuiView } from './view.ts';

/** Where a call goes, why it goes nowhere, or that its browser may be back in a moment. */
export type Route =
  | { readonly kind: 'call'; readonly appId: string; readonly windowId: string | null; readonly action: Action }
  | { readonly kind: 'refused'; readonly error: ToolError }
  | { readonly kind: 'reconnecting' };

const refused = (error: ToolError): Route => ({ kind: 'refused', error });

/** No link to the browser before the start (outcome `not_executed`). */
export const notConnected = (): ToolError =>
  actionNotAvailable(
    'not_connected',
    'The browser is not connected, so nothing was done. Ask the user to start it, then read app://windows.',
  );

/** A name that never named anything: window tools have `__` after the window, application tools begin with `app__`. */
function neverValid(name: string): ToolError {
  if (!name.startsWith('app__') && name.includes('__')) return windowNotFound();
  const shown = name.slice(0, 80);
  return actionNotAvailable('unknown_action', `There is no tool "${shown}". Read app://windows, then list the tools.`);
}

function goneError(mirror: Mirror, id: string): ToolError {
  const departure = mirror.departed.get(id);
  if (departure === 'not_connected') return notConnected();
  const connected = [...mirror.profiles.values()].some(({ link }) => link !== undefined);
  return windowNotFound(departure ?? (connected ? 'closed' : 'not_connected'));
}

/**
 * Resolves a tool name against the mirror, listed or not. Refuses what the page would refuse too, only sooner; the page
 * checks everything again, in the same order (protocol §7.2).
 */
export function routeCall(mirror: Mirror, view: GuiView, name: string, expectedVersion: unknown): Route {
  const target = parseToolName(name);
  if (target === undefined) return refused(neverValid(name));
  const { windowId = null, action: actionName } = target;
  const application = view.applications.find(({ id, declared }) =>
    target.appId === undefined ? declared.windows.some((window) => window.id === windowId) : id === target.appId,
  );
  if (application === undefined) return refused(goneError(mirror, windowId ?? target.appId ?? ''));
  if (application.state === 'reconnecting') return { kind: 'reconnecting' };
  if (application.state !== 'live') return refused(notLive(application.state));
  const { declared, id: appId } = application;
  const call = { windowId, action: actionName, expectedVersion };
  const refusal = refuseCall(declared, call);
  if (refusal !== undefined) return refused(refusal);
  const wrong = wrongExpectedVersion(call);
  if (wrong !== undefined) return refused(validationFailed([wrong]));
  const actions = declared.windows.find((window) => window.id === windowId)?.actions ?? declared.actions;
  const action = actions.find((candidate) => candidate.name === actionName);
  return action ? { kind: 'call', appId, windowId, action } : refused(neverValid(name));
}
