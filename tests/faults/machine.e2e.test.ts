import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout } from 'node:timers/promises';
import { EXTENSION_ID, LIMITS, WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { BUILT } from '../../demo-site/runner/workspace.ts';
import { encodeFrame } from '../../native-host/src/host/frame-codec.ts';
import { SLEEP_GAP_MS, WAKE_GRACE_MS } from '../../native-host/src/link/clock.ts';
import { listDescriptors } from '../../native-host/src/link/rendezvous.ts';
import { runDirectory } from '../../native-host/src/link/state-directory.ts';
import { History } from './history.ts';
import { ScriptedBrowser } from './process-rig/scripted-browser.ts';
import { processesOf, signalAll } from './processes.ts';
import { RecordedAgent } from './recorded-agent.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const AGENTS = 32;
const EXIT_MS = 5_000;

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'mgb-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

const envOf = (directory: string) => ({ PATH: process.env['PATH'], MCP_GUI_BRIDGE_HOME: directory });

async function browserIn(directory: string, history: History): Promise<ScriptedBrowser> {
  const browser = new ScriptedBrowser({ cli: BUILT.cli, directory, history: () => history, direct: true });
  onTestFinished(() => browser.end());
  await browser.ready;
  browser.page.release();
  return browser;
}

async function agentIn(directory: string, history: History, name = 'agent'): Promise<RecordedAgent> {
  const agent = await RecordedAgent.start({ name, cli: BUILT.cli, env: envOf(directory), history: () => history });
  onTestFinished(() => agent.stop());
  return agent;
}

/** One call through everything. */
async function works(browser: ScriptedBrowser, agent: RecordedAgent, key = 'k'): Promise<void> {
  await agent.readUntil(({ windows }) => windows.find(({ operable }) => operable));
  expect(await agent.call(`${browser.page.windowId}__add`, key)).toBe('executed');
}

const extension = { version: '0', browser: 'x', profileId: 'profile-1', generation: 1 };

/** Starts a host as a browser would, as another user if asked, says hello, and collects what it says until it ends. */
async function hostAlone(directory: string, uid?: number): Promise<{ code: number; stderr: string }> {
  const origin = `chrome-extension://${EXTENSION_ID}/`;
  const child = spawn(process.execPath, [BUILT.cli, 'host', '--allow', EXTENSION_ID, origin], {
    env: envOf(directory),
    ...(uid !== undefined && { uid, gid: uid }),
  });
  child.stdin.on('error', () => {});
  child.stdin.write(encodeFrame(JSON.stringify({ type: 'hello', wire: WIRE_VERSION, extension, expected: [] })));
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += String(text);
  });
  const [code] = (await once(child, 'close')) as [number];
  return { code, stderr };
}

describe('the disk', () => {
  test.runIf(isRoot)('full: logs are lost, nothing else; with no room for a descriptor the host says so', async () => {
    const directory = temporaryDirectory();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=0700', 'tmpfs', directory]);
    onTestFinished(() => void execFileSync('umount', ['-l', directory]));
    const history = new History();
    const browser = await browserIn(directory, history);
    const agent = await agentIn(directory, history);
    await works(browser, agent, 'before');
    fillUp(join(directory, 'ballast'));
    await works(browser, agent, 'full');
    await browser.end();
    const { code, stderr } = await hostAlone(directory);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^mcp-gui-bridge host: .*could not be written.*ENOSPC/);
  });

  test.runIf(isRoot)('not readable: host and agent say what is wrong and what to do', async () => {
    const directory = temporaryDirectory();
    chmodSync(directory, 0o000);
    const { code, stderr } = await hostAlone(directory, NOBODY);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^mcp-gui-bridge host: .*(EACCES|permission denied|belongs to)/i);
  });
});

function fillUp(path: string): void {
  for (let size = 64 * 1024; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // Full for pieces of this size.
    }
  }
}

describe('what lies in the run directory', () => {
  test('stale sockets, foreign files, links and nonsense hinder neither host nor agent, and foreign files stay', async () => {
    const directory = temporaryDirectory();
    const run = runDirectory(directory);
    mkdirSync(run, { recursive: true, mode: 0o700 });
    chmodSync(directory, 0o700);
    const secret = 'ab'.repeat(32);
    const descriptor = (socket: string) =>
      JSON.stringify({
        wire: WIRE_VERSION,
        version: '0.1.0',
        pid: 1,
        startedAt: 0,
        socket,
        secret,
        extension,
      });
    const dead = 'aaaaaaaaaaaa';
    writeFileSync(join(run, `${dead}.json`), descriptor(join(run, `${dead}.sock`)), { mode: 0o600 });
    writeFileSync(join(run, 'bbbbbbbbbbbb.json'), '{"half', { mode: 0o600 });
    writeFileSync(join(run, 'notes.txt'), 'mine', { mode: 0o600 });
    writeFileSync(join(run, 'cccccccccccc.sock'), 'no socket at all', { mode: 0o600 });
    symlinkSync('/etc/passwd', join(run, 'dddddddddddd.json'));
    const foreign = createServer((socket) => {
      socket.on('error', () => {});
      socket.end('hello from something else');
    });
    const foreignPath = join(run, 'eeeeeeeeeeee.sock');
    await new Promise<void>((resolve) => foreign.listen(foreignPath, resolve));
    onTestFinished(() => void foreign.close());
    writeFileSync(join(run, 'eeeeeeeeeeee.json'), descriptor(foreignPath), { mode: 0o600 });

    const history = new History();
    const browser = await browserIn(directory, history);
    await works(browser, await agentIn(directory, history));
    const left = readdirSync(run);
    expect(left).toEqual(expect.arrayContaining(['notes.txt', 'cccccccccccc.sock', 'eeeeeeeeeeee.sock']));
    expect(left).not.toContain(`${dead}.json`);
  });

  test('its removal ends nobody: the host begins anew elsewhere and the agent follows', async () => {
    const directory = temporaryDirectory();
    const history = new History();
    const browser = await browserIn(directory, history);
    const agent = await agentIn(directory, history);
    await works(browser, agent, 'before');
    rmSync(runDirectory(directory), { recursive: true });
    await browser.renewHost();
    await works(browser, agent, 'after');
  });
});

test(`${AGENTS} agents at once are all served, each call once`, { timeout: 120_000 }, async () => {
  const directory = temporaryDirectory();
  const history = new History();
  const browser = await browserIn(directory, history);
  const agents = await Promise.all(Array.from({ length: AGENTS }, (_, n) => agentIn(directory, history, `agent-${n}`)));
  await Promise.all(agents.map((agent, n) => works(browser, agent, `k${n}`)));
  expect(browser.page.value).toBe(AGENTS);
});

test('a machine that sleeps through a deadline: what ran goes on, and is done when the page says so', async () => {
  const directory = temporaryDirectory();
  const history = new History();
  const browser = await browserIn(directory, history);
  const agent = await agentIn(directory, history);
  await agent.readUntil(({ windows }) => windows.find(({ operable }) => operable));
  browser.page.hold();
  const calling = agent.call(`${browser.page.windowId}__add_briefly`, 'k', { holdAt: 'start' });
  await history.until(({ type }) => type === 'start');
  await signalAll(directory, 'SIGSTOP');
  await setTimeout(SLEEP_GAP_MS + 1_000);
  await signalAll(directory, 'SIGCONT');
  // Longer than an abort gives a page, shorter than the moment that everybody has after waking up.
  await setTimeout(WAKE_GRACE_MS - LIMITS.abortGraceMs);
  browser.page.release();
  expect(await calling).toBe('executed');
  expect(browser.page.value).toBe(1);
});

describe('a parent that dies', () => {
  test.each(['SIGKILL', 'SIGTERM'] as const)('by %s takes its agent’s server along', async (signal) => {
    const directory = temporaryDirectory();
    const history = new History();
    const browser = await browserIn(directory, history);
    const wrapped = await RecordedAgent.start({
      name: 'wrapped',
      cli: BUILT.cli,
      env: envOf(directory),
      history: () => history,
      wrapped: true,
    });
    await works(browser, wrapped);
    // Host, shell and server.
    expect(await processesOf(directory)).toHaveLength(3);
    wrapped.process.kill(signal);
    await vi.waitUntil(async () => (await processesOf(directory)).length === 1, { timeout: EXIT_MS, interval: 20 });
    expect(await listDescriptors(directory)).toHaveLength(1);
  });
});
