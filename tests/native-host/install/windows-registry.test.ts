import { describe, expect, test } from 'vitest';
import { install, uninstall } from '../../../native-host/src/install/install.ts';
import type { Machine } from '../../../native-host/src/install/machine.ts';
import type { Store } from '../../../native-host/src/install/store.ts';
import { windowsRegistry } from '../../../native-host/src/install/windows-registry.ts';
import { request } from './scratch.ts';

const key = 'Google\\Chrome\\NativeMessagingHosts\\io.mcp_gui_bridge.host';
const state = 'C:\\Users\\a\\.mcp-gui-bridge';
const manifest = `${state}\\bin\\io.mcp_gui_bridge.host.json`;
const machine: Machine = {
  platform: 'win32',
  profiles: 'C:\\Users\\a\\AppData\\Local',
  home: 'C:\\Users\\a',
  stateDirectory: state,
  customStateDirectory: false,
  node: 'C:\\Program Files\\nodejs\\node.exe',
  program: 'C:\\clone\\dist\\cli.js',
};

/** A Windows disk and registry in memory. */
function memoryStore(initial: Record<string, string> = {}) {
  const places = new Map(Object.entries({ [machine.program]: 'cli', ...initial }));
  const store: Store = {
    exists: (path) => [...places.keys()].some((place) => place.startsWith(path)),
    read: (_kind, place) => {
      const content = places.get(place);
      return content === undefined ? undefined : new TextEncoder().encode(content);
    },
    write: (_kind, place, content) => {
      places.set(place, new TextDecoder().decode(content));
      return [];
    },
    remove: (_kind, place) => void places.delete(place),
    removeDirectory: () => true,
  };
  return { store, places };
}

describe('installing on Windows', () => {
  test('one manifest, and the registry keys of each browser lead to it', () => {
    const { store, places } = memoryStore();
    install(request({ browsers: ['chrome', 'vivaldi'] }), machine, store);
    expect(places.get(key)).toBe(manifest);
    expect(places.get('Vivaldi\\NativeMessagingHosts\\io.mcp_gui_bridge.host')).toBe(manifest);
    expect(JSON.parse(places.get(manifest) ?? '')).toMatchObject({ path: `${state}\\bin\\native-host.cmd` });
  });

  test('uninstall takes everything back', () => {
    const { store, places } = memoryStore();
    const before = new Map(places);
    install(request({ browsers: ['chrome', 'edge'] }), machine, store);
    uninstall(request({ browsers: ['edge'] }), machine, store);
    expect(places.get(key)).toBe(manifest);
    uninstall(request(), machine, store);
    expect(places).toEqual(before);
  });

  test('a key of another program is left alone', () => {
    const { store, places } = memoryStore({ [key]: 'C:\\other.json' });
    expect(install(request({ browsers: ['chrome'] }), machine, store).exitCode).toBe(1);
    expect(places.get(key)).toBe('C:\\other.json');
  });

  test('a profile of its own is refused: browsers look in the registry only', () => {
    const { store } = memoryStore();
    expect(() => install(request({ userDataDir: 'C:\\p' }), machine, store)).toThrow(/registry/);
  });
});

describe('the reg command', () => {
  test('sets, reads and deletes the default value below HKCU', () => {
    const calls: string[][] = [];
    const registry = windowsRegistry((argv) => {
      calls.push(argv);
      return `\r\nHKEY_CURRENT_USER\\Software\\x\r\n    (Standard)    REG_SZ    ${manifest}\r\n\r\n`;
    });
    registry.write('x', manifest);
    expect(registry.read('x')).toBe(manifest);
    registry.remove('x');
    expect(calls).toEqual([
      ['add', 'HKCU\\Software\\x', '/ve', '/t', 'REG_SZ', '/d', manifest, '/f'],
      ['query', 'HKCU\\Software\\x', '/ve'],
      ['delete', 'HKCU\\Software\\x', '/f'],
    ]);
  });

  test('a missing key reads as undefined', () => {
    const registry = windowsRegistry(() => {
      throw new Error('ERROR: The system was unable to find the specified registry key or value.');
    });
    expect(registry.read('x')).toBeUndefined();
  });
});
