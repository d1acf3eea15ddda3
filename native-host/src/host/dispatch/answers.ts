import {
  actionNotAvailable,
  type CallAnswer,
  cutText,
  LIMITS,
  type ToolError,
} from '@mcp-gui-bridge/page-sdk/protocol';

/** The answers that the host itself gives (protocol/README.md, Answers). */
export const failed = (error: ToolError): CallAnswer => ({ ok: false, error });

export const queueFull = (): ToolError =>
  actionNotAvailable('queue_full', 'Too many calls are waiting. Wait for their answers, then try again.');

export const cancelled = (): ToolError => actionNotAvailable('cancelled', 'Cancelled before it was started.');

export const unseen = (): ToolError =>
  actionNotAvailable('not_connected', 'The link to the page was lost before the action was started. Try again.');

export const waitedTooLong = (): ToolError => ({
  code: 'action_timeout',
  outcome: 'not_executed',
  reason: 'queued',
  message: 'Did not happen. Other actions took too long, so this one was not started. Try again.',
});

const PAGE_LEFT = ' (the page was left; read app://windows)';

const leaving = (message: string): string => `${cutText(message, LIMITS.messageLength - PAGE_LEFT.length)}${PAGE_LEFT}`;

/** What the action committed to before its page went away, and with it every window it had opened. */
export function afterLeaving(committed: CallAnswer): CallAnswer {
  if (!committed.ok) {
    const { error } = committed;
    return { ok: false, error: { ...error, message: leaving(error.message) } };
  }
  const { value } = committed;
  return { ok: true, value: { ...value, openedWindowIds: [], message: leaving(value.message ?? 'Done.') } };
}
