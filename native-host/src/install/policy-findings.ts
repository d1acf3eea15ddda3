import { NATIVE_HOST_NAME } from '@mcp-gui-bridge/page-sdk/protocol';
import * as z from 'zod';

/** What an administrator has set for one browser, by the policy's name, with the file or registry key it stands in. */
export type Policies = ReadonlyMap<string, { readonly value: unknown; readonly place: string }>;

/** A policy that keeps the bridge from working. */
export interface PolicyFinding {
  /** Its name, for people. */
  readonly browser: string;
  readonly policy: string;
  readonly place: string;
  /** What the browser does because of it. */
  readonly effect: string;
  readonly next: string;
}

/** What the extension's manifest asks for at once; without one of these a browser turns it off. */
export const REQUIRED_PERMISSIONS = ['activeTab', 'nativeMessaging', 'scripting', 'sidePanel', 'storage'];

const Names = z.array(z.string()).catch([]);
const Setting = z.looseObject({
  installation_mode: z.string().optional(),
  blocked_permissions: z.array(z.string()).default([]),
  allowed_permissions: z.array(z.string()).default([]),
});
const Settings = z.record(z.string(), z.unknown()).catch({});

const namesIn = (policies: Policies, policy: string): string[] => Names.parse(policies.get(policy)?.value);

/** Policies of several places, those that win first. */
export function mergePolicies(
  layers: readonly { place: string; values: Readonly<Record<string, unknown>> }[],
): Policies {
  return new Map(
    layers
      .toReversed()
      .flatMap(({ place, values }) => Object.entries(values).map(([name, value]) => [name, { value, place }] as const)),
  );
}

/** Everything that an administrator's policies forbid the host or one of these extensions. */
export function policyFindings(browser: string, policies: Policies, extensionIds: readonly string[]): PolicyFinding[] {
  const place = (policy: string) => policies.get(policy)?.place ?? '';
  return [...hostRules(browser, policies), ...extensionIds.flatMap((id) => extensionRules(browser, policies, id))].map(
    (finding) => ({ browser, place: place(finding.policy), ...finding }),
  );
}

type Rule = Omit<PolicyFinding, 'browser' | 'place'>;

/** A host on both lists is allowed; whether hosts of one user are allowed at all is asked apart from the lists. */
function hostRules(browser: string, policies: Policies): Rule[] {
  const blocked = namesIn(policies, 'NativeMessagingBlocklist');
  const isBlocked = blocked.includes('*') || blocked.includes(NATIVE_HOST_NAME);
  const isAllowed = namesIn(policies, 'NativeMessagingAllowlist').includes(NATIVE_HOST_NAME);
  const blocklist: Rule = {
    policy: 'NativeMessagingBlocklist',
    effect: `${browser} does not start the native host.`,
    next: `Ask your administrator to add ${NATIVE_HOST_NAME} to NativeMessagingAllowlist.`,
  };
  const userLevel: Rule = {
    policy: 'NativeMessagingUserLevelHosts',
    effect: `${browser} starts only native hosts that are installed for all users, and this one is installed for you.`,
    next: `Ask your administrator to put ${NATIVE_HOST_NAME}.json where ${browser} looks for all users, or to take the policy back.`,
  };
  return [
    ...(isBlocked && !isAllowed ? [blocklist] : []),
    ...(policies.get(userLevel.policy)?.value === false ? [userLevel] : []),
  ];
}

function extensionRules(browser: string, policies: Policies, id: string): Rule[] {
  const mode = installationMode(policies, id);
  const missing = blockedPermissions(policies, id);
  const blocked = mode?.value === 'blocked' || mode?.value === 'removed';
  return [
    ...(blocked
      ? [
          {
            policy: mode.policy,
            effect: `${browser} does not let the extension ${id} run.`,
            next: `Ask your administrator to add ${id} to ExtensionInstallAllowlist, or to allow it in ExtensionSettings where that is used.`,
          },
        ]
      : []),
    ...(missing.length > 0
      ? [
          {
            policy: 'ExtensionSettings',
            effect: `${browser} turns the extension ${id} off, as it may not have: ${missing.join(', ')}.`,
            next: `Ask your administrator to list these under allowed_permissions of ${id} in ExtensionSettings.`,
          },
        ]
      : []),
  ];
}

/** As Chromium puts it together: each rule replaces those before it, and an entry for the extension itself is the last word. */
function installationMode(policies: Policies, id: string): { policy: string; value: string } | undefined {
  const blocklist = namesIn(policies, 'ExtensionInstallBlocklist');
  const forced = namesIn(policies, 'ExtensionInstallForcelist').map((entry) => entry.split(';')[0]);
  const inSettings = (value: string | undefined) =>
    value === undefined ? undefined : { policy: 'ExtensionSettings', value };
  const rule = (policy: string, applies: boolean, value: string) => (applies ? { policy, value } : undefined);
  return [
    rule('ExtensionInstallBlocklist', blocklist.includes('*'), 'blocked'),
    inSettings(settingOf(policies, '*')?.installation_mode),
    rule('ExtensionInstallAllowlist', namesIn(policies, 'ExtensionInstallAllowlist').includes(id), 'allowed'),
    rule('ExtensionInstallBlocklist', blocklist.includes(id), 'blocked'),
    rule('ExtensionInstallForcelist', forced.includes(id), 'force_installed'),
    inSettings(settingOf(policies, id)?.installation_mode),
  ].findLast((each) => each !== undefined);
}

/** What is blocked for all holds for each unless it is allowed there. */
function blockedPermissions(policies: Policies, id: string): string[] {
  const all = settingOf(policies, '*');
  const own = settingOf(policies, id);
  const blocked = new Set(all?.blocked_permissions ?? []);
  for (const permission of own?.allowed_permissions ?? []) blocked.delete(permission);
  for (const permission of own?.blocked_permissions ?? []) blocked.add(permission);
  return REQUIRED_PERMISSIONS.filter((permission) => blocked.has(permission));
}

/** The entry for `*` or an id; several ids may share one, separated by commas. */
function settingOf(policies: Policies, id: string): z.infer<typeof Setting> | undefined {
  const entries = Object.entries(Settings.parse(policies.get('ExtensionSettings')?.value));
  const own = entries.findLast(([ids]) => ids.split(',').some((each) => each.trim() === id));
  return own === undefined ? undefined : Setting.safeParse(own[1]).data;
}
