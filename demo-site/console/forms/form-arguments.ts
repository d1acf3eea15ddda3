import type { FormField } from './schema-form.ts';

/** Text of the fields, by pointer. */
export type Draft = Readonly<Record<string, string>>;
/** What is wrong, by pointer. */
export type FieldProblems = Readonly<Record<string, string>>;

export type FormArguments =
  | { readonly ok: true; readonly args: Record<string, unknown> }
  | { readonly ok: false; readonly problems: FieldProblems };

type Nested = { [name: string]: unknown };

export const firstDraft = (fields: readonly FormField[]): Draft =>
  Object.fromEntries(fields.map(({ pointer, preset }) => [pointer, preset]));

/** The value that a field's text stands for. Throws a sentence when it stands for none. */
function enteredValue({ control }: FormField, text: string): unknown {
  if (control.kind === 'text') return text;
  if (control.kind === 'number') {
    const value = Number(text);
    if (text.trim() === '' || !Number.isFinite(value)) throw new Error('Enter a number.');
    return value;
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('Enter JSON, such as ["a", "b"] or {"name": 1}.');
  }
}

function place(args: Nested, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  // Not a plain assignment: a page may call an argument `__proto__`.
  const put = (inner: unknown) =>
    Object.defineProperty(args, name, { value: inner, enumerable: true, configurable: true });
  if (rest.length === 0) return void put(value);
  const inner: Nested = Object.hasOwn(args, name) ? (args[name] as Nested) : {};
  put(inner);
  place(inner, rest, value);
}

/**
 * The arguments that a form stands for. Empty fields are left out, except required texts: whether something else is
 * missing or wrong is for the application to say, as it would to a model.
 */
export function formArguments(fields: readonly FormField[], draft: Draft): FormArguments {
  const args: Nested = {};
  const problems: Record<string, string> = {};
  for (const field of fields) {
    const text = draft[field.pointer] ?? '';
    if (text === '' && !(field.required && field.control.kind === 'text')) continue;
    try {
      place(args, field.path, enteredValue(field, text));
    } catch (error) {
      problems[field.pointer] = error instanceof Error ? error.message : String(error);
    }
  }
  return Object.keys(problems).length > 0 ? { ok: false, problems } : { ok: true, args };
}

/** Arguments that were written as JSON. */
export function jsonArguments(text: string): FormArguments {
  try {
    const value: unknown = JSON.parse(text.trim() === '' ? '{}' : text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { ok: true, args: value as Nested };
  } catch {
    // Said below, like every other text that is no object.
  }
  return { ok: false, problems: { '': 'Enter a JSON object, such as {"name": "value"}.' } };
}

/** Sorts what the server refused to the fields of a form; the rest belongs to none of them. */
export function placeProblems(
  fields: readonly FormField[],
  refused: readonly { readonly field: string; readonly error: string }[],
): { readonly byField: FieldProblems; readonly others: readonly string[] } {
  const byField: Record<string, string> = {};
  const others: string[] = [];
  for (const { field, error } of refused) {
    const at = fields.find(({ pointer }) => field === pointer || field.startsWith(`${pointer}/`));
    if (at === undefined) others.push(field === '' ? error : `${field}: ${error}`);
    else byField[at.pointer] = at.pointer in byField ? `${byField[at.pointer]} ${error}` : error;
  }
  return { byField, others };
}
