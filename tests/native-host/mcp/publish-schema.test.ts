import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { publishSchema } from '../../../native-host/src/mcp/publish-schema.ts';

describe('what is saved', () => {
  const table: [string, Parameters<typeof publishSchema>[0], object][] = [
    ['no type', { anyOf: [{ required: ['a'] }] }, { type: 'object', anyOf: [{ required: ['a'] }] }],
    ['a union of types at the root', { type: ['object', 'null'] }, { type: 'object' }],
    ['null keywords', { type: 'object', properties: null, required: null }, { type: 'object' }],
    [
      'boolean subschemas',
      { properties: { a: true, b: false } },
      { type: 'object', properties: { a: {}, b: { not: {} } } },
    ],
    ['$schema and $id', { $schema: 'http://json-schema.org/draft-07/schema#', $id: 'x' }, { type: 'object' }],
    ['unknown keywords', { 'x-thing': 1, title: 'T' }, { type: 'object', title: 'T' }],
    ['a malformed pattern', { properties: { a: { pattern: '(' } } }, { type: 'object', properties: { a: {} } }],
    ['a type that is none', { properties: { a: { type: 'text' } } }, { type: 'object', properties: { a: {} } }],
    ['required that is no list', { required: 'a' }, { type: 'object' }],
    ['items as a list', { properties: { a: { items: [{}] } } }, { type: 'object', properties: { a: {} } }],
    [
      'properties named like keywords',
      { properties: { $ref: { type: 'string' }, type: { const: { $ref: 'kept' } } } },
      { type: 'object', properties: { $ref: { type: 'string' }, type: { const: { $ref: 'kept' } } } },
    ],
  ];
  test.each(table)('%s', (_, page, published) => {
    expect(publishSchema(page)).toEqual(published);
  });
});

describe('what is not saved', () => {
  const table: [string, Parameters<typeof publishSchema>[0]][] = [
    ['a remote reference', { $ref: 'https://example.com/schema' }],
    ['a reference to nothing', { properties: { a: { $ref: '#/$defs/b' } } }],
    ['a reference to itself', { properties: { a: { $ref: '#/properties/a' } } }],
    ['a ring of references', { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' }],
    ['a subschema that is none', { properties: { a: 'string' } }],
    ['a malformed pattern as a key', { patternProperties: { '(': {} } }],
    ['an undecodable pointer', { $defs: { a: {} }, properties: { a: { $ref: '#/%' } } }],
  ];
  test.each(table)('%s', (_, page) => {
    expect(publishSchema(page)).toBeUndefined();
  });
});

test('references follow the schema to the place where it stands', () => {
  const page = {
    $defs: { line: { properties: { next: { $ref: '#/$defs/line' } } } },
    properties: { a: { $ref: '#' } },
  };
  expect(publishSchema(page, '/properties/result')).toEqual({
    type: 'object',
    $defs: { line: { properties: { next: { $ref: '#/properties/result/$defs/line' } } } },
    properties: { a: { $ref: '#/properties/result' } },
  });
});

test('whatever a page sends, the answer is a plain object schema or nothing', () => {
  const page = fc.dictionary(
    fc.oneof(
      fc.constantFrom('type', 'properties', 'items', '$ref', 'required', 'anyOf', 'pattern', '__proto__'),
      fc.string(),
    ),
    fc.jsonValue({ maxDepth: 6 }),
  );
  fc.assert(
    fc.property(page, (schema) => {
      const published = publishSchema(schema as Parameters<typeof publishSchema>[0]);
      if (published === undefined) return;
      expect(published['type']).toBe('object');
      expect(publishSchema(published)).toEqual(published);
    }),
  );
});
