import { expect, test } from 'vitest';
import { countTests } from '../../support/test-counts.ts';

const file = (status: string, tests: number) => ({
  status,
  assertionResults: Array.from({ length: tests }, () => ({})),
});

test('counts tests, and a file that could not be loaded as one failed test', () => {
  const report = {
    numPassedTests: 5,
    numFailedTests: 1,
    testResults: [file('passed', 5), file('failed', 1), file('failed', 0)],
  };
  expect(countTests(report)).toEqual({ passed: 5, failed: 2 });
});

test('a report of another shape is an error, not zero failures', () => {
  expect(() => countTests({})).toThrow();
});
