import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createBridgeIn } from '../../page-sdk/src/bridge.ts';
import { LIMITS } from '../../page-sdk/src/index.ts';
import { type Checked, compileSchema, fieldName } from '../../page-sdk/src/schema.ts';
import { publishableSchema } from '../../page-sdk/src/schema-json.ts';
import { FakeExtension, FakePage } from './fake-extension.ts';

const publish = (schema: object) => publishableSchema(schema, 'input');
const properties = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, { type: 'string' }]));
const deep = (levels: number, leaf: unknown = { type: 'string' }): unknown =>
  levels === 1 ? leaf : { type: 'object', properties: { inner: deep(levels - 1, leaf) } };
const described = (bytes: number) => {
  const frame = JSON.stringify({ description: '', type: 'object', properties: {} }).length;
  return { description: 'd'.repeat(bytes - frame), type: 'object', properties: {} };
};

describe('publishing a schema', () => {
  test.each<[string, object, object]>([
    ['an empty one', {}, { type: 'object', properties: {} }],
    [
      'without what clients choke on',
      {
        $schema: 'x',
        $id: 'y',
        $comment: 'z',
        type: 'object',
        title: null,
        properties: { a: { description: null, $id: 'q' } },
      },
      { type: 'object', properties: { a: {} } },
    ],
    [
      'boolean subschemas rewritten, closing ones kept',
      { properties: { yes: true, no: false }, additionalProperties: false },
      { type: 'object', properties: { yes: {}, no: { not: {} } }, additionalProperties: false },
    ],
    [
      'null where it is a value',
      { properties: { a: { const: null, default: null } } },
      { type: 'object', properties: { a: { const: null, default: null } } },
    ],
    [
      'alternatives at the root',
      { anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
      { anyOf: [{ properties: { a: {} } }, { properties: { b: {} } }], type: 'object', properties: {} },
    ],
    [
      'local references',
      { $defs: { 'a/b': { type: 'string' } }, properties: { x: { $ref: '#/$defs/a~1b' }, self: { $ref: '#' } } },
      {
        type: 'object',
        $defs: { 'a/b': { type: 'string' } },
        properties: { x: { $ref: '#/$defs/a~1b' }, self: { $ref: '#' } },
      },
    ],
    ['only visible text', { description: 'a\u202eb' }, { description: 'ab', type: 'object', properties: {} }],
    [
      `${LIMITS.schemaProperties} properties`,
      { properties: properties(32) },
      { type: 'object', properties: properties(32) },
    ],
    [
      'a pattern at the limit',
      { properties: { a: { pattern: 'x'.repeat(256) } } },
      { properties: { a: { pattern: 'x'.repeat(256) } } },
    ],
    ['six levels', Object(deep(6)), Object(deep(6))],
    ['16 KiB', described(LIMITS.schemaBytes), described(LIMITS.schemaBytes)],
  ])('%s', (_what, schema, published) => {
    expect(publish(schema)).toMatchObject(published);
    expect(publish(publish(schema))).toEqual(publish(schema));
    expect(publish(schema)['type']).toBe('object');
  });

  test.each<[string, object, RegExp]>([
    ['another root', { type: 'string' }, /^input\.type: must be "object"/],
    ['several root types', { type: ['object', 'null'] }, /^input\.type/],
    ['an array', [], /^input: must be a schema object/],
    [
      'a remote reference',
      { properties: { a: { $ref: 'https://x.example/s.json' } } },
      /^input\.properties\.a\.\$ref: must be local/,
    ],
    ['a reference that leads nowhere', { properties: { a: { $ref: '#/$defs/x' } } }, /"#\/\$defs\/x" leads nowhere/],
    ['an inherited name as target', { properties: { a: { $ref: '#/constructor' } } }, /leads nowhere/],
    ['dynamic references', { properties: { a: { $dynamicRef: '#x' } } }, /\$dynamicRef: is not supported/],
    ['33 properties', { properties: properties(33) }, /more than 32 properties/],
    ['33 properties in all', { properties: { a: { properties: properties(32) } } }, /more than 32 properties/],
    ['seven levels', Object(deep(7)), /nested more than 6 deep/],
    ['a boolean that becomes a seventh level', Object(deep(6, false)), /nested more than 6 deep/],
    [
      'a long pattern',
      { properties: { a: { pattern: 'x'.repeat(257) } } },
      /^input\.properties\.a\.pattern: must be at most 256/,
    ],
    ['a broken pattern', { properties: { a: { pattern: '(' } } }, /is not a regular expression/],
    ['a broken pattern as a name', { patternProperties: { '[': {} } }, /patternProperties\.\[: is not a regular/],
    ['one byte over', described(LIMITS.schemaBytes + 1), /larger than 16 KiB/],
    ['properties of another form', { properties: [] }, /^input\.properties: must be an object of schemas/],
    ['a list of item schemas', { properties: { a: { items: [{}] } } }, /use prefixItems/],
    [
      'a cycle',
      (() => {
        const loop: Record<string, unknown> = {};
        loop['properties'] = { loop };
        return loop;
      })(),
      /cannot be shared/,
    ],
  ])('%s is refused', (_what, schema, message) => {
    expect(() => publish(schema)).toThrow(message);
  });
});

const line = { amount: 'ten' };
const wrong = { recipient: '', lines: [{ amount: 1 }, line] };
const right = { recipient: 'Ada', lines: [{ amount: 1 }] };
const libraries = {
  zod: z.object({ recipient: z.string().min(1), lines: z.array(z.object({ amount: z.number() })) }),
  arktype: type({ recipient: 'string >= 1', lines: type({ amount: 'number' }).array() }),
  valibot: toStandardJsonSchema(
    v.object({ recipient: v.pipe(v.string(), v.minLength(1)), lines: v.array(v.object({ amount: v.number() })) }),
  ),
  'JSON Schema': {
    type: 'object',
    properties: {
      recipient: { type: 'string', minLength: 1 },
      lines: {
        type: 'array',
        items: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
      },
    },
    required: ['recipient', 'lines'],
  },
};

async function check(schema: unknown, value: unknown): Promise<Checked> {
  const compiled = compileSchema(schema, 'input', 'input');
  await compiled.loading;
  expect(compiled.isReady()).toBe(true);
  return compiled.check(value);
}

describe.each(Object.entries(libraries))('%s', (_name, schema) => {
  test('publishes an object', () => {
    expect(compileSchema(schema, 'input', 'input').json).toMatchObject({
      type: 'object',
      properties: { recipient: { type: 'string' }, lines: { type: 'array', items: { type: 'object' } } },
      required: expect.arrayContaining(['recipient', 'lines']),
    });
  });

  test('accepts what fits and names each wrong part as the parameter path', async () => {
    expect(await check(schema, right)).toEqual({ value: right });
    const checked = await check(schema, wrong);
    expect('fields' in checked && checked.fields.map(({ field }) => field).sort()).toEqual([
      'lines/1/amount',
      'recipient',
    ]);
    const missing = await check(schema, {});
    expect('fields' in missing && missing.fields.map(({ field }) => field).sort()).toEqual(['lines', 'recipient']);
  });
});

describe('JSON Schema errors', () => {
  const schema = {
    properties: { 'a/b': { type: 'number' }, kind: { anyOf: [{ const: 1 }, { const: 2 }] }, 'tw\no': {} },
    required: ['tw\no'],
    additionalProperties: false,
  };
  test("unknown, missing and oddly named parts and alternatives are said once, in the agent's words", async () => {
    const checked = await check(schema, { 'a/b': 'x', kind: 3, extra: 1 });
    expect(checked).toEqual({
      fields: [
        { field: 'tw\no', error: 'Is required' },
        { field: 'a~1b', error: expect.stringContaining('Expected "number"') },
        { field: 'kind', error: 'Matches none of the allowed forms' },
        { field: 'extra', error: 'Is not known here' },
      ],
    });
  });

  test('a value of the wrong kind altogether concerns the arguments', async () => {
    expect(await check({ minProperties: 1 }, {})).toMatchObject({ fields: [{ field: 'arguments' }] });
    expect(fieldName(['a~b', 'c/d', 0])).toBe('a~0b/c~1d/0');
  });
});

describe('declaring schemas', () => {
  const declare = (input: unknown) => {
    const actions = { go: { title: 'Go', input: input as z.ZodType, run: () => undefined } };
    return () => createBridgeIn(new FakePage(), { name: 'A' }).openWindow({ title: 'W', actions });
  };

  test.each<[string, unknown, RegExp]>([
    ['a date', z.object({ d: z.date() }), /^actions\.go\.input: has no JSON Schema .*z\.iso\.date/],
    ['a schema without JSON Schema', v.object({ a: v.string() }), /valibot schema has no JSON Schema/],
    [
      'expectedVersion',
      z.object({ expectedVersion: z.number() }),
      /^actions\.go\.input\.expectedVersion: the bridge itself adds/,
    ],
    ['a string', 'nope', /^actions\.go\.input: must be a schema, but is of type string/],
    ['text at the root', z.string(), /^actions\.go\.input\.type: must be "object"/],
  ])('%s is refused at once', (_what, input, message) => {
    expect(declare(input)).toThrow(message);
  });

  test('an action with a plain JSON Schema is announced when its validator is there, and works', async () => {
    const page = new FakePage();
    const extension = new FakeExtension(page);
    const output = { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } as const;
    const window = createBridgeIn(page, { name: 'A' }).openWindow({
      title: 'W',
      actions: {
        now: { title: 'Now', run: () => undefined },
        go: { title: 'Go', input: libraries['JSON Schema'], output, run: () => ({ result: { n: 1 } }) },
      },
    });
    await extension.until(() => extension.window('W')?.actions.find(({ name }) => name === 'go'));
    const { localId: windowId } = window;
    expect(await extension.call({ windowId, action: 'go', arguments: right })).toMatchObject({
      value: { result: { n: 1 } },
    });
    expect(await extension.call({ windowId, action: 'go', arguments: wrong })).toMatchObject({
      error: { code: 'validation_failed', fields: [{ field: 'recipient' }, { field: 'lines/1/amount' }] },
    });
    expect(extension.window('W')?.actions.map(({ name }) => name)).toEqual(['now', 'go']);
    extension.remove();
  });
});
