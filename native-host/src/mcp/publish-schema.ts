import type { JsonSchema } from '@mcp-gui-bridge/page-sdk/protocol';

/**
 * The page SDK sanitises schemas already, but whoever runs in a page may send anything, and one malformed schema makes
 * clients drop the whole tool list. So only keywords with a well-formed value are published.
 */
type Cleaner = (value: unknown, depth: number) => unknown;

const DEPTH = 32;
const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

class UnpublishableSchema extends Error {
  override readonly name = 'UnpublishableSchema';
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const keep =
  (fits: (value: unknown) => boolean): Cleaner =>
  (value) =>
    fits(value) ? value : undefined;

const text = keep((value) => typeof value === 'string');
const flag = keep((value) => typeof value === 'boolean');
const number = keep((value) => typeof value === 'number');
const positive = keep((value) => typeof value === 'number' && value > 0);
const count = keep((value) => Number.isSafeInteger(value) && Number(value) >= 0);
const strings = keep((value) => Array.isArray(value) && value.every((entry) => typeof entry === 'string'));

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') !== undefined;
  } catch {
    return false;
  }
}

function schema(value: unknown, depth: number): Record<string, unknown> {
  if (depth > DEPTH) throw new UnpublishableSchema('nested too deeply');
  if (value === true) return {};
  if (value === false) return { not: {} };
  if (!isObject(value)) throw new UnpublishableSchema('a schema must be an object or a boolean');
  const clean: [string, unknown][] = [];
  for (const [keyword, entry] of Object.entries(value)) {
    const kept = KEYWORDS.get(keyword)?.(entry, depth + 1);
    if (kept !== undefined) clean.push([keyword, kept]);
  }
  return Object.fromEntries(clean);
}

const map: Cleaner = (value, depth) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, schema(entry, depth)]))
    : undefined;

const list: Cleaner = (value, depth) =>
  Array.isArray(value) && value.length > 0 ? value.map((entry) => schema(entry, depth)) : undefined;

const patterns: Cleaner = (value, depth) => {
  if (isObject(value) && !Object.keys(value).every(compiles)) throw new UnpublishableSchema('a pattern is malformed');
  return map(value, depth);
};

const reference: Cleaner = (value) => {
  if (typeof value === 'string' && /^#(\/|$)/.test(value)) return value;
  throw new UnpublishableSchema('only references within the schema can be published');
};

const type = keep(
  (value) =>
    (typeof value === 'string' && TYPES.includes(value)) ||
    (Array.isArray(value) && value.length > 0 && value.every((entry) => TYPES.includes(String(entry)))),
);

const dependentRequired: Cleaner = (value, depth) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([, names]) => strings(names, depth) !== undefined))
    : undefined;

/** `items` was a list in older drafts; what those meant is `prefixItems` now. */
const items: Cleaner = (value, depth) => (Array.isArray(value) ? undefined : schema(value, depth));

const CLEANERS: readonly (readonly [Cleaner, readonly string[]])[] = [
  [type, ['type']],
  [(value) => value, ['const', 'default']],
  [keep(Array.isArray), ['examples']],
  [keep((value) => Array.isArray(value) && value.length > 0), ['enum']],
  [keep((value) => typeof value === 'string' && compiles(value)), ['pattern']],
  [text, ['title', 'description', 'format', 'contentEncoding', 'contentMediaType']],
  [flag, ['deprecated', 'readOnly', 'writeOnly', 'uniqueItems']],
  [number, ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum']],
  [positive, ['multipleOf']],
  [count, ['minLength', 'maxLength', 'minItems', 'maxItems', 'minContains', 'maxContains']],
  [count, ['minProperties', 'maxProperties']],
  [strings, ['required']],
  [dependentRequired, ['dependentRequired']],
  [map, ['properties', '$defs', 'definitions', 'dependentSchemas']],
  [patterns, ['patternProperties']],
  [items, ['items']],
  [list, ['prefixItems', 'allOf', 'anyOf', 'oneOf']],
  [schema, ['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'unevaluatedItems']],
  [schema, ['additionalProperties', 'unevaluatedProperties']],
  [reference, ['$ref']],
];

const KEYWORDS = new Map(CLEANERS.flatMap(([cleaner, names]) => names.map((name) => [name, cleaner] as const)));

function lookUp(root: unknown, pointer: string): unknown {
  let at = root;
  for (const token of pointer.split('/').slice(1)) {
    const key = decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) {
      throw new UnpublishableSchema(`"${pointer}" refers to nothing`);
    }
    at = Reflect.get(at, key);
  }
  return at;
}

/** A reference that leads back to itself would never end in the client that checks a result against it. */
function checkReference(root: unknown, pointer: string): void {
  let next: unknown = pointer;
  for (let hops = 0; typeof next === 'string'; hops++) {
    if (hops > DEPTH) throw new UnpublishableSchema(`"${pointer}" refers to itself`);
    const target = lookUp(root, next);
    next = isObject(target) ? target['$ref'] : undefined;
  }
}

const MAPS = new Set(['properties', '$defs', 'definitions', 'dependentSchemas', 'patternProperties']);
const VALUES = new Set(['const', 'default', 'enum', 'examples', 'required', 'dependentRequired']);

/** Rewrites every reference of a clean schema. */
function withReferences(node: unknown, rewrite: (pointer: string) => string): unknown {
  if (Array.isArray(node)) return node.map((entry) => withReferences(entry, rewrite));
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node).map(([keyword, entry]) => {
      if (keyword === '$ref' && typeof entry === 'string') return [keyword, rewrite(entry)];
      if (VALUES.has(keyword)) return [keyword, entry];
      if (!MAPS.has(keyword) || !isObject(entry)) return [keyword, withReferences(entry, rewrite)];
      const named = Object.entries(entry).map(([name, inner]) => [name, withReferences(inner, rewrite)]);
      return [keyword, Object.fromEntries(named)];
    }),
  );
}

/**
 * A page's schema as every client can read it: an object root, well-formed keywords only, no `$schema` or `$id`, no
 * boolean subschemas, references that resolve. `undefined` when it cannot be saved, which costs its own action alone.
 *
 * @param at JSON pointer of the place where the schema will stand, to which its references are rewritten.
 */
export function publishSchema(page: JsonSchema, at = ''): JsonSchema | undefined {
  try {
    const { type: _, ...keywords } = schema(page, 0);
    const root = { type: 'object', ...keywords };
    return withReferences(root, (pointer) => {
      checkReference(root, pointer);
      return `#${at}${pointer.slice(1)}`;
    }) as JsonSchema;
  } catch (error) {
    if (error instanceof UnpublishableSchema || error instanceof URIError) return undefined;
    throw error;
  }
}
