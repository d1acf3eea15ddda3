import type * as z from 'zod';
import { LIMITS } from './limits.ts';
import { isNestedDeeper } from './nesting.ts';

/** A union of messages told apart by `type`, as the files of the hops define them. */
export type MessageUnion<T> = z.ZodType<T> & {
  readonly options: readonly { readonly shape: { readonly type: z.ZodLiteral<string> } }[];
};

/** What a value turned out to be: a message, one of a type that this release does not know, or wrong. */
export type CheckedMessage<T> =
  | { readonly message: T }
  | { readonly unknownType: string }
  | { readonly problem: string };

function typeOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('type' in value)) return undefined;
  return typeof value.type === 'string' ? value.type : undefined;
}

/**
 * Checks a message where trust changes, once. Unknown types come from a newer release, for the caller to ignore and
 * count; `problem` names the field and what it should be.
 */
export function checkMessage<T>(union: MessageUnion<T>, value: unknown): CheckedMessage<T> {
  const type = typeOf(value);
  if (type === undefined) return { problem: 'a message must be an object with a "type"' };
  if (!union.options.some((option) => option.shape.type.value === type)) return { unknownType: type };
  if (isNestedDeeper(value, LIMITS.messageDepth)) {
    return { problem: `${type}: must not be nested more than ${LIMITS.messageDepth} deep` };
  }
  const parsed = union.safeParse(value);
  if (parsed.success) return { message: parsed.data };
  const [issue] = parsed.error.issues;
  const at = [type, ...(issue?.path ?? [])].map(String).join('.');
  return { problem: `${at}: ${issue?.message ?? 'is not valid'}` };
}
