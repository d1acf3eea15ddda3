import { describe, expect, test } from 'vitest';
import { manifestDirectories, profileDirectory, registryKeys } from '../../../native-host/src/install/browsers.ts';
import { type Machine, pathsOf } from '../../../native-host/src/install/machine.ts';
import { sandboxedBrowsers } from '../../../native-host/src/install/sandboxed-browsers.ts';

const linux: Machine = {
  platform: 'linux',
  profiles: '/home/a/.config',
  home: '/home/a',
  stateDirectory: '/home/a/.mcp-gui-bridge',
  customStateDirectory: false,
  node: '/usr/bin/node',
  program: '/opt/cli.js',
};
const mac: Machine = { ...linux, platform: 'darwin', profiles: '/Users/a/Library/Application Support' };
const windows: Machine = { ...linux, platform: 'win32', profiles: 'C:\\Users\\a\\AppData\\Local' };
const nothing = () => false;

describe('places where browsers look for the host', () => {
  test.each([
    ['chrome', linux, ['/home/a/.config/google-chrome']],
    ['chromium', linux, ['/home/a/.config/chromium']],
    ['edge', linux, ['/home/a/.config/microsoft-edge']],
    ['brave', linux, ['/home/a/.config/BraveSoftware/Brave-Browser']],
    ['vivaldi', linux, ['/home/a/.config/vivaldi']],
    ['opera', linux, ['/home/a/.config/opera']],
    ['chrome-for-testing', linux, ['/home/a/.config/google-chrome-for-testing']],
    ['chrome', mac, ['/Users/a/Library/Application Support/Google/Chrome']],
    ['edge', mac, ['/Users/a/Library/Application Support/Microsoft Edge']],
    ['chrome', windows, []],
  ] as const)('%s', (browser, machine, expected) => {
    expect(manifestDirectories(browser, machine, nothing)).toEqual(expected);
  });

  test('release channels and foreign places are added when they are there', () => {
    const there = (path: string) => path.endsWith('google-chrome-beta') || path.endsWith('Google/Chrome');
    expect(manifestDirectories('chrome', linux, there)).toContain('/home/a/.config/google-chrome-beta');
    expect(manifestDirectories('brave', mac, there)).toContain('/Users/a/Library/Application Support/Google/Chrome');
  });

  test('on Windows some browsers need Chrome’s key beside their own', () => {
    expect(registryKeys('edge', windows)).toEqual(['Microsoft\\Edge', 'Google\\Chrome']);
    expect(registryKeys('edge', linux)).toEqual([]);
    expect(profileDirectory('chrome', windows)).toBe('C:\\Users\\a\\AppData\\Local\\Google\\Chrome\\User Data');
  });

  test('paths follow the machine that is planned for', () => {
    expect(pathsOf(windows).join('a', 'b')).toBe('a\\b');
    expect(pathsOf(mac).join('a', 'b')).toBe('a/b');
  });
});

describe('browsers in a sandbox', () => {
  test('are named with the way out', () => {
    const there = new Set(['/home/a/snap/chromium', '/home/a/.var/app/com.brave.Browser']);
    const sentences = sandboxedBrowsers(linux, (path) => there.has(path));
    expect(sentences).toHaveLength(2);
    expect(sentences[0]).toMatch(/chromium is installed as a snap.*\.deb/);
    expect(sentences[1]).toMatch(/Brave is installed as a Flatpak/);
  });

  test('exist on Linux only', () => {
    expect(sandboxedBrowsers(mac, () => true)).toEqual([]);
  });
});
