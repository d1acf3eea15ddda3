import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXTENSION_ID } from '@mcp-gui-bridge/page-sdk/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { install, uninstall } from '../../../native-host/src/install/install.ts';
import { machineStore } from '../../../native-host/src/install/store.ts';
import { request, scratch } from './scratch.ts';

const store = machineStore();
const chromeManifest = '.config/google-chrome/NativeMessagingHosts/io.mcp_gui_bridge.host.json';

describe('install', () => {
  test('writes a manifest with the exact origin and a launcher that hands over to the copied command', () => {
    using home = scratch();
    const report = install(request({ browsers: ['chrome'] }), home.machine, store);
    expect(report.exitCode).toBe(0);
    const manifest = JSON.parse(home.read(chromeManifest));
    expect(manifest).toEqual({
      name: 'io.mcp_gui_bridge.host',
      description: expect.any(String),
      path: join(home.machine.stateDirectory, 'bin/native-host'),
      type: 'stdio',
      allowed_origins: [`chrome-extension://${EXTENSION_ID}/`],
    });
    const origin = `chrome-extension://${EXTENSION_ID}/`;
    const run = spawnSync(manifest.path, [origin], { encoding: 'utf8', env: {} });
    expect(JSON.parse(run.stdout)).toEqual(['host', '--allow', EXTENSION_ID, origin]);
    expect(readFileSync(join(home.machine.stateDirectory, 'bin/cli.js'))).toEqual(readFileSync(home.machine.program));
  });

  test('still works when the clone it was installed from is gone', () => {
    using home = scratch();
    install(request({ browsers: ['chrome'] }), home.machine, store);
    rmSync(dirname(home.machine.program), { recursive: true });
    expect(spawnSync(JSON.parse(home.read(chromeManifest)).path, []).status).toBe(0);
  });

  test('a second run changes no byte and reports so', () => {
    using home = scratch();
    const asked = request({ browsers: ['chromium', 'chrome'] });
    install(asked, home.machine, store);
    const journal = join(home.machine.stateDirectory, 'install.json');
    const before = { tree: home.tree(), inode: statSync(journal).ino };
    const again = install(asked, home.machine, store);
    expect(again.changes.map(({ done }) => done)).toEqual(again.changes.map(() => 'unchanged'));
    expect({ tree: home.tree(), inode: statSync(journal).ino }).toEqual(before);
  });

  test('without names takes the browsers that have been started, and says when there is none', () => {
    using home = scratch();
    expect(() => install(request(), home.machine, store)).toThrow(/--browser/);
    mkdirSync(join(home.machine.profiles, 'vivaldi'), { recursive: true });
    const places = install(request(), home.machine, store).changes.map(({ place }) => place);
    expect(places.filter((place) => place.endsWith('.json'))).toEqual([
      join(home.machine.profiles, 'vivaldi/NativeMessagingHosts/io.mcp_gui_bridge.host.json'),
    ]);
  });

  test('--dry-run reports the same changes and writes nothing', () => {
    using home = scratch();
    const before = home.tree();
    const dry = install(request({ browsers: ['edge'], dryRun: true }), home.machine, store);
    expect(home.tree()).toEqual(before);
    expect(dry.changes).toEqual(install(request({ browsers: ['edge'] }), home.machine, store).changes);
  });

  test('a development profile keeps launcher and manifest in itself and starts the build in place', () => {
    using home = scratch();
    const userDataDir = join(home.root, 'profile');
    install(request({ userDataDir }), home.machine, store);
    const launcher = JSON.parse(home.read('profile/NativeMessagingHosts/io.mcp_gui_bridge.host.json')).path;
    expect(launcher).toBe(join(userDataDir, 'NativeMessagingHosts/io.mcp_gui_bridge.host.sh'));
    expect(readFileSync(launcher, 'utf8')).toContain(home.machine.program);
    expect(store.exists(join(home.machine.stateDirectory, 'bin'))).toBe(false);
  });

  test('a profile is not tied to a package cache', () => {
    using home = scratch();
    const program = home.write('_npx/1/node_modules/mcp-gui-bridge/dist/cli.js', 'console.log(1);\n');
    const userDataDir = join(home.root, 'profile');
    install(request({ userDataDir }), { ...home.machine, program }, store);
    rmSync(join(home.root, '_npx'), { recursive: true });
    const launcher = join(userDataDir, 'NativeMessagingHosts/io.mcp_gui_bridge.host.sh');
    expect(spawnSync(launcher, []).stdout.toString()).toBe('1\n');
  });

  test('a deleted profile is not created again by the next installation', () => {
    using home = scratch();
    const userDataDir = join(home.root, 'profile');
    install(request({ userDataDir }), home.machine, store);
    rmSync(userDataDir, { recursive: true });
    install(request({ browsers: ['chrome'] }), home.machine, store);
    expect(store.exists(userDataDir)).toBe(false);
  });

  test('a state directory of one’s own is known to a browser that was started without the variable', () => {
    using home = scratch();
    home.write('clone/dist/cli.js', 'console.log(process.env.MCP_GUI_BRIDGE_HOME);\n');
    install(request({ browsers: ['chrome'] }), { ...home.machine, customStateDirectory: true }, store);
    const launcher = join(home.machine.stateDirectory, 'bin/native-host');
    expect(spawnSync(launcher, [], { env: {} }).stdout.toString().trim()).toBe(home.machine.stateDirectory);
    const other = spawnSync(launcher, [], { env: { MCP_GUI_BRIDGE_HOME: '/other' } });
    expect(other.stdout.toString().trim()).toBe('/other');
  });

  test('browsers that were asked for with other extensions all stay served', () => {
    using home = scratch();
    const id = 'a'.repeat(32);
    install(request({ browsers: ['chrome'] }), home.machine, store);
    install(request({ browsers: ['chromium'], extensionIds: [id] }), home.machine, store);
    const launcher = readFileSync(join(home.machine.stateDirectory, 'bin/native-host'), 'utf8');
    expect(launcher).toContain(`--allow '${EXTENSION_ID}' --allow '${id}'`);
    const manifest = JSON.parse(home.read(chromeManifest));
    expect(manifest.allowed_origins).toContain(`chrome-extension://${EXTENSION_ID}/`);
  });

  test('one place that cannot be written does not keep the others from being written', () => {
    using home = scratch();
    home.write('.config/google-chrome', 'a file where Chrome keeps a directory');
    const report = install(request({ browsers: ['chrome', 'chromium'] }), home.machine, store);
    expect(report.exitCode).toBe(1);
    expect(report.changes.filter(({ done }) => done === 'failed')).toHaveLength(1);
    expect(home.read('.config/chromium/NativeMessagingHosts/io.mcp_gui_bridge.host.json')).toContain(EXTENSION_ID);
  });
});

describe('what is not ours', () => {
  const theirs = '{"name":"io.mcp_gui_bridge.host","path":"/opt/other/host","type":"stdio"}';

  test('a manifest that starts another program is left alone, named, and survives uninstall', () => {
    using home = scratch();
    home.write(chromeManifest, theirs);
    const report = install(request({ browsers: ['chrome', 'chromium'] }), home.machine, store);
    expect(report.exitCode).toBe(1);
    expect(report.changes).toContainEqual(
      expect.objectContaining({ done: 'left alone', why: expect.stringContaining('/opt/other/host') }),
    );
    uninstall(request(), home.machine, store);
    expect(home.read(chromeManifest)).toBe(theirs);
  });

  test('a manifest that cannot be parsed is left alone with exit code 3', () => {
    using home = scratch();
    home.write(chromeManifest, '{"name": // hand-made');
    expect(install(request({ browsers: ['chrome'] }), home.machine, store).exitCode).toBe(3);
    expect(home.read(chromeManifest)).toBe('{"name": // hand-made');
  });

  test('a manifest that the user edited stays on uninstall and is reported', () => {
    using home = scratch();
    install(request({ browsers: ['chrome'] }), home.machine, store);
    home.write(chromeManifest, home.read(chromeManifest).replace('MCP GUI Bridge', 'mine'));
    const report = uninstall(request(), home.machine, store);
    expect(report.exitCode).toBe(1);
    expect(report.changes.filter(({ done }) => done === 'left alone')).toHaveLength(1);
    expect(home.read(chromeManifest)).toContain('mine');
  });

  test('an unreadable journal stops both commands before they change anything', () => {
    using home = scratch();
    home.write('state/install.json', '{');
    const before = home.tree();
    expect(() => install(request({ browsers: ['chrome'] }), home.machine, store)).toThrow(/install\.json/);
    expect(() => uninstall(request(), home.machine, store)).toThrow(expect.objectContaining({ exitCode: 3 }));
    expect(home.tree()).toEqual(before);
  });
});

describe('uninstall', () => {
  test('of one browser leaves the other one working', () => {
    using home = scratch();
    install(request({ browsers: ['chrome', 'chromium'] }), home.machine, store);
    expect(uninstall(request({ browsers: ['chromium'] }), home.machine, store).exitCode).toBe(0);
    expect(store.exists(join(home.machine.profiles, 'chromium'))).toBe(false);
    expect(spawnSync(JSON.parse(home.read(chromeManifest)).path, []).status).toBe(0);
  });

  test('says so when nothing was installed', () => {
    using home = scratch();
    expect(uninstall(request(), home.machine, store)).toMatchObject({ exitCode: 0, changes: [] });
  });

  test('remembers what it could not remove', () => {
    using home = scratch();
    install(request({ browsers: ['chrome'] }), home.machine, store);
    const busy = {
      ...store,
      remove() {
        throw new Error('EBUSY');
      },
    };
    expect(uninstall(request(), home.machine, busy).exitCode).toBe(1);
    expect(uninstall(request({ browsers: ['chromium'] }), home.machine, store).changes).toEqual([]);
    expect(install(request({ browsers: ['chrome'] }), home.machine, store).exitCode).toBe(0);
    expect(uninstall(request(), home.machine, store).exitCode).toBe(0);
    expect(home.tree()).toEqual({
      clone: 'directory',
      'clone/dist': 'directory',
      'clone/dist/cli.js': expect.any(String),
    });
  });

  test('knows what to remove after an installation, or a removal, that was killed half-way', () => {
    for (const command of [install, uninstall]) {
      using home = scratch();
      const before = home.tree();
      if (command === uninstall) install(request({ browsers: ['chrome'] }), home.machine, store);
      let writes = 0;
      const killed = () => {
        writes += 1;
        if (writes > 2) throw new Error('killed');
      };
      const dying: typeof store = {
        ...store,
        write(kind, place, content) {
          if (kind === 'journal' && writes > 0) throw new Error('killed');
          killed();
          return store.write(kind, place, content);
        },
        remove(kind, place) {
          if (kind === 'journal') throw new Error('killed');
          killed();
          store.remove(kind, place);
        },
      };
      expect(() => command(request({ browsers: ['chrome'] }), home.machine, dying)).toThrow('killed');
      expect(home.tree()).not.toEqual(before);
      uninstall(request(), home.machine, store);
      expect(Object.keys(home.tree()).filter((path) => path.endsWith('.json') || path.includes('bin/'))).toEqual([]);
    }
  });

  test('after any installations restores every byte that was there before', async () => {
    const browser = fc.constantFrom('chrome', 'chromium', 'edge', 'brave', 'vivaldi', 'opera', 'chrome-for-testing');
    const run = fc.record({
      browsers: fc.uniqueArray(browser, { minLength: 1, maxLength: 4 }),
      extensionIds: fc.subarray(['a'.repeat(32), 'b'.repeat(32)]),
    });
    const profile = fc.record({ userDataDir: fc.constantFrom('profile', 'deep/er/profile') });
    const before = fc.dictionary(
      fc.constantFrom(
        '.config/google-chrome/Preferences',
        '.config/chromium/NativeMessagingHosts/other.json',
        chromeManifest,
        'state/log/host.log',
        'profile/Default/Preferences',
      ),
      fc.oneof(fc.string(), fc.constant('{"name":"io.mcp_gui_bridge.host","path":"/x"}\r\n'), fc.constant('\ufeff{}')),
    );
    await fc.assert(
      fc.property(before, fc.array(fc.oneof(run, profile), { minLength: 1, maxLength: 4 }), (files, runs) => {
        using home = scratch();
        for (const [path, content] of Object.entries(files)) home.write(path, content);
        const start = home.tree();
        for (const options of runs) {
          const inHome = 'userDataDir' in options ? { userDataDir: join(home.root, options.userDataDir) } : options;
          install(request(inHome), home.machine, store);
        }
        uninstall(request(), home.machine, store);
        expect(home.tree()).toEqual(start);
      }),
      { numRuns: 30 },
    );
  }, 60_000);
});
