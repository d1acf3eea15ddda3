import { expect, test } from 'vitest';
import {
  type CountRequest,
  createTokenCounter,
  type TokensCounted,
} from '../../../../demo-site/console/state/token-counter.ts';

test('each text gets its own count, in whatever order they come', async () => {
  const asked: CountRequest[] = [];
  let answer = (_: { readonly data: TokensCounted }) => {};
  const count = createTokenCounter({
    postMessage: (request) => void asked.push(request),
    addEventListener: (_, listener) => {
      answer = listener;
    },
  });
  const counts = [count('a'), count('abc'), count('ab')];
  for (const { number, text } of [...asked].reverse()) answer({ data: { number, tokens: text.length } });
  expect(await Promise.all(counts)).toEqual([1, 3, 2]);
});
