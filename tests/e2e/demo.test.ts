import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { ErrorCode } from '@mcp-gui-bridge/page-sdk/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAgent } from '../../demo-site/runner/agent.ts';

const root = resolve(import.meta.dirname, '../..');

const CONSOLE = /http:\/\/localhost:\d+\/console\.html#token=[0-9a-f]{48}/;

let temporary: string;
beforeAll(() => {
  temporary = mkdtempSync(join(tmpdir(), 'd-'));
});
afterAll(() => rmSync(temporary, { recursive: true }));

interface Demo {
  readonly child: ChildProcess;
  output(): string;
  until(text: string): Promise<void>;
  readonly ended: Promise<number | null>;
}

/** `npm run demo`, as a person types it. */
function demo(...args: string[]): Demo {
  const child = spawn('npm', ['run', '--silent', 'demo', ...(args.length > 0 ? ['--', ...args] : [])], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: temporary },
    detached: true,
  });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  return {
    child,
    output: () => output,
    until: (text) =>
      new Promise((done, failed) => {
        const look = () => output.includes(text) && done();
        listeners.add(look);
        void ended.then(() => failed(new Error(`The demo ended without "${text}":\n${output}`)));
        look();
      }),
    ended,
  };
}

/** Programs that still run in the temporary directory of a demo, and what is left in it. */
function leftovers(): string[] {
  const programs = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .flatMap((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return line.includes(temporary) ? [line.slice(0, 200)] : [];
      } catch {
        return [];
      }
    });
  return [...programs, ...readdirSync(temporary).filter((name) => name.startsWith('mgb-'))];
}

test.each(['--help', '-h'])('%s says what there is, and starts nothing', async (option) => {
  const run = demo(option);
  expect(await run.ended, run.output()).toBe(0);
  for (const text of ['Usage: npm run demo', '--keep', '--console', '--headed', '--help']) {
    expect(run.output()).toContain(text);
  }
  expect(run.output()).not.toContain('demo: ok');
});

test('with an option that there is not, it says so and exits with 1', async () => {
  const run = demo('--kept');
  expect(await run.ended, run.output()).toBe(1);
  expect(run.output()).toContain("'--kept'");
});

const readmeTranscript = () =>
  /```text\n(Order Editor submits[\s\S]*?)\n```/.exec(readFileSync(`${root}/README.md`, 'utf8'))?.[1] ?? 'none';

/** A transcript without what is another in each run: ids, ports, times, and how notifications were gathered. */
const alike = (text: string): string =>
  text
    .replaceAll(/\bw[a-z2-7]{10}(?=__|\b)/g, 'id')
    .replaceAll(/localhost:\d+/g, 'localhost')
    .replaceAll(/ {2}\d+ ms/g, '')
    .replaceAll(/\n {4}received .*/g, '');

test('plays Appendix A and the six refusals, and leaves nothing behind', async () => {
  const run = demo();
  expect(await run.ended, run.output()).toBe(0);
  const lines = run.output().trimEnd().split('\n');
  expect(lines.at(-1)).toBe('demo: ok');
  for (const code of ErrorCode.options) expect(run.output()).toContain(code);
  expect(alike(run.output())).toContain(alike(readmeTranscript()));
  expect(leftovers()).toEqual([]);
});

test('ended by Ctrl-C it says so, does not exit with 0 and leaves nothing behind', async () => {
  const run = demo();
  await run.until('Order Editor');
  process.kill(-(run.child.pid ?? 0), 'SIGINT');
  expect(await run.ended).not.toBe(0);
  expect(run.output()).toContain('nothing is left running');
  expect(leftovers()).toEqual([]);
});

test('kept running it prints a configuration with which another client gets in', async () => {
  const run = demo('--keep');
  await run.until('demo: ok');
  const configuration = JSON.parse(/^\{[\s\S]*?^\}/m.exec(run.output())?.[0] ?? '') as {
    mcpServers: Record<string, { command: string; args: [string, ...string[]]; env: Record<string, string> }>;
  };
  const server = configuration.mcpServers['gui'];
  expect(server?.command).toBe(process.execPath);
  const agent = await startAgent({ cli: server?.args[0] ?? '', env: { ...process.env, ...server?.env } });
  const { windows } = await agent.waitFor('the order desk', (snapshot) =>
    snapshot.windows.length > 0 ? snapshot : undefined,
  );
  expect(windows.map(({ title }) => title)).toContain('Report Details');
  await agent.close();
  expect(run.output()).toMatch(CONSOLE);
  process.kill(-(run.child.pid ?? 0), 'SIGINT');
  await run.ended;
  expect(leftovers()).toEqual([]);
});

test('with the console it stays, and says where that is', async () => {
  const run = demo('--console');
  await run.until('demo: ok');
  const [address] = CONSOLE.exec(run.output()) ?? [];
  expect(await (await fetch(address ?? '')).text()).toContain('Agent console');
  process.kill(-(run.child.pid ?? 0), 'SIGINT');
  await run.ended;
  expect(leftovers()).toEqual([]);
});

test('without a browser to be had it says what to do, and exits with 1', async () => {
  const child = spawn('npm', ['run', '--silent', 'demo'], {
    cwd: root,
    env: { ...process.env, MCP_GUI_BRIDGE_BROWSER: '/no/such/browser' },
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const code = await new Promise((done) => child.once('close', done));
  expect(code).toBe(1);
  expect(output).toContain('MCP_GUI_BRIDGE_BROWSER');
});
