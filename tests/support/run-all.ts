import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { ensureBuilt } from '../../demo-site/runner/build.ts';
import { findBrowser } from '../../demo-site/runner/find-browser.ts';
import { inWorkspace } from '../../demo-site/runner/workspace.ts';
import { killTree } from './kill-tree.ts';
import { overtimeCounts, PROGRESS_FILE, testMinutes } from './overtime.ts';
import { countTests } from './test-counts.ts';

const projects = ['unit', 'schedules', 'contract', 'e2e', 'e2e-pages', 'faults'];

/** Runs all projects, shows what vitest prints, and returns its exit code with its own count. */
async function runVitest(browser: string, minutes: number) {
  const directory = mkdtempSync(join(tmpdir(), 'bridge-tests-'));
  const report = join(directory, 'report.json');
  const progress = join(directory, 'progress');
  writeFileSync(progress, '');
  try {
    const child = spawn(
      process.execPath,
      [
        inWorkspace('node_modules/vitest/vitest.mjs'),
        'run',
        ...projects.flatMap((name) => ['--project', name]),
        '--reporter=default',
        '--reporter=json',
        `--reporter=${inWorkspace('tests/support/progress-reporter.ts')}`,
        `--outputFile.json=${report}`,
        // `npm test -- tests/e2e` runs a part.
        ...process.argv.slice(2),
      ],
      {
        cwd: inWorkspace(),
        stdio: 'inherit',
        // A group of its own, so that nothing of it is left when it has to be killed.
        detached: true,
        env: { ...process.env, MCP_GUI_BRIDGE_BROWSER: browser, [PROGRESS_FILE]: progress },
      },
    );
    const kill = () => child.pid !== undefined && killTree(child.pid);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, kill);
    let isOverdue = false;
    const timer = setTimeout(() => {
      isOverdue = true;
      kill();
    }, minutes * 60_000);
    const [exitCode] = await once(child, 'exit');
    clearTimeout(timer);
    if (isOverdue || !existsSync(report)) {
      const { running, ...counts } = overtimeCounts(readFileSync(progress, 'utf8'));
      console.log(isOverdue ? `Killed: it took more than ${minutes} minutes.` : 'Ended before its time.');
      for (const test of running) console.log(`Was running: ${test}`);
      return { exitCode: 1, ...counts };
    }
    return { exitCode: Number(exitCode ?? 1), ...countTests(JSON.parse(readFileSync(report, 'utf8'))) };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

try {
  const minutes = testMinutes(process.env);
  const browser = await findBrowser(process.env, console.log);
  await ensureBuilt({ print: console.log });
  const { exitCode, passed, failed } = await runVitest(browser, minutes);
  if (failed === 0 && exitCode !== 0) console.log('Something outside the tests failed; see above.');
  if (passed === 0) console.log('No test passed.');
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = exitCode === 0 && failed === 0 && passed > 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('0 passed, 0 failed');
  process.exitCode = 1;
}
