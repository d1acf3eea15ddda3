import { type ActionError, KIND, type ValidationError } from './errors.ts';
import type { FieldError, Outcome } from './protocol/answer.ts';

/** What `run` threw, seen from the outside: total, whatever was thrown. */
export type Thrown =
  | { readonly kind: 'validation'; readonly fields: readonly FieldError[]; readonly message: string }
  | { readonly kind: 'action'; readonly outcome: Outcome; readonly message: string }
  | { readonly kind: 'other'; readonly message: string };

function kindOf(error: object): unknown {
  return KIND in error ? error[KIND] : undefined;
}

export function readThrown(error: unknown): Thrown {
  try {
    if (typeof error !== 'object' || error === null) return { kind: 'other', message: String(error) };
    const kind = kindOf(error);
    if (kind === 'validation') {
      const { fields, message } = error as ValidationError;
      const given = Array.isArray(fields) ? fields : [];
      const list = given.map((part) => ({ field: String(part.field), error: String(part.error) }));
      return { kind, fields: list, message };
    }
    if (kind === 'action') {
      const { outcome, message } = error as ActionError;
      return { kind, outcome, message };
    }
    return { kind: 'other', message: 'message' in error ? String(error.message) : String(error) };
  } catch {
    return { kind: 'other', message: 'An error that cannot be read' };
  }
}
