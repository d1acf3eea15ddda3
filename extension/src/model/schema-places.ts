import type { JsonSchema } from '@mcp-gui-bridge/page-sdk/protocol';

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const partsOf = (value: unknown): unknown[] => (isSchema(value) ? Object.values(value) : []);

/** Stands for what cannot be looked up: nobody knows what it marks. */
const UNKNOWN: Schema = { writeOnly: true };

function lookUp(root: Schema, ref: unknown): unknown {
  if (typeof ref !== 'string') return undefined;
  let at: unknown = root;
  const [start, ...keys] = ref.split('/');
  if (start !== '#') return UNKNOWN;
  for (const key of keys) {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return UNKNOWN;
    at = (at as Schema)[name];
  }
  return at;
}

/** Schemas that speak of the very value that this one speaks of, if only under some condition. */
const alongside = (root: Schema, schema: Schema): unknown[] => [
  ...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listOf(schema[keyword])),
  ...['if', 'then', 'else', 'not'].map((keyword) => schema[keyword]),
  ...partsOf(schema['dependentSchemas']),
  lookUp(root, schema['$ref']),
];

/**
 * A place in a value, with every schema that may speak of it: conditions are not evaluated, nor are patterns of names,
 * which could hang whoever evaluates a page's.
 */
export class SchemaPlace {
  readonly #root: Schema;
  readonly #schemas: ReadonlySet<Schema>;
  readonly #inside = new Map<string, SchemaPlace>();

  constructor(root: JsonSchema, given: readonly unknown[] = [root]) {
    this.#root = root;
    const schemas = new Set<Schema>();
    const waiting = [...given];
    for (const schema of waiting) {
      if (!isSchema(schema) || schemas.has(schema)) continue;
      schemas.add(schema);
      waiting.push(...alongside(root, schema));
    }
    this.#schemas = schemas;
  }

  /** Whether some schema says that the value is not to be shown. */
  get isSecret(): boolean {
    return [...this.#schemas].some(({ writeOnly, format }) => writeOnly === true || format === 'password');
  }

  member(name: string): SchemaPlace {
    const isNamed = ({ properties }: Schema) => isSchema(properties) && Object.hasOwn(properties, name);
    const schemas = [...this.#schemas];
    return this.#at(schemas.some(isNamed) ? `named ${name}` : 'others', () =>
      schemas.flatMap((schema) => [
        ...(isNamed(schema)
          ? [(schema['properties'] as Schema)[name]]
          : [schema['additionalProperties'], schema['unevaluatedProperties']]),
        ...partsOf(schema['patternProperties']),
      ]),
    );
  }

  item(index: number): SchemaPlace {
    const schemas = [...this.#schemas];
    const isPlaced = ({ prefixItems }: Schema) => index < listOf(prefixItems).length;
    return this.#at(schemas.some(isPlaced) ? `item ${index}` : 'items', () =>
      schemas.flatMap((schema) => [
        ...(isPlaced(schema) ? [listOf(schema['prefixItems'])[index]] : [schema['items'], schema['unevaluatedItems']]),
        schema['contains'],
      ]),
    );
  }

  /** Made once: arguments may have thousands of members that one schema speaks of. */
  #at(key: string, given: () => readonly unknown[]): SchemaPlace {
    const known = this.#inside.get(key) ?? new SchemaPlace(this.#root as JsonSchema, given());
    this.#inside.set(key, known);
    return known;
  }
}
