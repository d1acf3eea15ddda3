import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  firstDraft,
  formArguments,
  jsonArguments,
  placeProblems,
} from '../../../../demo-site/console/forms/form-arguments.ts';
import { formFields } from '../../../../demo-site/console/forms/schema-form.ts';

const fields = formFields({
  type: 'object',
  required: ['name', 'amount'],
  properties: {
    name: { type: 'string' },
    amount: { type: 'number' },
    urgent: { type: 'boolean' },
    tags: { type: 'array' },
    address: { type: 'object', properties: { city: { type: 'string' }, zip: { type: 'integer' } } },
  },
});

describe('the arguments of a form', () => {
  test('each text becomes a value of its kind', () => {
    const draft = { name: '12', amount: '12.5', urgent: 'true', tags: '["a"]', 'address/city': 'Bonn' };
    const args = { name: '12', amount: 12.5, urgent: true, tags: ['a'], address: { city: 'Bonn' } };
    expect(formArguments(fields, draft)).toEqual({ ok: true, args });
  });

  test('empty fields say nothing, a required text says that it is empty', () => {
    expect(formArguments(fields, firstDraft(fields))).toEqual({ ok: true, args: { name: '' } });
  });

  test('what is no value of its kind is told at its field', () => {
    const filled = formArguments(fields, { amount: 'much', tags: 'a, b' });
    expect(filled).toEqual({
      ok: false,
      problems: { amount: 'Enter a number.', tags: expect.stringContaining('Enter JSON') },
    });
  });

  test('an argument may have any name', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.oneof(fc.string(), fc.constant('__proto__')), { minLength: 1 }), (names) => {
        const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
        const strange = formFields({ type: 'object', properties });
        const filled = formArguments(strange, Object.fromEntries(strange.map(({ pointer }) => [pointer, 'x'])));
        expect(filled.ok && Object.keys(filled.args).sort()).toEqual([...Object.keys(properties)].sort());
      }),
    );
  });
});

test('arguments may be written as JSON, if they are an object', () => {
  expect(jsonArguments('{"a": 1}')).toEqual({ ok: true, args: { a: 1 } });
  expect(jsonArguments('  ')).toEqual({ ok: true, args: {} });
  for (const wrong of ['[1]', 'null', '{', '3']) expect(jsonArguments(wrong).ok, wrong).toBe(false);
});

test('what the server refused is told at its fields, the rest beside them', () => {
  const refused = [
    { field: 'amount', error: 'Must be positive' },
    { field: 'amount', error: 'Must be whole' },
    { field: 'tags/0', error: 'Unknown tag' },
    { field: 'other', error: 'Is unknown' },
    { field: '', error: 'Too much' },
  ];
  expect(placeProblems(fields, refused)).toEqual({
    byField: { amount: 'Must be positive Must be whole', tags: 'Unknown tag' },
    others: ['other: Is unknown', 'Too much'],
  });
});
