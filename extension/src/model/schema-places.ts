import type { JsonSchema } from '@mcp-gui-bridge/page-sdk/protocol';
import { isSchema, partsOf, type Schema } from './schema-keywords.ts';

/** Stands for what cannot be looked up: nobody knows what it marks. */
const UNKNOWN: Schema = { writeOnly: true };

/** Keywords with schemas that speak of the very value that their own speaks of, if only under some condition. */
const ALONGSIDE = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not', 'dependentSchemas'];

/** How much may still be looked at: pages write schemas, and whoever walks through one does nothing else meanwhile. */
export class Steps {
  #left: number;

  constructor(atMost: number) {
    this.#left = atMost;
  }

  /** What was not looked at by then is not known. */
  get areSpent(): boolean {
    return this.#left < 0;
  }

  take(count = 1): void {
    this.#left -= count;
  }
}

function lookUp(root: Schema, ref: string, steps: Steps): unknown {
  let at: unknown = root;
  const [start, ...keys] = ref.split('/');
  if (start !== '#') return UNKNOWN;
  steps.take(keys.length);
  for (const key of keys) {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return UNKNOWN;
    at = (at as Schema)[name];
  }
  return at;
}

/** Where a dynamic reference leads depends on the way that led to it. */
const referred = (root: Schema, { $ref, $dynamicRef }: Schema, steps: Steps): unknown[] => [
  ...(typeof $ref === 'string' ? [lookUp(root, $ref, steps)] : []),
  ...($dynamicRef === undefined ? [] : [UNKNOWN]),
];

/**
 * A place in a value, with every schema that may speak of it: conditions are not evaluated, nor are patterns of names,
 * which could hang whoever evaluates a page's.
 */
export class SchemaPlace {
  /** Whether some schema says that the value is not to be shown, or nobody can tell any more. */
  readonly isSecret: boolean;
  readonly #root: Schema;
  readonly #steps: Steps;
  readonly #schemas: readonly Schema[];
  /** Names, and how many items, of which some schema speaks by themselves. */
  readonly #named: ReadonlySet<string>;
  readonly #placed: number;
  /** Made once: arguments may have thousands of members that one schema speaks of. */
  readonly #inside = new Map<string, SchemaPlace>();

  constructor(root: JsonSchema, steps: Steps, given: readonly unknown[] = [root]) {
    this.#root = root;
    this.#steps = steps;
    const schemas = new Set<Schema>();
    const waiting = [...given];
    for (const schema of waiting) {
      steps.take();
      if (steps.areSpent) break;
      if (!isSchema(schema) || schemas.has(schema) || Object.keys(schema).length === 0) continue;
      schemas.add(schema);
      for (const keyword of ALONGSIDE) waiting.push(...partsOf(schema, keyword));
      waiting.push(...referred(root, schema, steps));
    }
    this.#schemas = [...schemas];
    this.isSecret =
      steps.areSpent || this.#schemas.some(({ writeOnly, format }) => writeOnly === true || format === 'password');
    const names = this.#schemas.map(({ properties }) => (isSchema(properties) ? Object.keys(properties) : []));
    this.#named = new Set(names.flat());
    this.#placed = this.#schemas.reduce((most, schema) => Math.max(most, partsOf(schema, 'prefixItems').length), 0);
    steps.take(this.#named.size);
  }

  member(name: string): SchemaPlace {
    const isNamed = ({ properties }: Schema) => isSchema(properties) && Object.hasOwn(properties, name);
    return this.#at(this.#named.has(name) ? `named ${name}` : 'others', (schema) => [
      ...(isNamed(schema)
        ? [(schema['properties'] as Schema)[name]]
        : [schema['additionalProperties'], schema['unevaluatedProperties']]),
      ...partsOf(schema, 'patternProperties'),
    ]);
  }

  item(index: number): SchemaPlace {
    return this.#at(index < this.#placed ? `item ${index}` : 'items', (schema) => {
      const placed = partsOf(schema, 'prefixItems');
      return [
        ...(index < placed.length ? [placed[index]] : [schema['items'], schema['unevaluatedItems']]),
        schema['contains'],
      ];
    });
  }

  #at(key: string, given: (schema: Schema) => readonly unknown[]): SchemaPlace {
    const known = this.#inside.get(key);
    if (known !== undefined) return known;
    const parts = this.#schemas.flatMap(given).filter((part) => part !== undefined);
    const made = new SchemaPlace(this.#root as JsonSchema, this.#steps, parts);
    this.#inside.set(key, made);
    return made;
  }
}
