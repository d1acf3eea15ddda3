import {
  type Action,
  type ApplicationCall,
  type ApplicationCondition,
  appToolName,
  blockedByModal,
  type CallAnswer,
  notLive,
  type PageCall,
  refuseCall,
  type ToolError,
  validationFailed,
  windowNotFound,
  windowToolName,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { type Exposure, toExternal, toLocal } from './exposure.ts';
import type { Handles } from './handles.ts';

/** What a call addressed, in the agents' words; kept from the moment it is sent to a page until that page answers. */
export interface Target {
  readonly windowId: string | null;
  readonly action: string;
}

/**
 * Refuses what agents could have known to be impossible, before a page is troubled with it. The page decides again, for
 * good: only there can nothing change between the check and the start.
 */
export function refuseBeforeSending(
  application: (Exposure & { readonly condition: ApplicationCondition }) | undefined,
  call: ApplicationCall,
): ToolError | undefined {
  if (application === undefined) return windowNotFound('document_gone');
  const { exposed, condition } = application;
  if (call.windowId !== null && !exposed.windows.some(({ id }) => id === call.windowId)) return windowNotFound();
  if (condition !== 'live') return notLive(condition);
  return refuseCall(exposed, call);
}

/**
 * What a person need not be asked about: the page would refuse it for want of an argument. Everything else about
 * arguments only the page can say, after the person.
 */
export function refuseMissingArguments(action: Action | undefined, call: ApplicationCall): ToolError | undefined {
  const required = action?.inputSchema['required'];
  if (!Array.isArray(required)) return undefined;
  const missing = required.filter((name) => typeof name === 'string' && !Object.hasOwn(call.arguments, name));
  if (missing.length === 0) return undefined;
  return validationFailed(missing.map((name) => ({ field: String(name), error: 'is required' })));
}

/** The call in the page's words; `undefined` when it addresses nothing that is there. */
export function toPageCall(
  exposure: Exposure & { readonly documentId: string },
  call: ApplicationCall,
  handles: Handles,
): PageCall | undefined {
  const local = toLocal(exposure, call);
  if (local === undefined) return undefined;
  const { appId, owner, ...rest } = call;
  const { windowId, action } = call;
  const tool = windowId === null ? appToolName(appId, action) : windowToolName(windowId, action);
  return {
    ...rest,
    windowId: local.window?.id ?? null,
    action: local.action.name,
    tool,
    ...(owner !== undefined && { owner: handles.owner(exposure.documentId, owner) }),
  };
}

function translateError(exposure: Exposure, target: Target | undefined, error: ToolError): ToolError {
  const { blockedBy, callId: _, ...rest } = error;
  if (blockedBy !== undefined) {
    const id = toExternal(exposure, blockedBy.id);
    const blocker = exposure.exposed.windows.find((window) => window.id === id);
    return blocker === undefined ? rest : { ...rest, ...blockedByModal(blocker) };
  }
  // The page lists what it offers by declared names; agents know handles.
  const again = error.reason === 'unknown_action' && target ? refuseCall(exposure.exposed, target) : undefined;
  return again?.reason === 'unknown_action' ? { ...rest, message: again.message } : rest;
}

/** A page's answer in the agents' words. Windows that are not open in this very document are left out. */
export function translateAnswer(exposure: Exposure, target: Target | undefined, answer: CallAnswer): CallAnswer {
  if (!answer.ok) return { ok: false, error: translateError(exposure, target, answer.error) };
  const opened = new Set(answer.value.openedWindowIds);
  const openedWindowIds = [...opened].flatMap((id) => toExternal(exposure, id) ?? []);
  return { ok: true, value: { ...answer.value, openedWindowIds } };
}
