type Schema = Readonly<Record<string, unknown>>;

/** What a person enters a value with. */
export type Control =
  | { readonly kind: 'text'; readonly type: 'text' | 'email' | 'url' | 'date' | 'password'; readonly long: boolean }
  | { readonly kind: 'number'; readonly step: '1' | 'any'; readonly min?: number; readonly max?: number }
  /** Options are JSON. */
  | { readonly kind: 'choice'; readonly options: readonly string[] }
  | { readonly kind: 'json' };

export interface FormField {
  /** JSON pointer without its first `/`: how the server names the argument in its errors. */
  readonly pointer: string;
  readonly path: readonly string[];
  readonly label: string;
  readonly hint: string | undefined;
  readonly required: boolean;
  readonly control: Control;
  /** Text that stands in the field at first. */
  readonly preset: string;
}

const MAX_DEPTH = 3;
const LONG_TEXT = 200;
const TEXT_TYPES = { email: 'email', uri: 'url', date: 'date', password: 'password' } as const;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
const escapeSegment = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/** Follows a local reference. What refers to itself ends at `MAX_DEPTH`, as JSON. */
function dereference(schema: unknown, root: Schema): Schema {
  if (!isSchema(schema)) return {};
  const reference = schema['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema;
  let target: unknown = root;
  for (const segment of reference.slice(2).split('/')) {
    const name = segment.replaceAll('~1', '/').replaceAll('~0', '~');
    target = isSchema(target) && Object.hasOwn(target, name) ? target[name] : undefined;
  }
  return isSchema(target) ? target : {};
}

function controlOf(schema: Schema): Control {
  const {
    type,
    format,
    enum: options,
    maxLength,
    minimum: min,
    maximum: max,
  } = schema as Schema & Record<string, unknown>;
  if ('const' in schema) return { kind: 'choice', options: [JSON.stringify(schema['const'])] };
  if (Array.isArray(options)) return { kind: 'choice', options: options.map((option) => JSON.stringify(option)) };
  if (type === 'boolean') return { kind: 'choice', options: ['true', 'false'] };
  if (type === 'string') {
    const special = TEXT_TYPES[format as keyof typeof TEXT_TYPES];
    return {
      kind: 'text',
      type: special ?? 'text',
      long: special === undefined && (number(maxLength) ?? 0) > LONG_TEXT,
    };
  }
  if (type !== 'number' && type !== 'integer') return { kind: 'json' };
  const bounds = {
    ...(number(min) !== undefined && { min: Number(min) }),
    ...(number(max) !== undefined && { max: Number(max) }),
  };
  return { kind: 'number', step: type === 'integer' ? '1' : 'any', ...bounds };
}

const presetText = (value: unknown, { kind }: Control): string => {
  if (value === undefined) return '';
  return kind === 'text' && typeof value === 'string' ? value : JSON.stringify(value);
};

function fieldsUnder(schema: Schema, root: Schema, path: readonly string[], isRequired: boolean): FormField[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const properties = isSchema(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).flatMap(([name, property]) => {
    const part = dereference(property, root);
    const own = [...path, name];
    const needed = isRequired && required.includes(name);
    const isGroup = part['type'] === 'object' && isSchema(part['properties']) && own.length < MAX_DEPTH;
    if (isGroup) return fieldsUnder(part, root, own, needed);
    const control = controlOf(part);
    const { title, description } = part;
    return {
      pointer: own.map(escapeSegment).join('/'),
      path: own,
      label: typeof title === 'string' && title !== '' ? title : own.join(' › '),
      hint: typeof description === 'string' && description !== '' ? description : undefined,
      required: needed,
      control,
      preset: presetText(part['default'], control),
    };
  });
}

/** Fields for a tool's input schema. What has no control of its own is entered as JSON; objects become their fields. */
export const formFields = (inputSchema: Schema): FormField[] => fieldsUnder(inputSchema, inputSchema, [], true);
