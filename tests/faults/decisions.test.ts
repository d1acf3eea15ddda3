import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDecisions } from './decisions.ts';

const root = new URL('../../', import.meta.url);
const table = readDecisions();

test('every row of the fault table has its decision tested', () => {
  const rows = new Set(table.map(({ row }) => row));
  expect(Array.from({ length: 42 }, (_, index) => `B${index + 1}`).filter((row) => !rows.has(row))).toEqual([]);
});

test.each(table)('$row: $file › $test', ({ file, test: name }) => {
  const path = new URL(file, root);
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path, 'utf8')).toContain(name);
});
