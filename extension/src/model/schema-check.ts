import { type JsonSchema, LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';

/** Where JSON Schema has schemas by name, in a list, and alone; everything else is data. */
const MAPS = /^(?:properties|patternProperties|\$defs|definitions|dependentSchemas)$/;
const LISTS = /^(?:allOf|anyOf|oneOf|prefixItems)$/;
const SCHEMAS =
  /^(?:items|contains|not|if|then|else|propertyNames|contentSchema|additionalProperties|unevaluated(?:Properties|Items))$/;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schemas directly inside a schema. */
function* innerSchemas(schema: Readonly<Record<string, unknown>>): Generator<unknown> {
  for (const [keyword, part] of Object.entries(schema)) {
    if (MAPS.test(keyword) && isObject(part)) yield* Object.values(part);
    else if (LISTS.test(keyword) && Array.isArray(part)) yield* part;
    else if (SCHEMAS.test(keyword)) yield part;
  }
}

const sizeOf = (map: unknown): number => (isObject(map) ? Object.keys(map).length : 0);

function patternsOf({ pattern, patternProperties }: Readonly<Record<string, unknown>>): string[] {
  const named = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  return typeof pattern === 'string' ? [pattern, ...named] : named;
}

/** What is wrong with the shape of a published schema, by the limits that the SDK keeps; `undefined` when nothing is. */
export function schemaShapeProblem(root: JsonSchema, at: string): string | undefined {
  let properties = 0;
  let level: unknown[] = [root];
  for (let depth = 1; level.length > 0; depth++) {
    const schemas = level.filter(isObject);
    if (schemas.length > 0 && depth > LIMITS.schemaDepth)
      return `${at}: is nested more than ${LIMITS.schemaDepth} deep`;
    properties += schemas.reduce((sum, schema) => sum + sizeOf(schema['properties']), 0);
    if (properties > LIMITS.schemaProperties) return `${at}: has more than ${LIMITS.schemaProperties} properties`;
    if (schemas.flatMap(patternsOf).some((pattern) => pattern.length > LIMITS.patternLength)) {
      return `${at}: has a pattern of more than ${LIMITS.patternLength} characters`;
    }
    level = schemas.flatMap((schema) => [...innerSchemas(schema)]);
  }
  return undefined;
}
