import { NATIVE_HOST_NAME as HOST, EXTENSION_ID as ID } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { manifest } from '../../../extension/manifest.config.ts';
import {
  mergePolicies,
  policyFindings,
  REQUIRED_PERMISSIONS,
} from '../../../native-host/src/install/policy-findings.ts';

type Values = Record<string, unknown>;

const found = (values: Values) => policyFindings('Chromium', mergePolicies([{ place: 'p.json', values }]), [ID]);
const policiesFound = (values: Values) => found(values).map(({ policy }) => policy);

describe('the native host', () => {
  const blocked = ['NativeMessagingBlocklist'];
  test.each<[string, Values, string[]]>([
    ['no policy', {}, []],
    ['nothing blocked', { NativeMessagingBlocklist: [] }, []],
    ['all blocked', { NativeMessagingBlocklist: ['*'] }, blocked],
    ['this one blocked', { NativeMessagingBlocklist: ['x.y', HOST] }, blocked],
    ['another one blocked', { NativeMessagingBlocklist: ['x.y'] }, []],
    [
      'all blocked, another one allowed',
      { NativeMessagingBlocklist: ['*'], NativeMessagingAllowlist: ['x.y'] },
      blocked,
    ],
    ['all blocked, this one allowed', { NativeMessagingBlocklist: ['*'], NativeMessagingAllowlist: [HOST] }, []],
    ['on both lists', { NativeMessagingBlocklist: [HOST], NativeMessagingAllowlist: [HOST] }, []],
    ['"*" allows nothing', { NativeMessagingBlocklist: ['*'], NativeMessagingAllowlist: ['*'] }, blocked],
    ['a list that is none', { NativeMessagingBlocklist: '*' }, []],
    ['hosts of one user allowed', { NativeMessagingUserLevelHosts: true }, []],
    ['hosts of one user forbidden', { NativeMessagingUserLevelHosts: false }, ['NativeMessagingUserLevelHosts']],
    [
      'allowed by name, but not for one user',
      { NativeMessagingUserLevelHosts: false, NativeMessagingBlocklist: ['*'], NativeMessagingAllowlist: [HOST] },
      ['NativeMessagingUserLevelHosts'],
    ],
  ])('%s', (_, values, policies) => {
    expect(policiesFound(values)).toEqual(policies);
  });
});

describe('the extension', () => {
  const all = { ExtensionInstallBlocklist: ['*'] };
  const settings = (entries: Values) => ({ ExtensionSettings: entries });
  const mode = (installation_mode: string) => ({ installation_mode });
  test.each<[string, Values, string[]]>([
    ['blocked with all others', all, ['ExtensionInstallBlocklist']],
    ['blocked itself', { ExtensionInstallBlocklist: [ID] }, ['ExtensionInstallBlocklist']],
    ['another one blocked', { ExtensionInstallBlocklist: ['a'.repeat(32)] }, []],
    ['all blocked, this one allowed', { ...all, ExtensionInstallAllowlist: [ID] }, []],
    [
      'blocked and allowed by id',
      { ExtensionInstallBlocklist: [ID], ExtensionInstallAllowlist: [ID] },
      ['ExtensionInstallBlocklist'],
    ],
    [
      'installed by the administrator',
      { ExtensionInstallBlocklist: ['*', ID], ExtensionInstallForcelist: [`${ID};u`] },
      [],
    ],
    ['all blocked by settings', settings({ '*': mode('blocked') }), ['ExtensionSettings']],
    ['settings for all replace the list', { ...all, ...settings({ '*': mode('allowed') }) }, []],
    [
      'a list may allow it all the same',
      { ...settings({ '*': mode('blocked') }), ExtensionInstallAllowlist: [ID] },
      [],
    ],
    ['settings of its own are the last word', { ...all, ...settings({ [ID]: mode('allowed') }) }, []],
    [
      'over lists too',
      { ExtensionInstallAllowlist: [ID], ...settings({ [`${'a'.repeat(32)}, ${ID}`]: mode('removed') }) },
      ['ExtensionSettings'],
    ],
    ['settings without a mode say nothing of it', { ...all, ...settings({ [ID]: {} }) }, ['ExtensionInstallBlocklist']],
    ['settings that are none', { ExtensionSettings: 'x' }, []],
    [
      'a needed permission blocked',
      settings({ '*': { blocked_permissions: ['nativeMessaging'] } }),
      ['ExtensionSettings'],
    ],
    ['another permission blocked', settings({ '*': { blocked_permissions: ['usb'] } }), []],
    [
      'a permission blocked for all, allowed here',
      settings({ '*': { blocked_permissions: ['storage'] }, [ID]: { allowed_permissions: ['storage'] } }),
      [],
    ],
  ])('%s', (_, values, policies) => {
    expect(policiesFound(values)).toEqual(policies);
  });

  test('needs what its manifest asks for', () => {
    expect(manifest('chromium')).toMatchObject({ permissions: REQUIRED_PERMISSIONS });
  });
});

test('a finding names the policy, where it stands, what follows and the next step', () => {
  const layers = [
    { place: 'last.json', values: { NativeMessagingBlocklist: ['*'] } },
    { place: 'first.json', values: { NativeMessagingBlocklist: [], NativeMessagingUserLevelHosts: false } },
  ];
  expect(policyFindings('Brave', mergePolicies(layers), [ID])).toEqual([
    {
      browser: 'Brave',
      policy: 'NativeMessagingBlocklist',
      place: 'last.json',
      effect: 'Brave does not start the native host.',
      next: `Ask your administrator to add ${HOST} to NativeMessagingAllowlist.`,
    },
    expect.objectContaining({ policy: 'NativeMessagingUserLevelHosts', place: 'first.json' }),
  ]);
});
