import { expect, test } from 'vitest';
import type { Check } from '../../native-host/src/conformance/check.ts';
import { humanReport, isConformant, jsonReport } from '../../native-host/src/conformance/report.ts';
import type { CheckResult, EraRun, Status } from '../../native-host/src/conformance/run-checks.ts';

const check: Check = { id: '6-3', section: '6', level: 'MUST', text: 'A window opens: told.', run: async () => {} };

const result = (status: Status): CheckResult => ({
  check,
  era: 'legacy',
  status,
  found: status === 'passed' ? undefined : 'it was not told',
  exchange: [
    { client: 1, direction: 'sent', line: '{"id":1}' },
    { client: 2, direction: 'received', line: 'x'.repeat(1_000) },
  ],
});

const run = (...statuses: Status[]): EraRun => ({
  era: 'legacy',
  revision: '2025-11-25',
  refusal: undefined,
  results: statuses.map(result),
});
const notOffered: EraRun = { era: 'modern', revision: '2026-07-28', refusal: 'error -32601', results: [] };

test.each<[string, EraRun[], boolean]>([
  ['all passed', [run('passed', 'passed')], true],
  ['one skipped', [run('passed', 'skipped')], true],
  ['an era that is not offered', [run('passed'), notOffered], true],
  ['one failed', [run('passed', 'failed')], false],
  ['one failed in the other era', [run('passed'), run('failed')], false],
  ['nothing was checked', [run('skipped')], false],
  ['nothing is offered', [notOffered], false],
])('conformant or not: %s', (_what, runs, conformant) => expect(isConformant(runs)).toBe(conformant));

test('people read what was demanded, found and exchanged', () => {
  expect(humanReport(['node', 'server.js'], [run('passed', 'failed', 'skipped'), notOffered])).toEqual([
    'Conformance of: node server.js',
    '',
    'MCP revision 2025-11-25 (legacy)',
    'passed  6-3     A window opens: told.',
    'FAILED  6-3     A window opens: told.',
    '        §6 (MUST); found: it was not told',
    '        client 1 → {"id":1}',
    `        client 2 ← ${'x'.repeat(399)}…`,
    'skipped 6-3     A window opens: told.',
    '        not checked: it was not told',
    'MCP revision 2025-11-25 (legacy): 1 passed, 1 failed, 1 skipped',
    '',
    'MCP revision 2026-07-28 (modern): skipped, the server does not offer it. error -32601',
    '',
    'Not conformant: 1 failed.',
  ]);
});

test('programs read one object', () => {
  const report = jsonReport(['node'], [run('passed', 'failed'), notOffered]);
  expect(report).toMatchObject({
    command: ['node'],
    conformant: false,
    passed: 1,
    failed: 1,
    skipped: 0,
    eras: [
      { era: 'legacy', passed: 1, failed: 1, skipped: 0 },
      { era: 'modern', notOffered: 'error -32601' },
    ],
  });
  expect(report.checks[1]).toMatchObject({
    id: '6-3',
    section: '6',
    level: 'MUST',
    status: 'failed',
    found: 'it was not told',
  });
});
