import { expect, test } from 'vitest';
import {
  ApprovalInput,
  FieldsInput,
  FileInput,
  fieldErrors,
  LineInput,
  SignInInput,
} from '../../../demo-site/src/state/input.ts';

test.each([
  ['no fields', FieldsInput, {}, {}],
  ['an empty recipient while editing', FieldsInput, { recipient: '' }, {}],
  ['an amount of 0', FieldsInput, { amount: 0 }, { amount: 'Must be greater than 0' }],
  ['a negative amount', FieldsInput, { amount: -3 }, { amount: 'Must be greater than 0' }],
  ['no number', FieldsInput, { amount: Number.NaN }, { amount: 'Must be a number' }],
  ['a long note', FieldsInput, { note: 'x'.repeat(501) }, { note: 'At most 500 characters' }],
  [
    'a line without anything',
    LineInput,
    { product: ' ', quantity: 0, price: -1 },
    { product: 'Name the product', quantity: 'At least 1', price: 'Cannot be negative' },
  ],
  ['half a piece', LineInput, { product: 'Tea', quantity: 0.5, price: 1 }, { quantity: 'Must be a whole number' }],
  ['a file at the limit', FileInput, { name: 'a', kilobytes: 20_000 }, {}],
  ['a file over it', FileInput, { name: 'a', kilobytes: 20_001 }, { kilobytes: 'At most 20,000 kB' }],
  ['a thin reason', ApprovalInput, { reason: ' x ' }, { reason: 'Give a reason of at least 3 characters' }],
  ['no password', SignInInput, { password: '' }, { password: 'Enter your password' }],
])('%s', (_, schema, value, errors) => {
  expect(fieldErrors(schema, value)).toEqual(errors);
});
