/** A JSON Schema or a part of one, as a server says it: any of it may be missing or wrong. */
type Schema = Readonly<Record<string, unknown>>;

/** What a person fills in for one place of the arguments. */
export type FieldInput =
  | { readonly kind: 'text'; readonly type: TextType; readonly multiline: boolean; readonly maxLength?: number }
  | { readonly kind: 'number'; readonly integer: boolean; readonly min?: number; readonly max?: number }
  /** Each option is JSON. */
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'flag' }
  | { readonly kind: 'group'; readonly fields: readonly FormField[] }
  /** A list with one item on each line. */
  | { readonly kind: 'lines'; readonly numbers: boolean }
  | { readonly kind: 'json' };

export type TextType = 'text' | 'email' | 'url' | 'date' | 'password';

export interface FormField {
  /** Of the argument, as errors name it: names joined by `/`, escaped as in a JSON pointer; empty for all arguments. */
  readonly path: string;
  /** Under which the value goes into its group. */
  readonly name: string;
  readonly label: string;
  readonly help?: string;
  readonly required: boolean;
  /** JSON of the default. */
  readonly preset?: string;
  readonly input: FieldInput;
}

const DEPTH = 4;
const TEXT_TYPES: Readonly<Record<string, TextType>> = {
  email: 'email',
  uri: 'url',
  date: 'date',
  password: 'password',
};
const LONG_TEXT = 200;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const escaped = (name: string): string => name.replace(/~/g, '~0').replace(/\//g, '~1');

/** `payment_password` and `paymentPassword` as people write it. */
export function readableName(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Follows one local reference, and takes the one alternative that is not null. */
function resolved(schema: unknown, root: Schema): Schema {
  if (!isSchema(schema)) return {};
  const reference = text(schema['$ref']);
  if (reference?.startsWith('#/')) {
    const target = reference
      .slice(2)
      .split('/')
      .map((name) => name.replace(/~1/g, '/').replace(/~0/g, '~'))
      .reduce<unknown>((at, name) => (isSchema(at) && Object.hasOwn(at, name) ? at[name] : undefined), root);
    return isSchema(target) ? { ...target, ...withoutReference(schema) } : {};
  }
  const alternatives = [schema['anyOf'], schema['oneOf']].find(Array.isArray);
  const real = alternatives?.filter((entry) => isSchema(entry) && entry['type'] !== 'null');
  return real?.length === 1 && isSchema(real[0]) ? { ...real[0], ...schema } : schema;
}

const withoutReference = ({ $ref: _, ...rest }: Schema): Schema => rest;

function typeOf({ type }: Schema): string | undefined {
  if (!Array.isArray(type)) return text(type);
  const types = type.filter((entry) => entry !== 'null');
  return types.length === 1 ? text(types[0]) : undefined;
}

function numberInput(schema: Schema, integer: boolean): FieldInput {
  const [min, max] = [number(schema['minimum']), number(schema['maximum'])];
  return { kind: 'number', integer, ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function textInput(schema: Schema): FieldInput {
  const maxLength = number(schema['maxLength']);
  const type = schema['writeOnly'] === true ? 'password' : (TEXT_TYPES[text(schema['format']) ?? ''] ?? 'text');
  const multiline = type === 'text' && maxLength !== undefined && maxLength > LONG_TEXT;
  return { kind: 'text', type, multiline, ...(maxLength !== undefined && { maxLength }) };
}

function inputOf(schema: Schema, root: Schema, place: { path: string; required: boolean; depth: number }): FieldInput {
  const options = Array.isArray(schema['enum']) ? schema['enum'] : 'const' in schema ? [schema['const']] : undefined;
  if (options !== undefined) return { kind: 'choice', options: options.map((option) => JSON.stringify(option)) };
  const type = typeOf(schema);
  if (type === 'string') return textInput(schema);
  if (type === 'integer' || type === 'number') return numberInput(schema, type === 'integer');
  if (type === 'boolean') {
    const optional = !place.required && schema['default'] === undefined;
    return optional ? { kind: 'choice', options: ['true', 'false'] } : { kind: 'flag' };
  }
  if (type === 'object' && isSchema(schema['properties']) && place.depth < DEPTH) {
    return { kind: 'group', fields: fieldsOf(schema, root, place.path, place.depth + 1) };
  }
  const itemType = type === 'array' ? typeOf(resolved(schema['items'], root)) : undefined;
  if (itemType === 'string') return { kind: 'lines', numbers: false };
  if (itemType === 'integer' || itemType === 'number') return { kind: 'lines', numbers: true };
  return { kind: 'json' };
}

function fieldsOf(schema: Schema, root: Schema, path: string, depth: number): FormField[] {
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties).map(([name, property]) => {
    const part = resolved(property, root);
    const at = path === '' ? escaped(name) : `${path}/${escaped(name)}`;
    const isRequired = required.includes(name);
    const help = text(part['description']);
    return {
      path: at,
      name,
      label: text(part['title']) ?? readableName(name),
      required: isRequired,
      input: inputOf(part, root, { path: at, required: isRequired, depth }),
      ...(help !== undefined && { help }),
      ...(part['default'] !== undefined && { preset: JSON.stringify(part['default']) }),
    };
  });
}

/**
 * The fields of a form for a tool's input schema. `expectedVersion` is left out, as the view itself sends it. What has
 * no field of its own is filled in as JSON.
 */
export function formFields(inputSchema: Schema): FormField[] {
  const { properties, ...rest } = inputSchema;
  const { expectedVersion: _, ...own } = isSchema(properties) ? properties : {};
  const fields = fieldsOf({ ...rest, properties: own }, inputSchema, '', 0);
  const others = ['anyOf', 'oneOf', 'allOf', '$ref', 'patternProperties'].some((keyword) => keyword in rest);
  if (fields.length > 0 || !others) return fields;
  return [{ path: '', name: '', label: 'Arguments', required: true, input: { kind: 'json' } }];
}
