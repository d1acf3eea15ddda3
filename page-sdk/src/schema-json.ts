import { cleanText } from './clean-text.ts';
import { jsonAt, wrong } from './declaration-error.ts';
import { type Json, mapText } from './json.ts';
import { LIMITS } from './protocol/limits.ts';
import { utf8Length } from './protocol/utf8.ts';
import type { JsonSchema } from './protocol/window.ts';

const MAPS = /^(?:properties|patternProperties|\$defs|definitions|dependentSchemas)$/;
const LISTS = /^(?:allOf|anyOf|oneOf|prefixItems)$/;
const SCHEMAS = /^(?:items|contains|not|if|then|else|propertyNames|contentSchema)$/;
/** Their boolean form is understood by every client. */
const CLOSING = /^(?:additionalProperties|unevaluatedProperties|unevaluatedItems)$/;
const LEFT_OUT = /^(?:\$schema|\$id|id|\$comment|\$vocabulary)$/;
const NULL_IS_A_VALUE = /^(?:const|default)$/;
const UNSUPPORTED = /^(?:\$anchor|\$dynamic.*|\$recursive.*|dependencies|additionalItems)$/;

type JsonObject = { [key: string]: Json };

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function checkPattern(pattern: Json, at: string): void {
  try {
    const isLong = String(pattern).length > LIMITS.patternLength;
    if (isLong) wrong(at, `must be at most ${LIMITS.patternLength} characters long`);
    new RegExp(String(pattern), 'u');
  } catch (error) {
    if (error instanceof TypeError) throw error;
    wrong(at, `is not a regular expression with the u flag (${String(error)})`);
  }
}

function resolves(root: JsonObject, ref: string): boolean {
  let place: Json | undefined = root;
  for (const key of ref.split('/').slice(1)) {
    const name = key.replace(/~1/g, '/').replace(/~0/g, '~');
    place = typeof place === 'object' && place !== null ? new Map(Object.entries(place)).get(name) : undefined;
  }
  return place !== undefined;
}

class Publisher {
  #properties = 0;
  readonly references: { readonly ref: string; readonly at: string }[] = [];

  schema(given: Json, at: string, depth: number): JsonObject {
    const value: Json = given === true ? {} : given === false ? { not: {} } : given;
    if (!isObject(value)) return wrong(at, 'must be a schema object; for an array of schemas use prefixItems');
    if (depth > LIMITS.schemaDepth)
      wrong(at, `is nested more than ${LIMITS.schemaDepth} deep; make the action simpler`);
    const entries = Object.entries(value)
      .filter(([keyword, part]) => !LEFT_OUT.test(keyword) && (part !== null || NULL_IS_A_VALUE.test(keyword)))
      .map(([keyword, part]): [string, Json] => [keyword, this.#keyword(keyword, part, `${at}.${keyword}`, depth)]);
    return Object.fromEntries(entries);
  }

  #keyword(keyword: string, part: Json, at: string, depth: number): Json {
    if (UNSUPPORTED.test(keyword))
      wrong(at, 'is not supported; use $ref to "#/$defs/…", dependentSchemas or prefixItems');
    if (MAPS.test(keyword)) return this.#map(keyword, part, at, depth);
    if (LISTS.test(keyword) && Array.isArray(part)) {
      return part.map((item, index) => this.schema(item, `${at}[${index}]`, depth + 1));
    }
    if (CLOSING.test(keyword) && typeof part === 'boolean') return part;
    if (SCHEMAS.test(keyword) || CLOSING.test(keyword)) return this.schema(part, at, depth + 1);
    if (keyword === 'pattern') checkPattern(part, at);
    if (keyword === '$ref') {
      const isLocal = typeof part === 'string' && /^#(?:\/|$)/.test(part);
      this.references.push({ ref: isLocal ? part : wrong(at, 'must be local, such as "#/$defs/address"'), at });
    }
    return part;
  }

  #map(keyword: string, part: Json, at: string, depth: number): JsonObject {
    const schemas = Object.entries(isObject(part) ? part : wrong(at, 'must be an object of schemas'));
    if (keyword === 'properties') this.#properties += schemas.length;
    if (this.#properties > LIMITS.schemaProperties) {
      wrong(at, `brings the schema to more than ${LIMITS.schemaProperties} properties; split the action`);
    }
    return Object.fromEntries(
      schemas.map(([name, schema]) => {
        if (keyword === 'patternProperties') checkPattern(name, `${at}.${name}`);
        return [name, this.schema(schema, `${at}.${name}`, depth + 1)];
      }),
    );
  }
}

/**
 * A schema as it may be published: an object at the root, everything in it local and within the limits, nothing that
 * makes a client drop its whole list of tools.
 *
 * @param at where it stands, for the sentence of the error
 * @throws TypeError naming the path and the fix
 */
export function publishableSchema(schema: object, at: string): JsonSchema {
  const publisher = new Publisher();
  const root = publisher.schema(mapText(jsonAt(schema, at), cleanText), at, 1);
  if (root['type'] !== undefined && root['type'] !== 'object') {
    wrong(`${at}.type`, 'must be "object" at the root; put the value under a named property');
  }
  const published = { ...root, type: 'object', properties: root['properties'] ?? {} };
  for (const { ref, at: place } of publisher.references) {
    if (!resolves(published, ref)) wrong(place, `"${ref}" leads nowhere`);
  }
  if (utf8Length(JSON.stringify(published)) > LIMITS.schemaBytes) {
    wrong(at, `is larger than ${LIMITS.schemaBytes / 1024} KiB; shorten its descriptions or split the action`);
  }
  return published;
}
