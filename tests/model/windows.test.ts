import { test } from 'vitest';
import { agree, useTurns } from './model-test.ts';

useTurns();

test('whatever pages and people do, agents read what the plain model says', { timeout: 0 }, () =>
  agree({ page: 8, call: 2, rare: 1 }),
);
