import { chmodSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { connectHost } from '../../../native-host/src/link/connect-host.ts';
import { temporaryDirectory } from '../link/link-bench.ts';
import { callId } from './host-bench.ts';
import { Agent, attached, buildHost, descriptorOf, running, WAIT } from './running-host.ts';
import { ORIGIN, ScriptedBrowser } from './scripted-browser.ts';

let entry = '';
beforeAll(async () => {
  entry = await buildHost();
});

/** Prints as a dependency would, from when the process has had its chance to take stdout for itself. */
const NOISY = `
const plain = process.stdout.write;
setInterval(() => {
  if (process.stdout.write === plain) return;
  console.log('console noise');
  process.stdout.write('stream noise\\n');
}, 5).unref();
`;

describe('a worker that breaks the protocol', () => {
  test.each([
    ['no JSON', Buffer.from('\x02\x00\x00\x00{]')],
    ['text on the wrong stream', Buffer.from('/home/ada: not found')],
    ['a wrong message', Buffer.from('\x16\x00\x00\x00{"type":"hello","x":1}')],
  ])('%s: the host ends with 1 and says why', async (_what, bytes) => {
    const home = temporaryDirectory();
    const browser = new ScriptedBrowser(entry, home);
    await browser.next('hello');
    browser.write(bytes);
    expect(await browser.exit).toBe(1);
    expect(browser.stderr).toMatch(/^mcp-gui-bridge host: /);
    expect(readdirSync(join(home, 'run'))).toEqual([]);
  });

  test('a message of a later version is ignored', async () => {
    const { browser, agent } = await running(entry);
    const text = JSON.stringify({ type: 'invented later' });
    const frame = Buffer.alloc(4 + text.length);
    frame.writeUInt32LE(text.length);
    frame.write(text, 4);
    browser.write(frame);
    browser.send(attached('B'));
    const one = await agent('one');
    await vi.waitUntil(
      () => one.received.some((message) => message.type === 'model' && JSON.stringify(message).includes('"B"')),
      WAIT,
    );
  });
});

describe('housekeeping', () => {
  test('stdout carries frames only, whatever else is printed', async () => {
    const home = temporaryDirectory();
    const noisy = join(home, 'noisy.cjs');
    writeFileSync(noisy, NOISY);
    const browser = new ScriptedBrowser(entry, home, [ORIGIN], { NODE_OPTIONS: `--require ${noisy}`, DEBUG: '*' });
    browser.hello();
    await descriptorOf(browser, home);
    await vi.waitUntil(() => browser.stderr.includes('console noise') && browser.stderr.includes('stream noise'), WAIT);
    browser.send(attached('A'));
    const one = new Agent(await connectHost(await descriptorOf(browser, home)), 'one');
    one.call(callId(1));
    await browser.next('call');
    browser.hangUp();
    expect(await browser.exit).toBe(0);
    expect(browser.received.map(({ type }) => type).filter((type) => type !== 'agents')).toEqual(['hello', 'call']);
  });

  test('a directory that is open to others is refused, with the way out', async () => {
    const home = temporaryDirectory();
    chmodSync(home, 0o755);
    const browser = new ScriptedBrowser(entry, home);
    expect(await browser.exit).toBe(1);
    expect(browser.stderr).toMatch(/chmod 700/);
  });

  test.runIf(process.platform === 'linux')('no TCP port is opened', async () => {
    const { browser } = await running(entry);
    const { pid } = browser.process;
    const sockets = readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      const [, inode] = /socket:\[(\d+)\]/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? [];
      return inode === undefined ? [] : [inode];
    });
    const tcp = ['tcp', 'tcp6'].map((table) => readFileSync(`/proc/${pid}/net/${table}`, 'utf8')).join('\n');
    const inodes = new Set(tcp.split('\n').map((line) => line.trim().split(/\s+/)[9]));
    expect(sockets.length).toBeGreaterThan(0);
    expect(sockets.filter((inode) => inodes.has(inode))).toEqual([]);
  });

  test('secrets and tokens are not logged', async () => {
    const { home, browser, agent, descriptor } = await running(entry);
    const one = await agent('one');
    one.call(callId(1), { arguments: { text: 'private words' } });
    await browser.next('call');
    browser.hangUp();
    await browser.exit;
    const log = readFileSync(join(home, 'log', 'host.log'), 'utf8');
    expect(log).not.toContain(descriptor.secret);
    expect(log).not.toContain('private words');
  });
});
