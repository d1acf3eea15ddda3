import type { ActionOutcome } from './action.ts';
import type { Json } from './json.ts';
import type { CallAnswer, FieldError, Reason, ToolError } from './protocol/answer.ts';
import { LIMITS } from './protocol/limits.ts';
import { actionNotAvailable, unknownOutcome, validationFailed } from './protocol/refusal.ts';
import { utf8Length } from './protocol/utf8.ts';
import type { Checked, CompiledSchema } from './schema.ts';
import { readThrown } from './thrown.ts';
import { NotSerialisable, toWire } from './wire-value.ts';
import type { Words } from './words.ts';

type ResultReason = Extract<Reason, 'result_unserialisable' | 'result_too_large' | 'result_invalid'>;

/** A result that may be returned, or why an action that was executed returns none. */
export type Returned =
  | { readonly result: { [key: string]: Json } | undefined }
  | { readonly reason: ResultReason; readonly why: string };

/** Stands for a result that failed when it was looked at; it cannot be written as JSON either. */
const UNREADABLE = {
  toJSON: (): never => {
    throw new Error('unreadable');
  },
};

const sentence = ({ field, error }: FieldError): string => `${field}: ${error}`;

function wireOf(value: unknown): Json | undefined | NotSerialisable {
  try {
    return toWire(value);
  } catch (error) {
    return error instanceof NotSerialisable ? error : new NotSerialisable('reading it failed');
  }
}

function returnable(value: unknown, words: Words): Returned {
  const wire = wireOf(value);
  if (wire instanceof NotSerialisable) return { reason: 'result_unserialisable', why: wire.message };
  if (typeof wire !== 'object' || wire === null || Array.isArray(wire)) {
    return { reason: 'result_invalid', why: 'it is not an object' };
  }
  const result = words.json(wire);
  const bytes = utf8Length(JSON.stringify(result));
  return bytes > LIMITS.resultBytes
    ? { reason: 'result_too_large', why: `it is larger than ${LIMITS.resultBytes / 1024} KiB` }
    : { result };
}

function returnChecked(checked: Checked, words: Words): Returned {
  return 'value' in checked
    ? returnable(checked.value, words)
    : { reason: 'result_invalid', why: `it breaks its own schema (${checked.fields.map(sentence).join('; ')})` };
}

/** Checks a result before it is sent: a client may reject one that breaks its own schema, and hide that it happened. */
export function readResult(
  value: unknown,
  output: CompiledSchema | undefined,
  words: Words,
): Returned | Promise<Returned> {
  if (value === undefined) return { result: undefined };
  const first = returnable(value, words);
  if (output === undefined || 'reason' in first) return first;
  const failed = (error: unknown): Returned => ({
    reason: 'result_invalid',
    why: `checking it failed (${String(error)})`,
  });
  try {
    const checked = output.check(toWire(value));
    return checked instanceof Promise
      ? checked.then((late) => returnChecked(late, words), failed)
      : returnChecked(checked, words);
  } catch (error) {
    return failed(error);
  }
}

/** The action was executed; a result that cannot be returned does not make a failure of it. */
export function success(message: unknown, opened: string[], returned: Returned, words: Words): CallAnswer {
  if ('reason' in returned) {
    const { reason, why } = returned;
    const text = words.message(`Done, but the result could not be returned: ${why}`);
    return { ok: true, value: { message: text, openedWindowIds: opened, outcome: 'executed', reason } };
  }
  const said = typeof message === 'string' && message !== '' ? { message: words.message(message) } : {};
  const { result } = returned;
  return { ok: true, value: { ...said, openedWindowIds: opened, ...(result !== undefined && { result }) } };
}

/** What `run` returned. Total: the action was executed, whatever getters and wrong types say afterwards. */
export function outcomeOf(value: unknown): ActionOutcome {
  if (typeof value !== 'object' || value === null) return {};
  try {
    const { message, result, opened } = value as ActionOutcome;
    const list: unknown = opened ?? undefined;
    const isList = Array.isArray(list) && list.every((handle) => typeof handle?.localId === 'string');
    if (list === undefined || isList) return { message, result, opened: isList ? opened : undefined };
    console.error('[mcp-gui-bridge] opened: must be an array of open windows, as openWindow() and openModal() return');
    return { message, result };
  } catch (error) {
    console.error('[mcp-gui-bridge] what an action returned cannot be read', error);
    return { result: UNREADABLE };
  }
}

/** The handler waits for the dialog it has opened (architecture: Answering). */
export const dialogOpened = (title: string, opened: string[], words: Words): CallAnswer => ({
  ok: true,
  value: { message: words.message(`A dialog opened: ${title}`), openedWindowIds: opened, outcome: 'executed' },
});

const failed = (error: ToolError): CallAnswer => ({ ok: false, error });

/** Cancelled, or out of time, while its arguments were still being checked. */
export const neverStarted = (reason: 'cancelled' | 'timeout'): CallAnswer =>
  failed({
    code: 'action_timeout',
    outcome: 'not_executed',
    reason: reason === 'cancelled' ? 'cancelled' : 'queued',
    message: reason === 'cancelled' ? 'Cancelled before it started.' : 'Its time was over before it could start.',
  });

export function refused(error: ToolError, words: Words): CallAnswer {
  const fields = error.fields
    ?.slice(0, LIMITS.fieldErrors)
    .map((part) => ({ field: words.message(part.field), error: words.message(part.error) }));
  return failed({ ...error, message: words.message(error.message), ...(fields && { fields }) });
}

/** What became of a call whose handler threw. */
export function thrownAnswer(error: unknown, opened: string[], words: Words): CallAnswer {
  const thrown = readThrown(error);
  if (thrown.kind === 'validation') {
    const unsaid =
      thrown.fields.length > 0 ? undefined : 'Rejected: the application does not say which field is wrong.';
    return refused(validationFailed(thrown.fields, thrown.message || unsaid), words);
  }
  if (thrown.kind === 'action' && thrown.outcome === 'executed') {
    const said = thrown.message === '' ? {} : { message: words.message(thrown.message) };
    return { ok: true, value: { ...said, openedWindowIds: opened, outcome: 'executed' } };
  }
  if (thrown.kind === 'action' && thrown.outcome === 'not_executed') {
    return refused(
      actionNotAvailable('refused', `Did not happen. ${thrown.message || 'The application gives no reason.'}`),
      words,
    );
  }
  const unknown = unknownOutcome('action_threw', thrown.message);
  return failed({ ...unknown, message: words.message(unknown.message) });
}
