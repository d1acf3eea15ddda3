import { EXTENSION_ID } from '@mcp-gui-bridge/page-sdk/protocol';
import { fingerprintOf, newInstallationKey, noInstallationKey } from '../link/installation.ts';
import { BROWSER_NAMES, type BrowserName, isBrowserName, profileDirectory } from './browsers.ts';
import { InstallError } from './install-error.ts';
import { type Journal, parseJournal, type Target, targetName } from './journal.ts';
import { type Machine, pathsOf } from './machine.ts';
import { isExtensionId } from './manifest.ts';
import { perform } from './perform.ts';
import { installationKey, installedProgram, planItems } from './plan.ts';
import { changeOf, exitCodeOf, type InstallReport, type Report } from './report.ts';
import { sandboxedBrowsers } from './sandboxed-browsers.ts';
import { installSteps, removalSteps } from './steps.ts';
import type { Store } from './store.ts';

/** Options of `install` and `uninstall`, as typed. */
export interface InstallRequest {
  browsers: readonly string[];
  userDataDir?: string;
  extensionIds: readonly string[];
  dryRun: boolean;
}

/** Writes launcher and manifests for the browsers asked for. Throws `InstallError` when nothing could be begun. */
export function install(request: InstallRequest, machine: Machine, store: Store): InstallReport {
  const asked = askedTargets(request, machine, store);
  const journalPath = journalPathOf(machine);
  const journal = readJournal(machine, store);
  const built = store.read('program', machine.program);
  if (built === undefined || !machine.program.endsWith('.js')) {
    throw new InstallError(
      'Browsers start the built command. Run "npm run build", then native-host/dist/cli.js install.',
      1,
    );
  }
  const targets = withTargets(journal, asked).filter((target) => asked.includes(target) || isStillThere(target, store));
  const items = planItems(targets, machine, { exists: store.exists, program: built, key: keyOf(machine, store) });
  const steps = installSteps(items, journal, store.read);
  const changes = request.dryRun
    ? steps.map(changeOf)
    : perform({ journal, journalPath, steps, targets, untouched: [] }, store);
  const program = asked.every(({ kind }) => kind === 'browser') ? installedProgram(machine) : machine.program;
  const notes = sandboxedBrowsers(machine, store.exists);
  return { dryRun: request.dryRun, changes, notes, exitCode: exitCodeOf(steps, changes), program };
}

/** Removes what `install` wrote for the browsers asked for, or everything; what was changed since stays and is named. */
export function uninstall(request: InstallRequest, machine: Machine, store: Store): Report {
  checkRequest(request, machine);
  const journalPath = journalPathOf(machine);
  const journal = readJournal(machine, store);
  const selected = new Set(journal.targets.filter((target) => isAskedFor(target, request, machine)).map(targetName));
  if (selected.size === 0) {
    return { dryRun: request.dryRun, changes: [], notes: ['Nothing of this kind is installed.'], exitCode: 0 };
  }
  const targets = journal.targets.filter((target) => !selected.has(targetName(target)));
  const entries = journal.entries.map((entry) => ({
    ...entry,
    usedBy: entry.usedBy.filter((name) => !selected.has(name)),
  }));
  const untouched = entries.filter((entry) => entry.usedBy.length > 0);
  const steps = removalSteps(
    entries.filter((entry) => entry.usedBy.length === 0),
    store.read,
  );
  const changes = request.dryRun
    ? steps.map(changeOf)
    : perform({ journal, journalPath, steps, targets, untouched }, store);
  const empty = targets.length === 0 && !request.dryRun && store.exists(machine.stateDirectory);
  const notes = empty ? [`${machine.stateDirectory} still holds logs. Remove it when you do not need them.`] : [];
  return { dryRun: request.dryRun, changes, notes, exitCode: exitCodeOf(steps, changes) };
}

/** Whether anything is installed for this machine's state directory. */
export function isInstalled(machine: Machine, store: Store): boolean {
  return store.exists(journalPathOf(machine));
}

/** The key that is there, so that the extension knows this installation again, or a new one. */
function keyOf(machine: Machine, store: Store): Uint8Array {
  const place = installationKey(machine);
  const found = store.read('key', place);
  if (found === undefined) return new TextEncoder().encode(newInstallationKey());
  if (fingerprintOf(new TextDecoder().decode(found)) === undefined) throw new InstallError(noInstallationKey(place), 3);
  return found;
}

function readJournal(machine: Machine, store: Store): Journal {
  const path = journalPathOf(machine);
  const content = store.read('journal', path);
  return parseJournal(content && new TextDecoder().decode(content), path);
}

function journalPathOf(machine: Machine): string {
  return pathsOf(machine).join(machine.stateDirectory, 'install.json');
}

function askedTargets(request: InstallRequest, machine: Machine, store: Store): Target[] {
  const browsers = checkRequest(request, machine);
  const extensionIds = request.extensionIds.length > 0 ? [...request.extensionIds] : [EXTENSION_ID];
  if (request.userDataDir !== undefined) {
    return [{ kind: 'profile', userDataDir: pathsOf(machine).resolve(request.userDataDir), extensionIds }];
  }
  const chosen =
    browsers.length > 0 ? browsers : BROWSER_NAMES.filter((name) => store.exists(profileDirectory(name, machine)));
  if (chosen.length === 0) {
    const reasons = sandboxedBrowsers(machine, store.exists);
    const advice = 'No supported browser has been started by this user yet. Start it once, or name it with --browser.';
    throw new InstallError([...reasons, advice].join(' '), 1);
  }
  return chosen.map((browser) => ({ kind: 'browser', browser, extensionIds }));
}

/** Returns the browsers asked for by name. Throws `InstallError` (2) for a request that makes no sense. */
function checkRequest(request: InstallRequest, machine: Machine): BrowserName[] {
  const wrongId = request.extensionIds.find((id) => !isExtensionId(id));
  if (wrongId !== undefined) {
    throw new InstallError(
      `--extension-id takes 32 letters from a to p, as on the browser's extensions page, not "${wrongId}".`,
      2,
    );
  }
  const wrongName = request.browsers.find((name) => !isBrowserName(name));
  if (wrongName !== undefined) {
    throw new InstallError(`--browser takes ${BROWSER_NAMES.join(', ')}; "${wrongName}" is none of them.`, 2);
  }
  if (request.userDataDir !== undefined && request.browsers.length > 0) {
    throw new InstallError(
      '--browser and --user-data-dir exclude each other: a profile of its own belongs to any browser.',
      2,
    );
  }
  if (request.userDataDir !== undefined && machine.platform === 'win32') {
    throw new InstallError(
      'On Windows browsers find hosts in the registry only. Use --browser instead of --user-data-dir.',
      2,
    );
  }
  return request.browsers.filter(isBrowserName);
}

/** The journal's targets, with those of the same name replaced in place: a second run must not reorder anything. */
function withTargets(journal: Journal, asked: readonly Target[]): Target[] {
  const known = journal.targets.map(
    (target) => asked.find((other) => targetName(other) === targetName(target)) ?? target,
  );
  return [...known, ...asked.filter((target) => !known.includes(target))];
}

/** A development profile that was deleted must not be created again when something else is installed. */
function isStillThere(target: Target, store: Store): boolean {
  return target.kind === 'browser' || store.exists(target.userDataDir);
}

function isAskedFor(target: Target, request: InstallRequest, machine: Machine): boolean {
  const { browsers, userDataDir, extensionIds } = request;
  const named = browsers.length === 0 || (target.kind === 'browser' && browsers.includes(target.browser));
  const placed =
    userDataDir === undefined ||
    (target.kind === 'profile' && target.userDataDir === pathsOf(machine).resolve(userDataDir));
  const allowed = extensionIds.length === 0 || target.extensionIds.some((id) => extensionIds.includes(id));
  return named && placed && allowed;
}
