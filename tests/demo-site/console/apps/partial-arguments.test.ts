import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partialArguments } from '../../../../demo-site/console/apps/partial-arguments.ts';

test('arguments grow piece by piece', () => {
  const partials = partialArguments({ recipient: 'Ada Lovelace', lines: [{ n: 12 }] }, 24);
  expect(partials[0]).toEqual({ recipient: expect.stringMatching(/^A?d?a?/) });
  expect(partials).toContainEqual({ recipient: 'Ada Lovelace', lines: [{}] });
  expect(new Set(partials.map((partial) => JSON.stringify(partial))).size).toBe(partials.length);
});

test('an escape that is cut in two is no text yet', () => {
  const text = 'say "x" \\ \u0001';
  for (const partial of partialArguments({ text }, 60)) expect(text).toContain(partial['text']);
});

test('nothing is said that the arguments do not say', () => {
  const isPartOf = (part: unknown, whole: unknown): boolean => {
    if (typeof part === 'string') return typeof whole === 'string' && whole.startsWith(part);
    if (typeof part === 'number') return typeof whole === 'number';
    if (typeof part !== 'object' || part === null) return part === whole;
    return Object.entries(part).every(
      ([name, value]) =>
        Object.hasOwn(whole as object, name) && isPartOf(value, (whole as Record<string, unknown>)[name]),
    );
  };
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
        fc.jsonValue({ noUnicodeString: true }),
      ),
      fc.integer({ min: 1, max: 40 }),
      (given, pieces) => {
        const args = JSON.parse(JSON.stringify(given)) as Record<string, unknown>;
        for (const partial of partialArguments(args, pieces)) expect(isPartOf(partial, args)).toBe(true);
      },
    ),
  );
});
