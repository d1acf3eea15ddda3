import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { install, uninstall } from '../../native-host/src/install/install.ts';
import { machineStore } from '../../native-host/src/install/store.ts';
import { readInstallation } from '../../native-host/src/link/installation.ts';
import { buildEntry } from './build-entry.ts';
import { ScriptedBrowser } from './host/scripted-browser.ts';
import { request, type Scratch, scratch } from './install/scratch.ts';

let hostEntry = '';
let statusEntry = '';
beforeAll(async () => {
  hostEntry = await buildEntry(new URL('host/host-entry.ts', import.meta.url));
  statusEntry = await buildEntry(new URL('status-entry.ts', import.meta.url));
});

const store = machineStore();
const ask = request({ browsers: ['chrome'] });
const POLICIES = join(import.meta.dirname, 'install/policies/linux');

async function hello(home: Scratch) {
  const browser = new ScriptedBrowser(hostEntry, home.machine.stateDirectory);
  const { installation } = await browser.next('hello');
  browser.hangUp();
  await browser.exit;
  return installation;
}

function status(home: Scratch, root: string, ...more: string[]) {
  const env = { PATH: process.env['PATH'], MCP_GUI_BRIDGE_HOME: home.machine.stateDirectory };
  return spawnSync(process.execPath, [statusEntry, root, ...more], { encoding: 'utf8', env });
}

describe('an installation', () => {
  test('has a key for its owner alone, whose fingerprint host and status tell, also after it was installed again', async () => {
    using home = scratch('k');
    install(ask, home.machine, store);
    const key = home.read('state/installation.key');
    expect(statSync(join(home.root, 'state/installation.key')).mode & 0o777).toBe(0o600);
    const told = await hello(home);
    expect(told).toBe(readInstallation(home.machine.stateDirectory));
    install(request({ browsers: ['chromium'] }), home.machine, store);
    install(request({ userDataDir: join(home.root, 'profile') }), home.machine, store);
    expect(home.read('state/installation.key')).toBe(key);
    expect(await hello(home)).toBe(told);
    expect(status(home, home.root).stdout).toContain(`This installation is ${told} (${home.machine.stateDirectory}).`);
    expect(JSON.parse(status(home, home.root, '--json').stdout)).toMatchObject({ installation: told });
  });

  test('that was removed for good and made anew is another one', () => {
    using home = scratch('k');
    install(ask, home.machine, store);
    const before = readInstallation(home.machine.stateDirectory);
    uninstall(request(), home.machine, store);
    expect(readInstallation(home.machine.stateDirectory)).toBeUndefined();
    install(ask, home.machine, store);
    expect(readInstallation(home.machine.stateDirectory)).not.toBe(before);
  });

  test('whose key was never made by install gets one from the host, which install keeps', async () => {
    using home = scratch('k');
    const told = await hello(home);
    install(ask, home.machine, store);
    expect(readInstallation(home.machine.stateDirectory)).toBe(told);
  });

  test('whose key is spoilt is installed by nobody, served by no host, and explained by status', async () => {
    using home = scratch('k');
    install(ask, home.machine, store);
    const path = join(home.machine.stateDirectory, 'installation.key');
    writeFileSync(path, 'spoilt');
    const sentence = `${path} does not hold an installation's key. Remove it`;
    expect(() => install(ask, home.machine, store)).toThrow(expect.objectContaining({ exitCode: 3 }));
    expect(() => install(ask, home.machine, store)).toThrow(sentence);
    expect(readFileSync(path, 'utf8')).toBe('spoilt');
    const browser = new ScriptedBrowser(hostEntry, home.machine.stateDirectory);
    expect(await browser.exit).toBe(1);
    expect(browser.stderr).toContain(sentence);
    expect(status(home, home.root).stdout).toContain(sentence);
  });

  test('whose key others may read is served by no host, and explained by status', async () => {
    using home = scratch('k');
    install(ask, home.machine, store);
    chmodSync(join(home.machine.stateDirectory, 'installation.key'), 0o644);
    const browser = new ScriptedBrowser(hostEntry, home.machine.stateDirectory);
    expect(await browser.exit).toBe(1);
    expect(browser.stderr).toContain('is open to other users (mode 644)');
    expect(status(home, home.root).stdout).toContain('chmod 600');
  });
});

test('status explains what administrators forbid, for people and for programs', () => {
  using home = scratch('k');
  const { stdout, status: exitCode } = status(home, POLICIES);
  expect(exitCode).toBe(1);
  expect(stdout).toContain(
    'Warning: Chromium starts only native hosts that are installed for all users, and this one is installed for you. The policy NativeMessagingUserLevelHosts in /etc/chromium/policies/managed/20-late.json says so. Ask your administrator',
  );
  const { policies } = JSON.parse(status(home, POLICIES, '--json').stdout);
  expect(policies.forbidden).toContainEqual({
    browser: 'Brave',
    policy: 'NativeMessagingBlocklist',
    place: '/etc/brave/policies/managed/brave.json',
    effect: 'Brave does not start the native host.',
    next: expect.stringContaining('NativeMessagingAllowlist'),
  });
  expect(policies.unread).toHaveLength(1);
  expect(status(home, home.root).stdout).not.toContain('Warning');
});
