import { execFile } from 'node:child_process';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUILT } from '../../demo-site/runner/workspace.ts';
import { CHECKS } from '../../native-host/src/conformance/checks/all-checks.ts';
import type { jsonReport } from '../../native-host/src/conformance/report.ts';
import { type Rig, startRig } from './rig.ts';

type Report = ReturnType<typeof jsonReport>;

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.open('/desk/conformance.html');
});
afterAll(() => rig.stop());

/** Runs the built kit against the built server, with the conformance page in a real browser behind it. */
function runKit(...options: string[]): Promise<{ exitCode: unknown; report: Report }> {
  const server = [process.execPath, BUILT.cli, 'mcp'];
  const args = [BUILT.cli, 'conformance', '--json', ...options, '--', ...server];
  return new Promise((resolve, reject) => {
    const more = { env: rig.profile.env, maxBuffer: 256 * 1024 * 1024 };
    const child = execFile(process.execPath, args, more, (error, stdout) => {
      if (stdout === '') reject(error ?? new Error('The kit printed nothing.'));
      else resolve({ exitCode: child.exitCode, report: JSON.parse(stdout) as Report });
    });
  });
}

test('every check passes through the whole chain, in both eras', { timeout: 240_000 }, async () => {
  const { exitCode, report } = await runKit();
  const problems = report.checks.filter(({ status }) => status !== 'passed');
  expect(problems.map(({ id, era, status, found }) => ({ id, era, status, found }))).toEqual([]);
  expect(report.eras).toEqual([
    { era: 'legacy', revision: '2025-11-25', passed: CHECKS.length, failed: 0, skipped: 0 },
    { era: 'modern', revision: '2026-07-28', passed: CHECKS.length, failed: 0, skipped: 0 },
  ]);
  expect({ exitCode, conformant: report.conformant }).toEqual({ exitCode: 0, conformant: true });
});
