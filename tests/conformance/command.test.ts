import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommandLine } from '../../native-host/src/command-line.ts';
import { CHECKS } from '../../native-host/src/conformance/checks/all-checks.ts';
import { ERAS } from '../../native-host/src/conformance/era.ts';
import { PATIENCE, type Patience } from '../../native-host/src/conformance/patience.ts';
import type { jsonReport } from '../../native-host/src/conformance/report.ts';
import { runChecks } from '../../native-host/src/conformance/run-checks.ts';
import { StdioServers } from '../../native-host/src/conformance/stdio-servers.ts';
import { buildEntry } from '../native-host/build-entry.ts';
import { isAlive } from '../support/is-alive.ts';

type Report = ReturnType<typeof jsonReport>;

let entry = '';
let directory = '';
beforeAll(async () => {
  entry = await buildEntry(new URL('wrong-servers/stdio-entry.ts', import.meta.url));
  directory = mkdtempSync(join(tmpdir(), 'conformance-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function run(...argv: string[]) {
  let [out, err] = ['', ''];
  const exitCode = await runCommandLine(['conformance', ...argv], {
    env: process.env,
    program: entry,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { exitCode, out, err };
}

const reference = (...options: string[]) => ['--', process.execPath, entry, ...options];

describe('the command', () => {
  test('a server that keeps the protocol: exit code 0, one JSON object, both eras', async () => {
    // What stands after -- is the server's own, so its --json is not ours.
    const { exitCode, out } = await run('--json', ...reference('--json'));
    const report = JSON.parse(out) as Report;
    expect({ exitCode, conformant: report.conformant, failed: report.failed }).toEqual({
      exitCode: 0,
      conformant: true,
      failed: 0,
    });
    expect(report.eras.map(({ revision }) => revision)).toEqual(['2025-11-25', '2026-07-28']);
    expect(report.checks).toHaveLength(2 * CHECKS.length);
    const skipped = report.checks.filter(({ status }) => status === 'skipped');
    expect(new Set(skipped.map(({ section }) => section))).toEqual(new Set(['10.1']));
    expect(skipped[0]?.found).toMatch(/two applications/);
    const seen = report.checks.find(({ id }) => id === '7.1-3')?.exchange ?? [];
    expect(seen.some(({ direction, line }) => direction === 'sent' && line.includes('expectedVersion'))).toBe(true);
    expect(seen.some(({ direction, line }) => direction === 'received' && line.includes('stale_state'))).toBe(true);
  });

  test('a server that does not: exit code 1, and the report says what was demanded, found and exchanged', async () => {
    const { exitCode, out } = await run('--era', 'legacy', ...reference('--fault', '7.1-3', '--json'));
    expect(exitCode).toBe(1);
    const lines = out.trim().split('\n');
    expect(lines.at(-1)).toBe('Not conformant: 1 failed.');
    const at = lines.findIndex((line) => line.startsWith('FAILED'));
    expect(lines[at]).toMatch(
      /^FAILED {2}7\.1-3 {3}A write whose expectedVersion is not the current version is rejected/,
    );
    expect(lines[at + 1]).toMatch(/§7\.1 \(MUST\); found: instead of stale_state, .*__set_field succeeded/);
    expect(lines[at + 2]).toMatch(/client 1 [→←] \{"jsonrpc":"2\.0"/);
  });

  test('a server of the older revisions alone: the newest is skipped, and asking for it fails every check', async () => {
    const both = await run('--json', ...reference('--legacy-only'));
    expect(both.exitCode).toBe(0);
    expect((JSON.parse(both.out) as Report).eras[1]).toEqual({
      era: 'modern',
      revision: '2026-07-28',
      notOffered: 'server/discover is answered with error -32601: Unknown',
    });
    const modern = await run('--json', '--era', 'modern', ...reference('--legacy-only'));
    expect(modern.exitCode).toBe(1);
    expect(JSON.parse(modern.out)).toMatchObject({ conformant: false, passed: 0, failed: CHECKS.length });
  });

  test('--list --json: id, section and text of every check, and no server is needed', async () => {
    const { exitCode, out } = await run('--list', '--json');
    expect(exitCode).toBe(0);
    const listed = JSON.parse(out) as Record<string, string>[];
    expect(listed).toHaveLength(CHECKS.length);
    for (const { id, section, text, ...more } of listed) {
      expect({ id, section, text, more }).toEqual({
        id: expect.stringMatching(/^[\dB.]+-\d+$/),
        section: expect.stringMatching(/./),
        text: expect.stringMatching(/\.$/),
        more: {},
      });
    }
  });

  test('a program that cannot be started fails every check', async () => {
    const { exitCode, out } = await run('--json', '--', join(directory, 'nothing'));
    const report = JSON.parse(out) as Report;
    expect({ exitCode, failed: report.failed }).toEqual({ exitCode: 1, failed: CHECKS.length });
    expect(report.checks[0]?.found).toMatch(/could not be started: .*ENOENT/);
  });
});

/** A process needs its time to start; what it leaves unanswered then, it never answers. */
const HASTY: Patience = {
  greeting: 5_000,
  answer: 1_000,
  notification: 100,
  windows: 300,
  quiet: 2,
  unanswered: 1_500,
};

async function check(patience: Patience, ...argv: string[]) {
  const servers = new StdioServers([process.execPath, ...argv], process.env);
  try {
    return await runChecks(ERAS, CHECKS, { start: () => servers.start(), patience });
  } finally {
    await servers.close();
  }
}

/** Resolves when the process whose id this is has ended. */
async function gone(pid: string): Promise<void> {
  expect(Number(pid)).toBeGreaterThan(0);
  await expect.poll(() => isAlive(Number(pid))).toBe(false);
}

describe('a broken server', () => {
  test.each([
    ['that is silent', 'process.stdin.resume()'],
    ['that answers garbage', 'process.stdin.on("data", () => console.log("{]\\n[1]\\n\\u0000\\n\\"text\\""))'],
    ['that answers without end', 'process.stdin.resume(); setInterval(() => process.stdout.write("x".repeat(99)), 1)'],
    ['that ends at once', 'process.exit(7)'],
    ['that ignores the end of stdin and signals', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6)'],
  ])('%s fails every check', async (_what, script) => {
    const [legacy] = await check({ ...HASTY, greeting: 400 }, '-e', script);
    expect(legacy?.results).toHaveLength(CHECKS.length);
    for (const { status, found } of legacy?.results ?? []) {
      expect(status).toBe('failed');
      expect(found).toMatch(/2025-11-25: (initialize was not answered|exit code 7)/);
    }
  });

  test.each([
    ['falls silent', '--answers', 'The server does not answer any more.'],
    ['dies', '--end-at', 'The server ended: exit code 3'],
    ['tells of changes without end', '--flood-at', 'The server does not stop telling of changes.'],
  ])('that %s midway passes what it has passed and fails the rest with that reason', async (_what, option, reason) => {
    for (const { results } of await check({ ...HASTY, quiet: 40 }, entry, option, '150')) {
      const failed = results.findIndex(({ status }) => status === 'failed');
      expect(results.slice(0, failed).some(({ status }) => status === 'passed')).toBe(true);
      // The check during which it happens names the request that was not answered.
      const rest = results.slice(failed + 1);
      expect(rest.length).toBeGreaterThan(20);
      expect(new Set(rest.map(({ found }) => found))).toEqual(new Set([reason]));
    }
  });

  test('that shows no conformance application fails what needs its windows', async () => {
    for (const { results } of await check(HASTY, entry, '--blank')) {
      for (const { check, status, found } of results.filter((result) => !result.check.last)) {
        expect([check.id, status]).toEqual([check.id, check.windowless ? 'passed' : 'failed']);
        if (!check.windowless) expect(found).toContain('no window titled "Conformance A"');
      }
    }
  });

  test('leaves no child of its own behind', async () => {
    const file = join(directory, 'pid');
    await check(HASTY, entry, '--child', file, '--blank');
    await gone(readFileSync(file, 'utf8'));
  });

  test('leaves no child behind when the kit itself is ended', async () => {
    const file = join(directory, 'other-pid');
    const server = [process.execPath, entry, '--child', file, '--answers', '0'];
    const kit = spawn(process.execPath, [await buildEntry(new URL('kit-entry.ts', import.meta.url)), ...server]);
    const ended = once(kit, 'exit');
    await expect.poll(() => readFileSync(file, 'utf8')).toMatch(/^\d+$/);
    kit.kill('SIGTERM');
    expect(await ended).toEqual([143, null]);
    await gone(readFileSync(file, 'utf8'));
  });

  test('has failed within a minute, however it is silent', () => {
    const { greeting, answer, unanswered } = PATIENCE;
    const neverAnswers = 2 * greeting;
    const stopsAnswering = 2 * (unanswered + answer + 1.5 * answer);
    expect(Math.max(neverAnswers, stopsAnswering)).toBeLessThan(60_000);
  });
});
