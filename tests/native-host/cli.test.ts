import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCommandLine } from '../../native-host/src/command-line.ts';
import { hostLines } from '../../native-host/src/status.ts';
import { type HostEnd, serve } from './link/link-bench.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'bridge-cli-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function run(...argv: string[]) {
  let out = '';
  let err = '';
  const exitCode = await runCommandLine(argv, {
    env: { MCP_GUI_BRIDGE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') },
    program: join(import.meta.dirname, '../../demo-site/public/none.js'),
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { exitCode, out, err };
}

describe('wrong usage ends with one sentence and exit code 2', () => {
  test.each([
    ['an unknown command', ['bogus'], /Unknown command 'bogus'/],
    ['an unknown option', ['status', '--bogus'], /Unknown option '--bogus'/],
    ['a wrong choice', ['mcp', '--tools', 'some'], /all, windows, helpers/],
    ['a wrong origin', ['mcp', '--origin', 'orders'], /https:\/\/orders\.example\.com/],
    [
      'an origin with a path',
      ['mcp', '--origin', 'https://o.example/desk'],
      /a whole site: give https:\/\/o\.example /,
    ],
    ['a missing value', ['install', '--browser'], /argument missing/],
    ['an unknown browser', ['install', '--browser', 'lynx'], /chromium/],
    ['a wrong extension id', ['install', '--extension-id', 'x'], /32 letters/],
    ['two places at once', ['install', '--browser', 'chrome', '--user-data-dir', 'x'], /exclude each other/],
    ['doctor', ['doctor', '--fix'], /status/],
    ['conformance of nothing', ['conformance'], /conformance -- node server\.js/],
    ['conformance in an unknown era', ['conformance', '--era', 'old', '--', 'x'], /legacy, modern, both/],
    ['install --client', ['install', '--client', 'cursor'], /by hand/],
    ['nothing at all', [], /Usage: mcp-gui-bridge/],
  ])('%s', async (_case, argv, sentence) => {
    const { exitCode, out, err } = await run(...argv);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toMatch(sentence);
    expect(err).not.toMatch(/^error:|\n {4}at /);
  });

  test('and with --json as one object on stdout, nothing else', async () => {
    const { exitCode, out, err } = await run('doctor', '--json');
    expect({ exitCode, err }).toEqual({ exitCode: 2, err: '' });
    expect(JSON.parse(out)).toEqual({ error: expect.stringContaining('not part of') });
  });
});

describe('help and version', () => {
  test('name every command that is built', async () => {
    const { exitCode, out } = await run('--help');
    expect(exitCode).toBe(0);
    for (const name of ['mcp', 'host', 'install', 'uninstall', 'status', 'conformance'])
      expect(out).toContain(`  ${name} `);
    expect(out).not.toContain('doctor');
  });

  test('version', async () => {
    expect(await run('--version')).toEqual({ exitCode: 0, out: '0.1.0\n', err: '' });
  });
});

describe('status', () => {
  test('with no browser is unhealthy and says the next step', async () => {
    const { exitCode, out } = await run('status');
    expect(exitCode).toBe(1);
    expect(out).toMatch(/mcp-gui-bridge install/);
  });

  test('--json prints the state directory and the hosts', async () => {
    const { exitCode, out } = await run('status', '--json');
    expect(exitCode).toBe(1);
    expect(JSON.parse(out)).toEqual({
      stateDirectory: join(home, 'state'),
      hosts: [],
      installation: null,
      policies: expect.anything(),
    });
  });

  test('a browser that is there and does not answer is not called missing, and why is said, in JSON too', async () => {
    const onAgent = (agent: HostEnd) =>
      void agent.onMessage(({ type }) => {
        if (type === 'status') agent.close('it is busy');
      });
    const { descriptor } = await serve({ directory: join(home, 'state'), onAgent });
    const { exitCode, out } = await run('status');
    expect(exitCode).toBe(1);
    expect(out).toMatch(/^A browser was found that does not answer\. Restart it/);
    expect(out).toContain(`Skipped ${descriptor.socket}: it is busy`);
    expect(JSON.parse((await run('status', '--json')).out)).toMatchObject({
      stateDirectory: join(home, 'state'),
      hosts: [],
      skipped: [`Skipped ${descriptor.socket}: it is busy`],
    });
  });

  test('shows a browser, a broken hop with its fix, sites and agents', () => {
    const lines = hostLines({
      pid: 7,
      browser: 'Chromium 156',
      extensionVersion: '0.1.0',
      since: 0,
      links: [
        { hop: 'extension', up: true, since: 0 },
        { hop: 'page', up: false, since: 1_000, fix: 'Allow the site.' },
      ],
      applications: [{ id: 'a1', name: 'Order desk', origin: 'http://localhost:1', state: 'live', windows: 1 }],
      agents: [{ name: 'desk agent', program: 'node', since: 0, calls: 2 }],
    });
    expect(lines).toEqual([
      'Chromium 156 (extension 0.1.0, pid 7) since 1970-01-01 00:00:00',
      '  extension: connected since 1970-01-01 00:00:00',
      '  page: not connected since 1970-01-01 00:00:01. Allow the site.',
      '  Order desk · http://localhost:1: 1 window, live',
      '  Agent desk agent (node): 2 calls',
    ]);
  });
});

describe('install', () => {
  test('refuses to hand browsers a command that was not built', async () => {
    const { exitCode, err } = await run('install', '--browser', 'chrome');
    expect(exitCode).toBe(1);
    expect(err).toMatch(/npm run build/);
  });

  test('uninstall of nothing is done, as one JSON object too', async () => {
    const { exitCode, out } = await run('uninstall', '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ command: 'uninstall', changes: [] });
  });
});
