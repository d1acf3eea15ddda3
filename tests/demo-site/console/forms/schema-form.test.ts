import { describe, expect, test } from 'vitest';
import { formFields } from '../../../../demo-site/console/forms/schema-form.ts';

const fieldFor = (property: unknown, rest: Record<string, unknown> = {}) =>
  formFields({ type: 'object', properties: { it: property }, ...rest })[0];

describe('what a person enters each kind of value with', () => {
  test.each([
    ['a text', { type: 'string' }, { kind: 'text', type: 'text', long: false }],
    ['an address', { type: 'string', format: 'email' }, { kind: 'text', type: 'email', long: false }],
    ['a secret', { type: 'string', format: 'password' }, { kind: 'text', type: 'password', long: false }],
    ['a long text', { type: 'string', maxLength: 1_000 }, { kind: 'text', type: 'text', long: true }],
    [
      'a number with bounds',
      { type: 'number', minimum: 0, maximum: 9 },
      { kind: 'number', step: 'any', min: 0, max: 9 },
    ],
    ['a whole number', { type: 'integer' }, { kind: 'number', step: '1' }],
    ['yes or no', { type: 'boolean' }, { kind: 'choice', options: ['true', 'false'] }],
    ['one of several', { enum: ['week', 7, null] }, { kind: 'choice', options: ['"week"', '7', 'null'] }],
    ['a constant', { const: 'v1' }, { kind: 'choice', options: ['"v1"'] }],
    ['a list', { type: 'array', items: { type: 'string' } }, { kind: 'json' }],
    ['several types', { type: ['string', 'null'] }, { kind: 'json' }],
    ['anything', {}, { kind: 'json' }],
    ['what is no schema', true, { kind: 'json' }],
  ])('%s', (_, property, control) => {
    expect(fieldFor(property)?.control).toEqual(control);
  });
});

test('objects become their fields, named as the server names them in its errors', () => {
  const fields = formFields({
    type: 'object',
    required: ['order'],
    properties: {
      order: {
        type: 'object',
        required: ['a/b'],
        properties: { 'a/b': { type: 'string', title: 'First' }, note: { type: 'string', description: 'Free text' } },
      },
    },
  });
  expect(fields).toMatchObject([
    { pointer: 'order/a~1b', path: ['order', 'a/b'], label: 'First', required: true },
    { pointer: 'order/note', label: 'order › note', hint: 'Free text', required: false },
  ]);
});

test('a field is required only where all that holds it is', () => {
  const address = { type: 'object', required: ['city'], properties: { city: { type: 'string' } } };
  expect(fieldFor(address)?.required).toBe(false);
  expect(fieldFor(address, { required: ['it'] })?.required).toBe(true);
});

test('a default stands in the field', () => {
  expect(fieldFor({ type: 'string', default: 'x' })?.preset).toBe('x');
  expect(fieldFor({ type: 'integer', default: 3 })?.preset).toBe('3');
  expect(fieldFor({ enum: ['a', 'b'], default: 'b' })?.preset).toBe('"b"');
});

test('references are followed, and one that leads nowhere or to itself ends as JSON', () => {
  const root = { $defs: { name: { type: 'string', title: 'Name' } } };
  expect(fieldFor({ $ref: '#/$defs/name' }, root)?.label).toBe('Name');
  expect(fieldFor({ $ref: '#/$defs/missing' }, root)?.control).toEqual({ kind: 'json' });
  const loop = { $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } } };
  const fields = formFields({ type: 'object', properties: { it: { $ref: '#/$defs/node' } }, ...loop });
  expect(fields).toMatchObject([{ pointer: 'it/next/next', control: { kind: 'json' } }]);
});

test('a schema without properties has no fields', () => {
  expect(formFields({ type: 'object' })).toEqual([]);
  expect(formFields({ properties: null, required: 'x' })).toEqual([]);
});
