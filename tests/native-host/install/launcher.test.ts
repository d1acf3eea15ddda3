import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, test } from 'vitest';
import { install } from '../../../native-host/src/install/install.ts';
import { checkPath, launcherText } from '../../../native-host/src/install/launcher.ts';
import { machineStore } from '../../../native-host/src/install/store.ts';
import { request, scratch } from './scratch.ts';

const store = machineStore();
const id = 'c'.repeat(32);
const plain = { node: '/opt/node', program: '/opt/cli.js', extensionIds: [id] };

describe('a launcher for Unix shells', () => {
  test.each(['with space', "quote's", 'double "quote"', 'a & b; $(touch x) `y`', '$HOME', '芷兮', 'back\\slash', '-n'])(
    'survives a directory named %s',
    (name) => {
      using home = scratch(name);
      const node = join(home.root, 'node');
      symlinkSync(process.execPath, node);
      install(request({ browsers: ['chrome'], extensionIds: [id] }), { ...home.machine, node }, store);
      const run = spawnSync(join(home.machine.stateDirectory, 'bin/native-host'), ['chrome-extension://x/', 'a b'], {
        encoding: 'utf8',
        env: {},
      });
      expect(run.stderr).toBe('');
      expect(JSON.parse(run.stdout)).toEqual(['host', '--allow', id, 'chrome-extension://x/', 'a b']);
    },
  );

  test('says what to do when Node is gone', () => {
    using home = scratch();
    const launcher = join(home.root, 'launcher');
    // The usual places are taken out, because this machine may have Node there.
    const text = launcherText({ ...plain, node: '/gone/node' }, { platform: 'linux' });
    writeFileSync(launcher, text.replaceAll(/ '\/(usr|opt)\S+\/node'/g, ''));
    chmodSync(launcher, 0o755);
    const run = spawnSync(launcher, [], { encoding: 'utf8' });
    expect(run.status).toBe(127);
    expect(run.stderr).toMatch(/\/gone\/node.*mcp-gui-bridge install/);
  });

  test('leaves stdin, stdout and the process to Node', () => {
    using home = scratch();
    home.write('clone/dist/cli.js', 'process.stdin.pipe(process.stdout);\n');
    const copy = join(home.root, 'node');
    copyFileSync(process.execPath, copy);
    install(request({ browsers: ['chrome'] }), { ...home.machine, node: copy }, store);
    const frame = Buffer.from([3, 0, 0, 0, 0x1a, 0x0d, 0x0a]);
    const run = spawnSync(join(home.machine.stateDirectory, 'bin/native-host'), [], { input: frame });
    expect(run.stdout).toEqual(frame);
  });
});

describe('a launcher for the Windows command shell', () => {
  test('has quoted paths, doubled percent signs, CRLF ends and no other output', () => {
    const text = launcherText(
      { node: 'C:\\Program Files\\nodejs\\node.exe', program: 'C:\\100%\\a & b\\cli.js', extensionIds: [id] },
      { platform: 'win32' },
    );
    expect(text.split('\r\n')).toEqual([
      '@echo off',
      expect.stringMatching(/^rem /),
      `"C:\\Program Files\\nodejs\\node.exe" "C:\\100%%\\a & b\\cli.js" host --allow ${id} %*`,
      '',
    ]);
  });
});

describe('a path that a launcher cannot carry', () => {
  test.each([
    ['/home/a\nb/cli.js', 'linux', true],
    ['/home/\u007f/cli.js', 'darwin', true],
    ['C:\\Users\\Zoë\\cli.js', 'win32', true],
    ['/home/Zoë/cli.js', 'linux', false],
    ['C:\\Users\\Zoe\\cli.js', 'win32', false],
  ] as const)('%j on %s: refused %s', (path, platform, refused) => {
    const check = () => checkPath(path, platform);
    if (refused) expect(check).toThrow(/directory|plain path/);
    else expect(check).not.toThrow();
  });

  test('stops the installation before anything is written', () => {
    using home = scratch('line\nbreak');
    const before = home.tree();
    expect(() => install(request({ browsers: ['chrome'] }), home.machine, store)).toThrow(/control character/);
    expect(home.tree()).toEqual(before);
  });
});
