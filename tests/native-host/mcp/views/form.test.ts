import { describe, expect, test } from 'vitest';
import { emptyDraft, fillArguments, placeErrors } from '../../../../native-host/src/mcp/views/windows/form-draft.ts';
import {
  type FormField,
  formFields,
  readableName,
} from '../../../../native-host/src/mcp/views/windows/json-schema-form.ts';

const ORDER = {
  type: 'object',
  properties: {
    recipient: { type: 'string', title: 'Recipient', description: 'Who receives it', maxLength: 80 },
    amount: { type: ['number', 'null'], minimum: 0.01, maximum: 100 },
    copies: { type: 'integer', default: 1 },
    gift: { type: 'boolean' },
    terms: { type: 'boolean', default: true },
    payment: { enum: ['card', 'invoice', 3] },
    tags: { type: 'array', items: { type: 'string' } },
    sizes: { type: 'array', items: { $ref: '#/$defs/size' } },
    address: {
      type: 'object',
      properties: { 'street/name': { type: 'string' }, zip: { anyOf: [{ type: 'integer' }, { type: 'null' }] } },
      required: ['street/name'],
    },
    lines: { type: 'array', items: { type: 'object' } },
    expectedVersion: { type: 'integer' },
  },
  required: ['recipient', 'payment'],
  $defs: { size: { type: 'number' } },
};
const fields = formFields(ORDER);
const field = (path: string): FormField | undefined => fields.find((candidate) => candidate.path === path);

describe('the form of a schema', () => {
  test('has a field for every argument but the version', () => {
    expect(fields.map(({ path, input }) => `${path}: ${input.kind}`)).toEqual([
      'recipient: text',
      'amount: number',
      'copies: number',
      'gift: choice',
      'terms: flag',
      'payment: choice',
      'tags: lines',
      'sizes: lines',
      'address: group',
      'lines: json',
    ]);
  });

  test('says what the schema says: titles, help, bounds, what is required', () => {
    expect(field('recipient')).toMatchObject({
      label: 'Recipient',
      help: 'Who receives it',
      required: true,
      input: { maxLength: 80, multiline: false },
    });
    expect(field('amount')).toMatchObject({ label: 'Amount', required: false, input: { min: 0.01, max: 100 } });
    expect(field('sizes')?.input).toEqual({ kind: 'lines', numbers: true });
    expect(field('address')?.input).toMatchObject({
      fields: [
        { path: 'address/street~1name', label: 'Street/name', required: true },
        { path: 'address/zip', input: { kind: 'number', integer: true } },
      ],
    });
  });

  test.each([
    ['payment_password', 'Payment password'],
    ['recipientName', 'Recipient name'],
    ['__', '__'],
  ])('%s reads "%s"', (name, words) => {
    expect(readableName(name)).toBe(words);
  });

  test.each([
    ['nothing to fill in', { type: 'object' }, []],
    ['nothing to fill in but the version', { type: 'object', properties: { expectedVersion: {} } }, []],
    ['alternatives at the root', { type: 'object', anyOf: [{ required: ['a'] }] }, ['json']],
    ['no schema at all', { properties: 7, required: 'x' }, []],
    ['a reference in circles', { properties: { a: { $ref: '#/properties/a' } } }, ['json']],
    ['a foreign reference', { properties: { a: { $ref: 'https://evil.example/x' } } }, ['json']],
    ['a long text', { properties: { a: { type: 'string', maxLength: 500 } } }, ['text']],
    ['a password', { properties: { a: { type: 'string', format: 'password' } } }, ['text']],
  ])('%s', (_, schema, kinds) => {
    expect(formFields(schema).map(({ input }) => input.kind)).toEqual(kinds);
  });
});

describe('what a filled form says', () => {
  const draft = { ...emptyDraft(fields), recipient: 'Ada', payment: '"card"' };

  test('nothing for optional fields that are empty, the defaults for those that have one', () => {
    expect(fillArguments(fields, draft)).toEqual({
      ok: true,
      args: { recipient: 'Ada', payment: 'card', copies: 1, terms: true },
    });
  });

  test('each kind of value', () => {
    const filled = fillArguments(fields, {
      ...draft,
      amount: '2.5',
      gift: 'false',
      terms: '',
      payment: '3',
      tags: 'a\n\nb ',
      sizes: '1\n2.5',
      'address/street~1name': 'Main',
      'address/zip': '123',
      lines: '[{"a":1}]',
    });
    expect(filled).toEqual({
      ok: true,
      args: {
        recipient: 'Ada',
        amount: 2.5,
        copies: 1,
        gift: false,
        terms: false,
        payment: 3,
        tags: ['a', 'b '],
        sizes: [1, 2.5],
        address: { 'street/name': 'Main', zip: 123 },
        lines: [{ a: 1 }],
      },
    });
  });

  test('an empty text where one is required, for the application to judge', () => {
    expect(fillArguments(fields, { ...draft, recipient: '' })).toMatchObject({ ok: true, args: { recipient: '' } });
  });

  test.each([
    ['amount', 'a lot', 'Must be a number'],
    ['copies', '1.5', 'Must be a whole number'],
    ['payment', '', 'Is required'],
    ['sizes', '1\nx', 'Must be one number on each line'],
    ['lines', '[', 'Must be JSON, such as {"name": "value"} or [1, 2]'],
  ])('%s: "%s" is refused at its field', (path, text, error) => {
    expect(fillArguments(fields, { ...draft, [path]: text })).toEqual({ ok: false, errors: { [path]: error } });
  });

  test('all arguments as one JSON object where the schema has alternatives', () => {
    const whole = formFields({ type: 'object', oneOf: [{}, {}] });
    expect(fillArguments(whole, { '': '{"a":1}' })).toEqual({ ok: true, args: { a: 1 } });
    expect(fillArguments(whole, { '': '7' })).toMatchObject({ ok: false });
  });

  test('names of pages reach no prototype', () => {
    const hostile = formFields(JSON.parse('{"properties":{"__proto__":{"type":"string"}}}'));
    const filled = fillArguments(hostile, { ['__proto__']: 'x' });
    expect(filled.ok && Object.keys(filled.args)).toEqual(['__proto__']);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});

test('what the application refused is said at the fields, the rest above them', () => {
  const refused = [
    { field: 'recipient', error: 'Unknown' },
    { field: 'recipient', error: 'Too short' },
    { field: 'lines/0/amount', error: 'Too small' },
    { field: 'address/street~1name', error: 'No such street' },
    { field: 'expectedVersion', error: 'must be an integer' },
  ];
  expect(placeErrors(fields, refused)).toEqual({
    byField: {
      recipient: 'Unknown; Too short',
      lines: 'Too small',
      'address/street~1name': 'No such street',
    },
    others: ['expectedVersion: must be an integer'],
  });
});
