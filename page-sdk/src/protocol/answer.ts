import * as z from 'zod';

/** The protocol's closed set of error codes (§7.4). */
export const ErrorCode = z.enum([
  'stale_state',
  'validation_failed',
  'blocked_by_modal',
  'window_not_found',
  'action_not_available',
  'action_timeout',
]);
export type ErrorCode = z.infer<typeof ErrorCode>;

/** What became of the operation: the first two are always true, the third is said when neither can be. */
export const Outcome = z.enum(['executed', 'not_executed', 'unknown']);
export type Outcome = z.infer<typeof Outcome>;

/** Finer than the code: which obstacle it was. Append only. */
export const Reason = z.enum([
  'closed',
  'document_gone',
  'not_connected',
  'hidden',
  'unavailable',
  'unknown_action',
  'paused',
  'unresponsive',
  'suspended',
  'reconnecting',
  'over_limit',
  'queue_full',
  'queued',
  'running',
  'cancelled',
  'link_lost',
  'action_threw',
  'refused',
  'app_only',
  'consent_required',
  'consent_denied',
  'result_unserialisable',
  'result_too_large',
  'result_invalid',
]);
export type Reason = z.infer<typeof Reason>;

/** One wrong argument; `field` is the tool parameter's name, nested parts after it as in a JSON pointer (`lines/0/amount`). */
export const FieldError = z.object({ field: z.string(), error: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** Error object of a tool result (protocol §7.4), with what the protocol leaves room for: outcome, reason, the way out. */
export const ToolError = z.object({
  code: ErrorCode,
  message: z.string(),
  outcome: Outcome,
  reason: Reason.optional(),
  callId: z.string().optional(),
  currentVersion: z.int().optional(),
  fields: z.array(FieldError).optional(),
  /** The operable modal to deal with first. */
  blockedBy: z.object({ id: z.string(), title: z.string() }).optional(),
});
export type ToolError = z.infer<typeof ToolError>;

/** Success of an operation (protocol §5.4). `reason` says why `result` is missing although the action was executed. */
export const ToolSuccess = z.object({
  message: z.string().optional(),
  openedWindowIds: z.array(z.string()),
  result: z.record(z.string(), z.json()).optional(),
  outcome: z.literal('executed').optional(),
  reason: Reason.optional(),
});
export type ToolSuccess = z.infer<typeof ToolSuccess>;

/** How a call ended, on every hop from the page to the agent's process. */
export const CallAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: ToolSuccess }),
  z.object({ ok: z.literal(false), error: ToolError }),
]);
export type CallAnswer = z.infer<typeof CallAnswer>;
