import fc from 'fast-check';
import * as z from 'zod';

type Schema = { readonly [keyword: string]: unknown };
export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectAt = (schema: Schema, keyword: string): Schema => {
  const part = schema[keyword];
  return isObject(part) ? part : {};
};
const listAt = (schema: Schema, keyword: string): Schema[] => {
  const part = schema[keyword];
  return Array.isArray(part) ? part.filter(isObject) : [];
};
const numberAt = (schema: Schema, keyword: string, otherwise: number): number => {
  const part = schema[keyword];
  return typeof part === 'number' ? part : otherwise;
};

/** Few, so that references within a message sometimes lead somewhere. */
const WORDS = fc.constantFrom('1', '2', 'w1', 'b1', 'submit', 'Order', 'ab'.repeat(16));

function text(schema: Schema): fc.Arbitrary<Json> {
  const pattern = schema['pattern'];
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern));
  const maxLength = Math.min(40, numberAt(schema, 'maxLength', 40));
  const minLength = numberAt(schema, 'minLength', 0);
  return fc.oneof(WORDS, fc.string({ minLength, maxLength }), fc.string({ minLength, maxLength, unit: 'binary' }));
}

function object(schema: Schema, depth: number): fc.Arbitrary<Json> {
  const properties = Object.entries(objectAt(schema, 'properties'));
  const fields = properties.map(([key, part]) => [key, arbitrary(isObject(part) ? part : {}, depth - 1)] as const);
  const { required } = schema;
  const requiredKeys = Array.isArray(required) ? required.filter((key) => typeof key === 'string') : [];
  if (fields.length > 0) return fc.record(Object.fromEntries(fields), { requiredKeys });
  const values = arbitrary(objectAt(schema, 'additionalProperties'), depth - 1);
  return fc.dictionary(fc.string({ maxLength: 8 }), values, { maxKeys: 4 });
}

function arbitrary(schema: Schema, depth: number): fc.Arbitrary<Json> {
  if ('const' in schema) return fc.constant(schema['const'] as Json);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as Json[]));
  const choices = [...listAt(schema, 'anyOf'), ...listAt(schema, 'oneOf')];
  if (choices.length > 0 && depth > 0) return fc.oneof(...choices.map((choice) => arbitrary(choice, depth)));
  switch (schema['type']) {
    case 'object':
      return object(schema, depth);
    case 'array': {
      const maxLength = depth > 0 ? Math.min(3, numberAt(schema, 'maxItems', 3)) : 0;
      return fc.array(arbitrary(objectAt(schema, 'items'), depth - 1), { maxLength });
    }
    case 'string':
      return text(schema);
    case 'integer':
      return fc.integer({ min: Math.max(-10, numberAt(schema, 'minimum', -10)), max: 1_000 });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>;
  }
}

/** Messages that a union of messages allows, each type as likely as the next: no type is forgotten when one is added. */
export function messagesOf(union: z.ZodDiscriminatedUnion): fc.Arbitrary<Json> {
  return arbitrary(z.toJSONSchema(union, { unrepresentable: 'any', io: 'input' }), 9);
}
