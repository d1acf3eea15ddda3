import { test } from 'vitest';
import { agree, useTurns } from './model-test.ts';

useTurns();

test('whatever agents call, they are answered as the plain model says, and it happens once', { timeout: 0 }, () =>
  agree({ page: 4, call: 7, rare: 1 }),
);
