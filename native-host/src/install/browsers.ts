import { type Machine, type Platform, pathsOf } from './machine.ts';

/**
 * Where one browser looks for native-messaging hosts. Directories are below `Machine.profiles`, registry keys below
 * `HKCU\Software`. The first directory is the browser's own, used to see whether it is installed.
 */
interface Browser {
  linux: readonly string[];
  darwin: readonly string[];
  win32: { profile: string; keys: readonly string[] };
}

const chromeKey = 'Google\\Chrome';

/** Chrome's own place is written for those that were seen to read it instead of, or before, theirs. */
const table = {
  chrome: {
    linux: ['google-chrome', 'google-chrome-beta', 'google-chrome-unstable'],
    darwin: ['Google/Chrome', 'Google/Chrome Beta', 'Google/Chrome Dev', 'Google/Chrome Canary'],
    win32: { profile: 'Google\\Chrome\\User Data', keys: [chromeKey] },
  },
  'chrome-for-testing': {
    linux: ['google-chrome-for-testing', 'google-chrome'],
    darwin: ['Google/ChromeForTesting', 'Google/Chrome'],
    win32: { profile: 'Google\\Chrome for Testing\\User Data', keys: ['Google\\ChromeForTesting', chromeKey] },
  },
  chromium: {
    linux: ['chromium'],
    darwin: ['Chromium'],
    win32: { profile: 'Chromium\\User Data', keys: ['Chromium'] },
  },
  edge: {
    linux: ['microsoft-edge', 'microsoft-edge-beta', 'microsoft-edge-dev'],
    darwin: ['Microsoft Edge', 'Microsoft Edge Beta', 'Microsoft Edge Dev', 'Microsoft Edge Canary'],
    win32: { profile: 'Microsoft\\Edge\\User Data', keys: ['Microsoft\\Edge', chromeKey] },
  },
  brave: {
    linux: [
      'BraveSoftware/Brave-Browser',
      'BraveSoftware/Brave-Browser-Beta',
      'BraveSoftware/Brave-Browser-Nightly',
      'BraveSoftware/Brave-Origin',
    ],
    darwin: ['BraveSoftware/Brave-Browser', 'Google/Chrome'],
    win32: { profile: 'BraveSoftware\\Brave-Browser\\User Data', keys: ['BraveSoftware\\Brave-Browser', chromeKey] },
  },
  vivaldi: {
    linux: ['vivaldi', 'vivaldi-snapshot'],
    darwin: ['Vivaldi'],
    win32: { profile: 'Vivaldi\\User Data', keys: ['Vivaldi', chromeKey] },
  },
  opera: {
    linux: ['opera', 'google-chrome'],
    darwin: ['com.operasoftware.Opera', 'Google/Chrome'],
    win32: { profile: '..\\Roaming\\Opera Software\\Opera Stable', keys: [chromeKey] },
  },
} as const satisfies Record<string, Browser>;

export type BrowserName = keyof typeof table;
export const BROWSER_NAMES: readonly BrowserName[] = Object.keys(table).filter(isBrowserName);

/** Whether `--browser` may take this word. */
export function isBrowserName(word: string): word is BrowserName {
  return Object.hasOwn(table, word);
}

/** The browser's own profile directory on this machine: there once the browser has been started. */
export function profileDirectory(name: BrowserName, machine: Machine): string {
  const own: Record<Platform, string> = {
    linux: table[name].linux[0],
    darwin: table[name].darwin[0],
    win32: table[name].win32.profile,
  };
  return pathsOf(machine).join(machine.profiles, own[machine.platform]);
}

/**
 * Profile directories below which the browser reads `NativeMessagingHosts`; none on Windows. Release channels and other
 * browsers' places are in the list too: `exists` says which directories are there, and the browser's own always counts.
 */
export function manifestDirectories(name: BrowserName, machine: Machine, exists: (path: string) => boolean): string[] {
  if (machine.platform === 'win32') return [];
  const { join } = pathsOf(machine);
  const own = profileDirectory(name, machine);
  return table[name][machine.platform]
    .map((directory) => join(machine.profiles, directory))
    .filter((directory) => directory === own || exists(directory));
}

/** Registry keys below `HKCU\Software` under which the browser looks; only on Windows. */
export function registryKeys(name: BrowserName, machine: Machine): readonly string[] {
  return machine.platform === 'win32' ? table[name].win32.keys : [];
}
