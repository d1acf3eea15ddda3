import type { Block, JsonSchema } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskArguments } from '../../../extension/src/model/mask-arguments.ts';

const MASK = '••••••••';

describe('arguments in the log', () => {
  const schema = (properties: JsonSchema): JsonSchema => ({ type: 'object', properties });
  const shown = (args: unknown, properties: JsonSchema = {}, blocks: Block[] = []) =>
    maskArguments(args, schema(properties), blocks).shown;

  test.each([
    'password',
    'newPassword',
    'pass_phrase',
    'passcode',
    'apiKey',
    'api-key',
    'accessToken',
    'client_secret',
    'pin',
    'CVV',
    'card_number',
    'cardNumber',
    'IBAN',
    'ssn',
    'otp',
    'credentials',
    'pwd',
    'userPwd',
    'passwd',
    'passwort',
    'neues_passwort',
    'Kennwort',
    'mot-de-passe',
    'contraseña',
    '密码',
    'passphrase',
    'passkey',
    'cvc',
    'cvv2',
    'userPIN',
    'pinCode',
    'OTPCode',
    'totp',
    'APIKey',
    'apikey',
    'privateKey',
    'Authorization',
    'sessionCookie',
    'verification_code',
    'recoveryCodes',
    'seedPhrase',
    'ｐａｓｓｗｏｒｄ',
  ])('hide a value called %s', (name) => {
    expect(shown({ [name]: 'x' })).toEqual({ [name]: MASK });
  });

  test.each([
    'recipient',
    'amount',
    'shipping',
    'opinion',
    'pinned',
    'option',
    'compass',
    'hotpot',
    'passenger',
    'keyboard',
    'postcode',
    'tangent',
    'authors',
  ])('show a value called %s', (name) => {
    expect(shown({ [name]: 'x' })).toEqual({ [name]: 'x' });
  });

  test('hide what the schema marks, however deep, and show the rest', () => {
    const properties = {
      user: { type: 'object', properties: { code: { type: 'string', writeOnly: true }, name: { type: 'string' } } },
      many: { type: 'array', items: { type: 'object', properties: { word: { type: 'string', format: 'password' } } } },
    };
    expect(shown({ user: { code: 'c', name: 'n' }, many: [{ word: 'w', other: 1 }] }, properties)).toEqual({
      user: { code: MASK, name: 'n' },
      many: [{ word: MASK, other: 1 }],
    });
  });

  test('hide what the window shows masked under the same label', () => {
    const blocks: Block[] = [
      {
        type: 'fields',
        id: 'b1',
        items: [
          { label: 'Tax number', value: MASK, sensitive: true },
          { label: 'City', value: 'Ulm' },
        ],
      },
    ];
    expect(shown({ taxNumber: '1', tax_number: '2', city: 'Ulm' }, {}, blocks)).toEqual({
      taxNumber: MASK,
      tax_number: MASK,
      city: 'Ulm',
    });
  });

  test('hide objects and numbers too, always at the same length; nothing is left as it is', () => {
    expect(shown({ secret: { a: 1 }, pin: 1234, token: null, password: '' })).toEqual({
      secret: MASK,
      pin: MASK,
      token: null,
      password: '',
    });
  });

  test('show how many tokens of a model there may be, not what a token is', () => {
    const args = { tokens: 100, max_tokens: 5, tokenCount: 7, token: 123456, tokens_left: 'x', pin: 1 };
    expect(shown(args)).toEqual({ ...args, token: MASK, tokens_left: MASK, pin: MASK });
  });

  test('are no way to anybody’s prototype', () => {
    const args: unknown = JSON.parse('{"__proto__":{"password":"x"},"constructor":"y"}');
    expect(JSON.stringify(shown(args))).toBe(`{"__proto__":{"password":"${MASK}"},"constructor":"y"}`);
  });
});

describe('what a schema marks', () => {
  type Nested = { schema: JsonSchema; value: unknown };
  /** Ways in which a schema speaks of what is inside, or of the same value in other words. */
  const WAYS: Record<string, (inner: Nested, defs: Record<string, JsonSchema>) => Nested> = {
    properties: ({ schema, value }) => ({ schema: { properties: { a: schema } }, value: { a: value, b: 1 } }),
    additionalProperties: ({ schema, value }) => ({
      schema: { properties: { b: {} }, additionalProperties: schema },
      value: { a: value, b: 1 },
    }),
    unevaluatedProperties: ({ schema, value }) => ({ schema: { unevaluatedProperties: schema }, value: { a: value } }),
    patternProperties: ({ schema, value }) => ({
      schema: { patternProperties: { '^a': schema } },
      value: { a: value },
    }),
    items: ({ schema, value }) => ({ schema: { items: schema }, value: [value, value] }),
    prefixItems: ({ schema, value }) => ({ schema: { prefixItems: [{}, schema], items: {} }, value: [1, value, 2] }),
    afterPrefix: ({ schema, value }) => ({ schema: { prefixItems: [{}], items: schema }, value: [1, value] }),
    contains: ({ schema, value }) => ({ schema: { contains: schema }, value: [value] }),
    anyOf: ({ schema, value }) => ({ schema: { anyOf: [{ type: 'null' }, schema] }, value }),
    oneOf: ({ schema, value }) => ({ schema: { oneOf: [schema, { type: 'null' }] }, value }),
    allOf: ({ schema, value }) => ({ schema: { allOf: [{}, schema] }, value }),
    ifElse: ({ schema, value }) => ({ schema: { if: {}, else: schema }, value }),
    ifThen: ({ schema, value }) => ({
      schema: Object.fromEntries([
        ['if', {}],
        ['then', schema],
      ]),
      value,
    }),
    dependentSchemas: ({ schema, value }) => ({ schema: { dependentSchemas: { a: schema } }, value }),
    reference: ({ schema, value }, defs) => {
      const name = `d/${Object.keys(defs).length}`;
      defs[name] = schema;
      return { schema: { $ref: `#/$defs/${name.replace('/', '~1')}` }, value };
    },
  };
  const ways = fc.array(fc.constantFrom(...Object.keys(WAYS)), { maxLength: 8 });
  const nest = (leaf: JsonSchema, names: readonly string[]) => {
    const defs: Record<string, JsonSchema> = {};
    const start: Nested = { schema: leaf, value: 'correct horse' };
    const { schema, value } = names.reduce((inner, name) => WAYS[name]?.(inner, defs) ?? inner, start);
    return { schema: { ...schema, $defs: defs }, value };
  };

  test('is hidden wherever it says so, and what is not marked is shown', () => {
    const mark = fc.constantFrom<JsonSchema>({ writeOnly: true }, { type: 'string', format: 'password' });
    fc.assert(
      fc.property(mark, ways, (leaf, names) => {
        const marked = nest(leaf, names);
        const { shown, hidden } = maskArguments(marked.value, marked.schema, []);
        expect(JSON.stringify(shown)).not.toContain('horse');
        expect(JSON.stringify(shown)).toContain(MASK);
        expect(hidden).toContain('correct horse');
        const plain = nest({ type: 'string' }, names);
        expect(maskArguments(plain.value, plain.schema, [])).toEqual({ shown: plain.value, hidden: [] });
      }),
    );
  });

  test('is found in schemas that lead to themselves', () => {
    const schema: JsonSchema = {
      properties: { next: { $ref: '#' }, word: { writeOnly: true } },
      allOf: [{ $ref: '#' }],
    };
    const args = { next: { next: { word: 'x', other: 'y' } } };
    expect(maskArguments(args, schema, []).shown).toEqual({ next: { next: { word: MASK, other: 'y' } } });
  });

  test('is taken for granted where nobody knows where a reference leads', () => {
    const properties = {
      a: { $ref: '#/$defs/none' },
      b: { $ref: 'https://elsewhere.example/s' },
      c: {},
      d: { $dynamicRef: '#d' },
    };
    const { shown } = maskArguments({ a: 'x', b: 'y', c: 'z', d: 'v' }, { properties }, []);
    expect(shown).toEqual({ a: MASK, b: MASK, c: 'z', d: MASK });
  });

  test('can be looked for where many arguments meet a large schema', () => {
    const branches = Array.from({ length: 300 }, (_, n) => ({ properties: { [`p${n}`]: { type: 'string' } } }));
    const schema: JsonSchema = { additionalProperties: { anyOf: branches } };
    const args = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`m${n}`, { p1: 'x' }]));
    expect(maskArguments(args, schema, []).shown).toEqual(args);
  });
});

describe('values beside a name', () => {
  test.each<[unknown, unknown]>([
    [
      { name: 'password', value: 'x' },
      { name: 'password', value: MASK },
    ],
    [
      { field: 'newPassword', text: 'x', more: 1 },
      { field: 'newPassword', text: MASK, more: MASK },
    ],
    [
      { op: 'replace', path: '/user/pin', value: 1234 },
      { op: MASK, path: '/user/pin', value: MASK },
    ],
    [
      { name: 'city', value: 'Ulm' },
      { name: 'city', value: 'Ulm' },
    ],
    [
      { label: 'Confirm new password (again)', value: 'x' },
      { label: 'Confirm new password (again)', value: MASK },
    ],
    [
      { label: 'PIN of the card', value: 'x' },
      { label: 'PIN of the card', value: MASK },
    ],
    [
      { label: 'Contraseña nueva', value: 'x' },
      { label: 'Contraseña nueva', value: MASK },
    ],
    [
      { name: 'Token ring', quantity: 5, id: 'x' },
      { name: 'Token ring', quantity: 5, id: 'x' },
    ],
    [
      ['password', 'x'],
      ['password', MASK],
    ],
    [
      ['city', 'Ulm'],
      ['city', 'Ulm'],
    ],
    [
      [
        ['otp', 'x'],
        ['city', 'Ulm'],
      ],
      [
        ['otp', MASK],
        ['city', 'Ulm'],
      ],
    ],
  ])('%j', (value, expected) => {
    expect(maskArguments({ fields: [value] }, {}, []).shown).toEqual({ fields: [expected] });
  });
});
