import { expect, test } from 'vitest';
import { countTokens } from '../../../../demo-site/console/state/count-tokens.ts';

test('counts what a model reads', () => {
  expect(countTokens('')).toBe(0);
  expect(countTokens('hello world')).toBe(2);
  expect(countTokens(JSON.stringify({ operableWindowIds: [] }))).toBeGreaterThan(5);
});

test('words that control a model are text like any other', () => {
  expect(countTokens('a page says <|endoftext|>')).toBeGreaterThan(countTokens('a page says '));
});
