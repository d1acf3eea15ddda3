import { NATIVE_HOST_NAME } from '@mcp-gui-bridge/page-sdk/protocol';
import { INSTALLATION_KEY_FILE } from '../link/installation.ts';
import { manifestDirectories, registryKeys } from './browsers.ts';
import { type JournalEntry, type Target, targetName } from './journal.ts';
import { checkPath, type Launcher, launcherText } from './launcher.ts';
import { type Machine, pathsOf } from './machine.ts';
import { MANIFEST_FILE, manifestText } from './manifest.ts';

/** One file or registry value as it shall be. */
export interface Item {
  kind: JournalEntry['kind'];
  place: string;
  content: Uint8Array;
  /** Names of the targets that need it. */
  usedBy: readonly string[];
  /** The launcher that a manifest, or the manifest that a registry key, leads to. */
  leadsTo?: string;
}

/** What the planner has to know of the disk. */
export interface Surroundings {
  exists: (path: string) => boolean;
  /** Bytes of `Machine.program`. */
  program: Uint8Array;
  /** By which the extension knows this installation again. */
  key: Uint8Array;
}

type BrowserTarget = Extract<Target, { kind: 'browser' }>;
type ProfileTarget = Extract<Target, { kind: 'profile' }>;

/** The stable place: browsers outlive clones and package caches. */
export function installedProgram(machine: Machine): string {
  return pathsOf(machine).join(machine.stateDirectory, 'bin', 'cli.js');
}

/** All browsers and profiles share one: it belongs to the state directory in which they meet agents. */
export function installationKey(machine: Machine): string {
  return pathsOf(machine).join(machine.stateDirectory, INSTALLATION_KEY_FILE);
}

/** Everything that shall exist for these targets. Throws `InstallError` for a path that no launcher can carry. */
export function planItems(targets: readonly Target[], machine: Machine, around: Surroundings): Item[] {
  const browsers = targets.filter((target) => target.kind === 'browser');
  const profiles = targets.filter((target) => target.kind === 'profile');
  return mergeUsers([
    ...planBrowsers(browsers, machine, around),
    ...profiles.flatMap((target) => planProfile(target, machine, around)),
    { kind: 'key', place: installationKey(machine), content: around.key, usedBy: targets.map(targetName) },
  ]);
}

/** All browsers start one launcher, which allows every extension that was asked for. */
function planBrowsers(targets: BrowserTarget[], machine: Machine, around: Surroundings): Item[] {
  const { join } = pathsOf(machine);
  const bin = join(machine.stateDirectory, 'bin');
  const program = installedProgram(machine);
  const launcher = join(bin, machine.platform === 'win32' ? 'native-host.cmd' : 'native-host');
  const extensionIds = [...new Set(targets.flatMap((target) => target.extensionIds))];
  const manifest = {
    kind: 'manifest',
    content: bytes(manifestText(launcher, extensionIds)),
    leadsTo: launcher,
  } as const;
  const registered = join(bin, MANIFEST_FILE);
  return targets.flatMap((target): Item[] => {
    const usedBy = [targetName(target)];
    const directories = manifestDirectories(target.browser, machine, around.exists);
    const keys = registryKeys(target.browser, machine);
    const manifests = keys.length > 0 ? [registered] : directories.map((directory) => manifestPath(directory, machine));
    return [
      { kind: 'program', place: program, content: around.program, usedBy },
      launcherItem({ place: launcher, program, extensionIds, usedBy }, machine),
      ...manifests.map((place) => ({ ...manifest, place, usedBy })),
      ...keys.map((key): Item => {
        const place = `${key}\\NativeMessagingHosts\\${NATIVE_HOST_NAME}`;
        return { kind: 'registry', place, content: bytes(registered), usedBy };
      }),
    ];
  });
}

/**
 * A profile of its own is for development: launcher and manifest live and die with it, and start the command where it
 * was built, so that a rebuild takes effect. A package's copy is not a stable place and is copied as for browsers.
 */
function planProfile(target: ProfileTarget, machine: Machine, around: Surroundings): Item[] {
  const { dirname, join, sep } = pathsOf(machine);
  const { extensionIds } = target;
  const usedBy = [targetName(target)];
  const place = manifestPath(target.userDataDir, machine);
  const launcher = join(dirname(place), `${NATIVE_HOST_NAME}.sh`);
  const copied = machine.program.split(sep).includes('node_modules');
  const program = copied ? installedProgram(machine) : machine.program;
  const copy: Item = { kind: 'program', place: program, content: around.program, usedBy };
  return [
    ...(copied ? [copy] : []),
    launcherItem({ place: launcher, program, extensionIds, usedBy }, machine),
    { kind: 'manifest', place, content: bytes(manifestText(launcher, extensionIds)), usedBy, leadsTo: launcher },
  ];
}

function launcherItem(
  { place, program, extensionIds, usedBy }: Pick<Item, 'place' | 'usedBy'> & Pick<Launcher, 'program' | 'extensionIds'>,
  machine: Machine,
): Item {
  const { node, platform } = machine;
  const stateDirectory = machine.customStateDirectory ? { stateDirectory: machine.stateDirectory } : {};
  for (const path of [node, program, place, ...Object.values(stateDirectory)]) checkPath(path, platform);
  const text = launcherText({ node, program, extensionIds, ...stateDirectory }, machine);
  return { kind: 'launcher', place, content: bytes(text), usedBy };
}

function manifestPath(profile: string, machine: Machine): string {
  return pathsOf(machine).join(profile, 'NativeMessagingHosts', MANIFEST_FILE);
}

/** One item a place; programs and launchers first, because the others lead to them. */
function mergeUsers(items: readonly Item[]): Item[] {
  const merged = new Map<string, Item>();
  for (const item of items) {
    const usedBy = [...(merged.get(item.place)?.usedBy ?? []), ...item.usedBy];
    merged.set(item.place, { ...item, usedBy });
  }
  const order: Item['kind'][] = ['program', 'launcher', 'key', 'manifest', 'registry'];
  return order.flatMap((kind) => [...merged.values()].filter((item) => item.kind === kind));
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
