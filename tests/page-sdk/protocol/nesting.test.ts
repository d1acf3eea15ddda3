import { expect, test } from 'vitest';
import { isNestedDeeper } from '../../../page-sdk/src/protocol/nesting.ts';

const nested = (levels: number): unknown => JSON.parse(`${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`);

test.each<[unknown, number, boolean]>([
  [1, 0, false],
  [null, 0, false],
  [{}, 0, true],
  [[], 1, false],
  [[[]], 1, true],
  [{ a: 1, b: { c: [] } }, 2, true],
  [{ a: 1, b: { c: [] } }, 3, false],
  [nested(96), 96, false],
  [nested(98), 96, true],
])('%j is nested deeper than %i: %s', (value, levels, expected) => {
  expect(isNestedDeeper(value, levels)).toBe(expected);
});

test('depth does not matter to it', () => {
  expect(isNestedDeeper(nested(200_000), 96)).toBe(true);
});
