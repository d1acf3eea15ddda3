import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, win32 } from 'node:path';
import process from 'node:process';
import * as z from 'zod';
import type { BrowserName } from './browsers.ts';
import type { Platform } from './machine.ts';
import { mergePolicies, type Policies, type PolicyFinding, policyFindings } from './policy-findings.ts';
import { parseRegistryPolicies } from './registry-policies.ts';

/** Where a browser reads policies that people cannot change: a directory, a preferences domain, a key below `Software\Policies`. */
interface PolicyPlaces {
  name: string;
  linux: string;
  darwin: string;
  win32: string;
}

/** Vivaldi and Opera are missing: they do not say where they look. */
const table = {
  chrome: {
    name: 'Chrome',
    linux: '/etc/opt/chrome/policies/managed',
    darwin: 'com.google.Chrome',
    win32: 'Google\\Chrome',
  },
  'chrome-for-testing': {
    name: 'Chrome for Testing',
    linux: '/etc/opt/chrome_for_testing/policies/managed',
    darwin: 'com.google.chrome.for.testing',
    win32: 'Google\\Chrome for Testing',
  },
  chromium: {
    name: 'Chromium',
    linux: '/etc/chromium/policies/managed',
    darwin: 'org.chromium.Chromium',
    win32: 'Chromium',
  },
  edge: {
    name: 'Microsoft Edge',
    linux: '/etc/opt/edge/policies/managed',
    darwin: 'com.microsoft.Edge',
    win32: 'Microsoft\\Edge',
  },
  brave: {
    name: 'Brave',
    linux: '/etc/brave/policies/managed',
    darwin: 'com.brave.Browser',
    win32: 'BraveSoftware\\Brave',
  },
} as const satisfies Partial<Record<BrowserName, PolicyPlaces>>;

/** The machine as far as policies are in it. */
export interface PolicySource {
  readonly platform: Platform;
  readonly user: string;
  exists(path: string): boolean;
  list(directory: string): string[];
  read(path: string): string;
  /** What a program prints. Throws when it fails. */
  run(program: string, argv: readonly string[]): string;
}

export interface PolicyReport {
  forbidden: PolicyFinding[];
  /** Sentences about places that could not be read: what is forbidden there is not known. */
  unread: string[];
}

interface Layer {
  place: string;
  values: Record<string, unknown>;
}

const Values = z.record(z.string(), z.unknown());

/** This machine. @param root the directory that stands for the top of its disk */
export function machinePolicies(platform: Platform, root = '/'): PolicySource {
  return {
    platform,
    user: userInfo().username,
    exists: (path) => existsSync(join(root, path)),
    list: (directory) => readdirSync(join(root, directory)),
    read: (path) => readFileSync(join(root, path), 'utf8'),
    run: (program, argv) =>
      execFileSync(program, argv, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], windowsHide: true }),
  };
}

/** What administrators forbid. @param browsers those to look at; none means all whose places are known */
export function readPolicies(
  source: PolicySource,
  browsers: readonly string[],
  extensionIds: readonly string[],
): PolicyReport {
  const unread: string[] = [];
  const note = (place: string, error: unknown) => {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error);
    unread.push(`The policies in ${place} could not be read (${why}), so what they forbid is not known here.`);
  };
  const forbidden = Object.entries(table)
    .filter(([name]) => browsers.length === 0 || browsers.includes(name))
    .flatMap(([, places]) => policyFindings(places.name, policiesOf(places, source, note), extensionIds));
  return { forbidden, unread };
}

/** The report as lines for a person. */
export const policyLines = ({ forbidden, unread }: PolicyReport): string[] => [
  ...forbidden.map(
    ({ policy, place, effect, next }) => `Warning: ${effect} The policy ${policy} in ${place} says so. ${next}`,
  ),
  ...unread,
];

type Note = (place: string, error: unknown) => void;

function policiesOf(places: PolicyPlaces, source: PolicySource, note: Note): Policies {
  switch (source.platform) {
    case 'linux':
      return mergePolicies(directoryLayers(places.linux, source, note));
    case 'darwin':
      return mergePolicies(preferenceLayers(places.darwin, source, note));
    case 'win32':
      return mergePolicies(registryLayers(places.win32, source));
  }
}

/** Of two files that set one policy, the last by name wins. */
function directoryLayers(directory: string, source: PolicySource, note: Note): Layer[] {
  if (!source.exists(directory)) return [];
  return attempt(directory, note, () => source.list(directory).sort())
    .toReversed()
    .map((name) => `${directory}/${name}`)
    .flatMap((place) => attempt(place, note, () => [{ place, values: Values.parse(JSON.parse(source.read(place))) }]));
}

function preferenceLayers(domain: string, source: PolicySource, note: Note): Layer[] {
  const managed = '/Library/Managed Preferences';
  return [`${managed}/${source.user}/${domain}.plist`, `${managed}/${domain}.plist`]
    .filter((place) => source.exists(place))
    .flatMap((place) =>
      attempt(place, note, () => {
        const json = source.run('/usr/bin/plutil', ['-convert', 'json', '-o', '-', place]);
        return [{ place, values: Values.parse(JSON.parse(json)) }];
      }),
    );
}

/** What is set for the machine wins over what is set for the user. `reg` fails for a key that is not there. */
function registryLayers(key: string, source: PolicySource): Layer[] {
  const reg = win32.join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'reg.exe');
  return ['HKEY_LOCAL_MACHINE', 'HKEY_CURRENT_USER'].flatMap((hive) => {
    const place = `${hive}\\Software\\Policies\\${key}`;
    const output = attempt(
      place,
      () => {},
      () => [source.run(reg, ['query', place, '/s'])],
    );
    return output.map((text) => ({ place, values: parseRegistryPolicies(text, place) }));
  });
}

function attempt<T>(place: string, note: Note, read: () => T[]): T[] {
  try {
    return read();
  } catch (error) {
    note(place, error);
    return [];
  }
}
