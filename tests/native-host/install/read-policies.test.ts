import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NATIVE_HOST_NAME as HOST, EXTENSION_ID as ID } from '@mcp-gui-bridge/page-sdk/protocol';
import { expect, test } from 'vitest';
import { runInstaller } from '../../../native-host/src/install/main.ts';
import {
  machinePolicies,
  type PolicySource,
  policyLines,
  readPolicies,
} from '../../../native-host/src/install/read-policies.ts';
import { parseRegistryPolicies } from '../../../native-host/src/install/registry-policies.ts';

import { request, scratch } from './scratch.ts';

const FIXTURES = join(import.meta.dirname, 'policies');
const report = (source: PolicySource, browsers: string[] = []) => readPolicies(source, browsers, [ID]);
const places = ({ forbidden }: ReturnType<typeof report>) =>
  forbidden.map(({ browser, policy, place }) => `${browser}: ${policy} in ${place}`);

test('Linux: every browser has its directory; the last file by name wins, and one that is no JSON is named', () => {
  const read = report(machinePolicies('linux', join(FIXTURES, 'linux')));
  expect(places(read)).toEqual([
    'Chromium: NativeMessagingUserLevelHosts in /etc/chromium/policies/managed/20-late.json',
    'Microsoft Edge: ExtensionInstallBlocklist in /etc/opt/edge/policies/managed/edge.json',
    'Brave: NativeMessagingBlocklist in /etc/brave/policies/managed/brave.json',
  ]);
  expect(read.unread).toEqual([
    expect.stringMatching(
      /^The policies in \/etc\/opt\/chrome\/policies\/managed\/broken could not be read \(.+\), so/,
    ),
  ]);
  expect(policyLines(read)).toContain(
    `Warning: Brave does not start the native host. The policy NativeMessagingBlocklist in /etc/brave/policies/managed/brave.json says so. Ask your administrator to add ${HOST} to NativeMessagingAllowlist.`,
  );
});

test('of browsers that were not asked for nothing is said, and without policies there is nothing to say', () => {
  expect(places(report(machinePolicies('linux', join(FIXTURES, 'linux')), ['edge']))).toHaveLength(1);
  expect(report(machinePolicies('linux', join(FIXTURES, 'linux')), ['vivaldi'])).toEqual({ forbidden: [], unread: [] });
  expect(report(machinePolicies('linux', join(FIXTURES, 'none')))).toEqual({ forbidden: [], unread: [] });
});

test('macOS: the managed preferences of the user win over those of the machine', () => {
  const plists: Record<string, object> = {
    '/Library/Managed Preferences/ada/com.google.Chrome.plist': { NativeMessagingBlocklist: ['*'] },
    '/Library/Managed Preferences/com.google.Chrome.plist': {
      NativeMessagingBlocklist: [],
      NativeMessagingUserLevelHosts: false,
    },
  };
  const source: PolicySource = {
    platform: 'darwin',
    user: 'ada',
    exists: (path) => path in plists,
    list: () => [],
    read: () => '',
    run: (program, argv) => {
      expect([program, ...argv.slice(0, -1)]).toEqual(['/usr/bin/plutil', '-convert', 'json', '-o', '-']);
      return JSON.stringify(plists[argv.at(-1) ?? '']);
    },
  };
  expect(places(report(source))).toEqual([
    'Chrome: NativeMessagingBlocklist in /Library/Managed Preferences/ada/com.google.Chrome.plist',
    'Chrome: NativeMessagingUserLevelHosts in /Library/Managed Preferences/com.google.Chrome.plist',
  ]);
});

const registry = (name: string) => readFileSync(join(FIXTURES, `windows/${name}.txt`), 'utf8').replaceAll('\n', '\r\n');

test('Windows: what is set for the machine wins over what is set for the user; a missing key is no policy', () => {
  const source: PolicySource = {
    platform: 'win32',
    user: 'ada',
    exists: () => false,
    list: () => [],
    read: () => '',
    run: (_program, [query, key, all]) => {
      expect([query, all]).toEqual(['query', '/s']);
      if (key === 'HKEY_LOCAL_MACHINE\\Software\\Policies\\Google\\Chrome') return registry('machine');
      if (key === 'HKEY_CURRENT_USER\\Software\\Policies\\Google\\Chrome') return registry('user');
      throw new Error('ERROR: The system was unable to find the specified registry key or value.');
    },
  };
  expect(places(report(source))).toEqual([
    'Chrome: NativeMessagingUserLevelHosts in HKEY_LOCAL_MACHINE\\Software\\Policies\\Google\\Chrome',
    'Chrome: ExtensionSettings in HKEY_CURRENT_USER\\Software\\Policies\\Google\\Chrome',
  ]);
});

test('the output of reg: lists are subkeys, switches numbers, dictionaries JSON or subkeys of subkeys', () => {
  expect(parseRegistryPolicies(registry('machine'), 'HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Google\\Chrome')).toEqual({
    NativeMessagingBlocklist: ['*', 'com.example.one', 'com.example.two'],
    NativeMessagingAllowlist: [HOST],
    NativeMessagingUserLevelHosts: false,
    HomepageLocation: 'https://example.com/a    b',
  });
  expect(parseRegistryPolicies(registry('user'), 'HKEY_CURRENT_USER\\Software\\Policies\\Google\\Chrome')).toEqual({
    NativeMessagingUserLevelHosts: true,
    ExtensionSettings: { '*': { installation_mode: 'blocked', blocked_permissions: ['usb', 'hid'] } },
  });
  const json = '    ExtensionSettings    REG_SZ    {"*":{"installation_mode":"blocked"}}';
  expect(parseRegistryPolicies(`HKEY_X\\P\r\n${json}\r\n`, 'HKEY_X\\P')).toEqual({
    ExtensionSettings: { '*': { installation_mode: 'blocked' } },
  });
  expect(parseRegistryPolicies('', 'HKEY_X')).toEqual({});
});

test('install warns after installing, and says it to programs too', () => {
  using home = scratch();
  const env = { MCP_GUI_BRIDGE_HOME: home.machine.stateDirectory, XDG_CONFIG_HOME: home.machine.profiles };
  const surface = { env, program: home.machine.program };
  const asked = request({ browsers: ['brave'] });
  const { exitCode, lines, json } = runInstaller('install', asked, surface, join(FIXTURES, 'linux'));
  expect(exitCode).toBe(0);
  expect(lines.findIndex((line) => line.startsWith('Warning: Brave'))).toBeGreaterThan(
    lines.findLastIndex((line) => line.startsWith('written')),
  );
  expect(json).toMatchObject({ policies: { forbidden: [{ policy: 'NativeMessagingBlocklist' }], unread: [] } });
});
