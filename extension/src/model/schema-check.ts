import { type JsonSchema, LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import { isSchema, partsOf, type Schema } from './schema-keywords.ts';

const sizeOf = (map: unknown): number => (isSchema(map) ? Object.keys(map).length : 0);

function patternsOf({ pattern, patternProperties }: Schema): string[] {
  const named = isSchema(patternProperties) ? Object.keys(patternProperties) : [];
  return typeof pattern === 'string' ? [pattern, ...named] : named;
}

/** What is wrong with the shape of a published schema, by the limits that the SDK keeps; `undefined` when nothing is. */
export function schemaShapeProblem(root: JsonSchema, at: string): string | undefined {
  let properties = 0;
  let level: unknown[] = [root];
  for (let depth = 1; level.length > 0; depth++) {
    const schemas = level.filter(isSchema);
    if (schemas.length > 0 && depth > LIMITS.schemaDepth)
      return `${at}: is nested more than ${LIMITS.schemaDepth} deep`;
    properties += schemas.reduce((sum, schema) => sum + sizeOf(schema['properties']), 0);
    if (properties > LIMITS.schemaProperties) return `${at}: has more than ${LIMITS.schemaProperties} properties`;
    if (schemas.flatMap(patternsOf).some((pattern) => pattern.length > LIMITS.patternLength)) {
      return `${at}: has a pattern of more than ${LIMITS.patternLength} characters`;
    }
    level = schemas.flatMap((schema) => Object.keys(schema).flatMap((keyword) => partsOf(schema, keyword)));
  }
  return undefined;
}
