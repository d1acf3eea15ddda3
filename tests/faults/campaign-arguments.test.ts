import { expect, test } from 'vitest';
import { readArguments } from './campaign-arguments.ts';

test('thirty runs of each cell and a thousand kills, unless it says otherwise', () => {
  expect(readArguments([])).toEqual({
    ...{ runs: 30, browserRuns: 30, kills: 1_000, worlds: 2, minutes: 120, cell: undefined, out: undefined },
  });
  expect(readArguments(['--runs', '3', '--kills', '0', '--cell', 'x'])).toMatchObject({
    ...{ runs: 3, browserRuns: 3, kills: 0, cell: 'x' },
  });
  expect(readArguments(['--browser-runs', '1'])).toMatchObject({ runs: 30, browserRuns: 1 });
});

test.each([
  ['--runs', 'some'],
  ['--runs', '-1'],
  ['--browser-runs', '1.5'],
  ['--worlds', '0'],
  ['--minutes', '0'],
  ['--rums', '3'],
])('%s %s is refused with its name', (name, value) => {
  expect(() => readArguments([name, value])).toThrow(name);
});
