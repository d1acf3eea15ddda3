export type Schema = Readonly<Record<string, unknown>>;

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Where JSON Schema has schemas by name, in a list, and alone; everything else is data. */
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const SINGLE = ['items', 'contains', 'not', 'if', 'then', 'else', 'propertyNames', 'contentSchema'];
const OTHERWISE = ['additionalProperties', 'unevaluatedProperties', 'unevaluatedItems'];

type Holds = (part: unknown) => readonly unknown[];
const byName: Holds = (part) => (isSchema(part) ? Object.values(part) : []);
const inList: Holds = (part) => (Array.isArray(part) ? part : []);
const alone: Holds = (part) => [part];
const KEYWORDS = new Map<string, Holds>([
  ...MAPS.map((keyword) => [keyword, byName] as const),
  ...LISTS.map((keyword) => [keyword, inList] as const),
  ...[...SINGLE, ...OTHERWISE].map((keyword) => [keyword, alone] as const),
]);

/** What stands where a keyword of a schema has schemas. */
export const partsOf = (schema: Schema, keyword: string): readonly unknown[] =>
  Object.hasOwn(schema, keyword) ? (KEYWORDS.get(keyword)?.(schema[keyword]) ?? []) : [];
