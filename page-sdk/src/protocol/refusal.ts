import type { FieldError, Reason, ToolError } from './answer.ts';
import { appModalTop, blockerOf } from './modality.ts';
import type { ApplicationCondition, Declared } from './window.ts';

/** What a call is about to do, in the ids of whoever asks: local in the page, external everywhere else. */
export interface CallTarget {
  readonly windowId: string | null;
  readonly action: string;
  /** As the agent sent it. */
  readonly expectedVersion?: unknown;
}

const refused = (error: Omit<ToolError, 'outcome'>): ToolError => ({ ...error, outcome: 'not_executed' });

/** The window, or its whole document or browser, is gone (protocol §7.4). */
export const windowNotFound = (reason: 'closed' | 'document_gone' | 'not_connected' = 'closed'): ToolError =>
  refused({
    code: 'window_not_found',
    reason,
    message:
      reason === 'not_connected'
        ? 'No browser that has this window is connected. Ask the user to start it, then read app://windows.'
        : 'This window does not exist any more. Read app://windows for the windows there are.',
  });

const CONDITIONS: Record<Exclude<ApplicationCondition, 'live'>, string> = {
  suspended: 'The browser put this page to sleep. Ask the user to open its tab, then try again.',
  unresponsive:
    'The page is still busy with an earlier action that did not finish in time. Wait for app://windows to change.',
  reconnecting: 'The browser is reconnecting. Wait for app://windows to change, then try again.',
  paused: 'The user has paused agents. Ask the user to let agents go on.',
  over_limit: 'This page declares more than the bridge can hold. Ask the user to close some windows.',
};

/** The application as a whole cannot be operated now. */
export const notLive = (condition: Exclude<ApplicationCondition, 'live'>): ToolError =>
  refused({ code: 'action_not_available', reason: condition, message: CONDITIONS[condition] });

/** Blocked by a modal dialog; names the one to deal with (protocol §7.4). */
export const blockedByModal = (blocker: { readonly id: string; readonly title: string }): ToolError =>
  refused({
    code: 'blocked_by_modal',
    message: `Blocked by the dialog "${blocker.title}" (${blocker.id}). Deal with that one first.`,
    blockedBy: { id: blocker.id, title: blocker.title },
  });

/** The action is unknown or unavailable now (protocol §5.1, §7.4). */
export const actionNotAvailable = (reason: Reason, message: string): ToolError =>
  refused({ code: 'action_not_available', reason, message });

const CONSENT = {
  consent_denied: 'Did not happen: the user declined this action. Do not repeat it unless the user asks for it.',
  consent_required:
    'Did not happen: the user must allow this action and has not allowed it as it is now. Tell the user what you want to do, then try again.',
} as const;

/** The person said no, or did not say yes. */
export const consentMissing = (reason: keyof typeof CONSENT): ToolError => actionNotAvailable(reason, CONSENT[reason]);

/** The window changed since the agent read it (protocol §7.1). */
export const staleState = (currentVersion: number): ToolError =>
  refused({
    code: 'stale_state',
    message: `The window has changed: it is at version ${currentVersion} now. Read app://windows and decide again.`,
    currentVersion,
  });

/** Arguments are wrong, each field by the name of the tool's parameter (protocol §7.3). */
export const validationFailed = (fields: readonly FieldError[], message?: string): ToolError =>
  refused({
    code: 'validation_failed',
    message: message ?? `Rejected: ${fields.map(({ field, error }) => `${field}: ${error}`).join('; ')}`,
    fields: [...fields],
  });

/** What is wrong with an `expectedVersion`, or `undefined`: an integer or null is fine, applications have none. */
export function wrongExpectedVersion(target: CallTarget): FieldError | undefined {
  const { expectedVersion: expected, windowId } = target;
  if (expected === undefined || expected === null) return undefined;
  if (windowId === null)
    return { field: 'expectedVersion', error: 'actions of an application have no version; leave it out' };
  return Number.isSafeInteger(expected) ? undefined : { field: 'expectedVersion', error: 'must be an integer' };
}

/** A key stands for one call: another action or other arguments under it are a mistake of the client. */
export const keyUsed = (): ToolError =>
  validationFailed([{ field: 'idempotencyKey', error: 'was used for another call; choose a new one for each call' }]);

const UNKNOWN: Partial<Record<Reason, string>> = {
  running: 'The action did not finish in time and may still be running.',
  link_lost: 'The link to the page was lost before its answer came.',
  document_gone: 'The page was closed or reloaded.',
};

/** Nobody can say whether the action took effect (protocol §7.4, `action_timeout`). */
export const unknownOutcome = (reason: Reason, why = UNKNOWN[reason] ?? ''): ToolError => ({
  code: 'action_timeout',
  outcome: 'unknown',
  reason,
  message: `May have taken effect. Read app://windows before deciding. ${why}`.trimEnd(),
});

/**
 * Whether a call may start, decided from what is declared, in the protocol's order: the window exists, is not blocked,
 * offers the action, and is at the version the agent has seen (§7.1, §7.2). `undefined` means yes. Field errors come
 * after it, so that a caller may add its own.
 */
export function refuseCall(declared: Declared, target: CallTarget): ToolError | undefined {
  const { windowId, action: name, expectedVersion: expected } = target;
  const window = windowId === null ? undefined : declared.windows.find((candidate) => candidate.id === windowId);
  if (windowId !== null && window === undefined) return windowNotFound();
  const blocker = window ? blockerOf(declared.windows, window.id) : appModalTop(declared.windows);
  if (blocker !== undefined) return blockedByModal(blocker);
  const actions = window?.actions ?? declared.actions;
  const action = actions.find((candidate) => candidate.name === name);
  if (action === undefined) {
    const names = actions.filter(({ available }) => available === true).map((candidate) => candidate.name);
    const known = names.length > 0 ? `It offers: ${names.join(', ')}.` : 'It offers nothing now.';
    return actionNotAvailable('unknown_action', `There is no action "${name}" here. ${known}`);
  }
  if (action.available !== true) return actionNotAvailable('unavailable', action.available);
  if (window && Number.isSafeInteger(expected) && expected !== window.version) return staleState(window.version);
  return undefined;
}
