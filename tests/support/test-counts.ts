import * as z from 'zod';

/** The part of vitest's JSON report that counts. */
const JsonReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

export interface TestCounts {
  passed: number;
  failed: number;
}

/** Counts tests; a file that could not even be loaded counts as one that failed. */
export function countTests(report: unknown): TestCounts {
  const { numPassedTests, numFailedTests, testResults } = JsonReport.parse(report);
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}
