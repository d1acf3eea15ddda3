import { type OutputUnit, Validator } from '@cfworker/json-schema';
import type { JsonSchema } from './protocol/window.ts';
import type { PathError, SchemaValidator } from './schema-validator.ts';

/** Report on a part that has its own report, so they would say the same thing twice. */
const CONTAINERS = new Set(['$ref', 'allOf', 'items', 'prefixItems', 'properties', 'patternProperties', 'if']);
const ALTERNATIVES = new Set(['anyOf', 'oneOf', 'not']);

const pathOf = (location: string): string[] =>
  location
    .split('/')
    .slice(1)
    .map((key) => key.replace(/~1/g, '/').replace(/~0/g, '~'));

function describe({ keyword, instanceLocation, error }: OutputUnit): PathError {
  const path = pathOf(instanceLocation);
  if (keyword === 'required') {
    const name = /property "(.*)"\.$/s.exec(error)?.[1];
    if (name !== undefined) return { path: [...path, name], error: 'Is required' };
  }
  if (keyword === 'false') return { path, error: 'Is not known here' };
  if (ALTERNATIVES.has(keyword)) return { path, error: 'Matches none of the allowed forms' };
  return { path, error };
}

/** What is said of a value, the innermost report of each problem only. */
function innermost(errors: readonly OutputUnit[]): OutputUnit[] {
  const alternatives = errors.filter(({ keyword }) => ALTERNATIVES.has(keyword));
  const outside = errors.filter(
    ({ keywordLocation }) => !alternatives.some((parent) => keywordLocation.startsWith(`${parent.keywordLocation}/`)),
  );
  const inner = outside.filter(
    ({ keyword, instanceLocation }) =>
      !CONTAINERS.has(keyword) &&
      !(
        keyword.endsWith('Properties') &&
        outside.some((other) => other.instanceLocation.startsWith(`${instanceLocation}/`))
      ),
  );
  return inner.length > 0 ? inner : outside;
}

/** Checks values against one plain JSON Schema. */
export function makeValidator(schema: JsonSchema): SchemaValidator {
  // The library marks references in the schema it is given.
  const validator = new Validator(structuredClone(schema), '2020-12', false);
  return (value): PathError[] => {
    try {
      const { valid, errors } = validator.validate(value);
      return valid ? [] : innermost(errors).map(describe);
    } catch {
      return [{ path: [], error: 'Cannot be checked against the schema of this action' }];
    }
  };
}
