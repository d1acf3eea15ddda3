import type { FormField } from './json-schema-form.ts';

/** What stands in the form, by path of the field. Flags are `true` or empty. */
export type Draft = Readonly<Record<string, string>>;

/** By path of the field. */
export type FieldErrors = Readonly<Record<string, string>>;

export type Filled =
  | { readonly ok: true; readonly args: Record<string, unknown> }
  | { readonly ok: false; readonly errors: FieldErrors };

function presetText({ input, preset }: FormField): string {
  if (preset === undefined) return '';
  const value: unknown = JSON.parse(preset);
  if (input.kind === 'flag') return value === true ? 'true' : '';
  if (input.kind === 'lines') return Array.isArray(value) ? value.join('\n') : '';
  return input.kind === 'text' && typeof value === 'string' ? value : preset;
}

/** The form before anybody has touched it. */
export function emptyDraft(fields: readonly FormField[]): Draft {
  return Object.fromEntries(
    fields.flatMap((field): [string, string][] =>
      field.input.kind === 'group' ? Object.entries(emptyDraft(field.input.fields)) : [[field.path, presetText(field)]],
    ),
  );
}

/** What a field says: a value, nothing, or what is wrong with it. */
type Said = { readonly value: unknown } | { readonly error: string } | undefined;

function json(text: string): Said {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { error: 'Must be JSON, such as {"name": "value"} or [1, 2]' };
  }
}

function numeric(text: string, integer: boolean): Said {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return { error: 'Must be a number' };
  return integer && !Number.isInteger(value) ? { error: 'Must be a whole number' } : { value };
}

function lines(text: string, numbers: boolean): Said {
  const items = text.split('\n').filter((line) => line.trim() !== '');
  if (!numbers) return { value: items };
  const values = items.map(Number);
  return values.every(Number.isFinite) ? { value: values } : { error: 'Must be one number on each line' };
}

function said({ input, required }: FormField, text: string): Said {
  if (input.kind === 'flag') return { value: text === 'true' };
  if (text === '') {
    if (!required) return undefined;
    if (input.kind === 'text') return { value: '' };
    if (input.kind === 'lines') return { value: [] };
    return { error: 'Is required' };
  }
  switch (input.kind) {
    case 'number':
      return numeric(text, input.integer);
    case 'lines':
      return lines(text, input.numbers);
    case 'choice':
    case 'json':
      return json(text);
    default:
      return { value: text };
  }
}

const isUntouched = (fields: readonly FormField[], draft: Draft): boolean =>
  Object.entries(emptyDraft(fields)).every(([path, preset]) => (draft[path] ?? '') === preset);

/** The arguments that a form says. Optional fields that are empty say nothing; the application checks all the rest. */
export function fillArguments(fields: readonly FormField[], draft: Draft): Filled {
  const args: [string, unknown][] = [];
  let errors: FieldErrors = {};
  for (const field of fields) {
    const { path, name, input, required } = field;
    if (input.kind === 'group') {
      if (!required && isUntouched(input.fields, draft)) continue;
      const group = fillArguments(input.fields, draft);
      if (group.ok) args.push([name, group.args]);
      else errors = { ...errors, ...group.errors };
      continue;
    }
    const word = said(field, draft[path] ?? '');
    if (word === undefined) continue;
    if ('error' in word) errors = { ...errors, [path]: word.error };
    else if (path !== '') args.push([name, word.value]);
    else if (typeof word.value === 'object' && word.value !== null) args.push(...Object.entries(word.value));
    else errors = { ...errors, [path]: 'Must be a JSON object' };
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, args: Object.fromEntries(args) };
}

const allPaths = (fields: readonly FormField[]): string[] =>
  fields.flatMap(({ path, input }) => (input.kind === 'group' ? allPaths(input.fields) : [path]));

/** Sorts what an application refused to its fields; errors inside a field's value belong to that field. */
export function placeErrors(
  fields: readonly FormField[],
  refused: readonly { readonly field: string; readonly error: string }[],
): { readonly byField: FieldErrors; readonly others: readonly string[] } {
  const paths = allPaths(fields);
  const byField: Record<string, string> = {};
  const others: string[] = [];
  for (const { field, error } of refused) {
    const path = paths.find((candidate) => field === candidate || field.startsWith(`${candidate}/`));
    if (path === undefined) others.push(field === '' ? error : `${field}: ${error}`);
    else byField[path] = [byField[path], error].filter(Boolean).join('; ');
  }
  return { byField, others };
}
