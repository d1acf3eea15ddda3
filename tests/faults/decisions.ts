import { readFileSync } from 'node:fs';

/** A line of the fault table in README.md. */
export interface Decision {
  readonly row: string;
  readonly fault: string;
  readonly decision: string;
  readonly file: string;
  readonly test: string;
}

const LINE = /^\| (?<row>B\d+) \| (?<fault>.+) \| (?<decision>.+) \| (?<file>\S+) › (?<test>.+) \|$/;

/** The fault table: every row with its decision and the test of it. */
export function readDecisions(): Decision[] {
  const text = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  return text.split('\n').flatMap((line) => {
    const { row = '', fault = '', decision = '', file = '', test = '' } = LINE.exec(line)?.groups ?? {};
    return row === '' ? [] : [{ row, fault, decision, file, test }];
  });
}
