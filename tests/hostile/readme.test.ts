import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const table = readFileSync(new URL('README.md', import.meta.url), 'utf8');

const ROWS = Array.from({ length: 22 }, (_, index) => `A${index + 1}`);
const rows = new Map(
  table.split('\n').flatMap((line) => {
    const [, row, , , tests] = line.split('|').map((cell) => cell.trim());
    return row !== undefined && tests !== undefined && /^A\d+$/.test(row) ? [[row, tests] as const] : [];
  }),
);

/** Names of tests and groups: what stands before a function as the first of two arguments. */
function namesIn(file: string): string[] {
  const source = readFileSync(fileURLToPath(new URL(file, root)), 'utf8');
  const named = /\(\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`),\s*(?:async\s*)?(?:\(|\w+\s*=>)/g;
  return [...source.matchAll(named)].map((match) => match.slice(1).join(''));
}

test('every row is there once, and no other', () => {
  expect([...rows.keys()]).toEqual(ROWS);
});

test.each(ROWS)('%s: each test that it names is a test', (row) => {
  const named = [...(rows.get(row) ?? '').matchAll(/`(tests\/[^`]+)`(?: "([^"]+)")?/g)];
  expect(named.length).toBeGreaterThan(0);
  for (const [, file = '', title = 'no name'] of named) {
    const names = namesIn(file);
    expect(
      names.some((name) => name.includes(title)),
      `${file}: ${title}`,
    ).toBe(true);
  }
});
