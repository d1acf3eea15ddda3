import { appendFileSync } from 'node:fs';
import process from 'node:process';
import type { Reporter, TestCase } from 'vitest/node';
import { PROGRESS_FILE, type ProgressNote } from './overtime.ts';

const nameOf = ({ module, fullName }: TestCase): string => `${module.relativeModuleId} › ${fullName}`;

/** Writes down at once which tests begin and end: a run that has to be killed leaves no report. */
export default class ProgressReporter implements Reporter {
  onTestCaseReady(test: TestCase): void {
    note({ test: nameOf(test), state: 'running' });
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state !== 'pending') note({ test: nameOf(test), state });
  }
}

function note(progress: ProgressNote): void {
  const file = process.env[PROGRESS_FILE];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(progress)}\n`);
}
