import type { FieldError, Outcome } from './protocol/answer.ts';

/** Two copies of the SDK in one page have two sets of these classes; the mark is the same in both. */
export const KIND = Symbol.for('mcp-gui-bridge.error');

/**
 * Thrown from `run` when arguments are wrong in a way that only the application knows: the call ends as
 * `validation_failed`, field by field (protocol §7.3), and counts as not executed.
 */
export class ValidationError extends Error {
  override readonly name = 'ValidationError';
  readonly [KIND] = 'validation';
  readonly fields: readonly FieldError[];

  /** @param fields each named after the action's parameter, nested parts after it (`lines/0/amount`) */
  constructor(fields: readonly FieldError[], message?: string) {
    super(message ?? '');
    this.fields = fields;
  }
}

/**
 * Thrown from `run` when the application refuses. The call ends as `action_not_available` and counts as not executed;
 * with `outcome: 'executed'` it is a success with this message, with `'unknown'` agents are told to look first.
 */
export class ActionError extends Error {
  override readonly name = 'ActionError';
  readonly [KIND] = 'action';
  readonly outcome: Outcome;

  constructor(message: string, options?: { readonly outcome?: Outcome | undefined }) {
    super(message);
    this.outcome = options?.outcome ?? 'not_executed';
  }
}

/** Thrown by the methods of a window that has been closed; ask `isOpen` first when the user may have closed it. */
export class WindowClosedError extends Error {
  override readonly name = 'WindowClosedError';

  constructor(title: string) {
    super(`The window "${title}" is closed; open a new one`);
  }
}
