import type { BridgeStatus } from './bridge.ts';
import type { FieldError, ToolError } from './protocol/answer.ts';
import type { PageCall } from './protocol/call.ts';
import { appModalTop, blockerOf } from './protocol/modality.ts';
import { type CallTarget, notLive, refuseCall, validationFailed, wrongExpectedVersion } from './protocol/refusal.ts';
import type { Declared, WindowState } from './protocol/window.ts';

/**
 * Whether a call may start now: the page's own checks in the protocol's order, then what is wrong with its arguments.
 * The person may have paused agents or taken the site back since the call came, which nobody but the page can know in
 * the moment in which it starts.
 */
export function refusalOf(
  status: BridgeStatus,
  declared: Declared,
  target: CallTarget,
  held: readonly FieldError[],
): ToolError | undefined {
  if (status !== 'connected') return notLive(status === 'paused' ? 'paused' : 'reconnecting');
  const refusal = refuseCall(declared, target);
  if (refusal !== undefined) return refusal;
  const wrongVersion = wrongExpectedVersion(target);
  const fields = wrongVersion === undefined ? held : [wrongVersion, ...held];
  return fields.length > 0 ? validationFailed(fields) : undefined;
}

/** The modal opened since `openedBefore` that now stands before a window, or with `null` before the application. */
export function dialogInFront(
  windows: readonly WindowState[],
  windowId: string | null,
  openedBefore: number,
): WindowState | undefined {
  const front = windowId === null ? appModalTop(windows) : blockerOf(windows, windowId);
  return front !== undefined && front.opened > openedBefore ? front : undefined;
}

/** `expectedVersion` is taken out of the arguments before the page's schema is applied, wherever it was sent. */
export function splitArguments(request: PageCall): { target: CallTarget; input: Record<string, unknown> } {
  const { windowId, action } = request;
  const { expectedVersion, ...input } = request.arguments;
  return { target: { windowId, action, expectedVersion: request.expectedVersion ?? expectedVersion }, input };
}
