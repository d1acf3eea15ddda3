import { EXTENSION_ID, type HostStatus } from '@mcp-gui-bridge/page-sdk/protocol';
import { isInstalled } from './install/install.ts';
import { type Machine, thisMachine } from './install/machine.ts';
import { machinePolicies, policyLines, readPolicies } from './install/read-policies.ts';
import { machineStore } from './install/store.ts';
import { readInstallation } from './link/installation.ts';
import { readStatus } from './link/read-status.ts';

/**
 * The `status` command: 0 when a browser is connected, 1 with the next step when none is.
 *
 * @param root the directory below which administrators' policies are looked for
 */
export async function runStatus({ env, program }: { env: NodeJS.ProcessEnv; program: string }, root = '/') {
  const machine = thisMachine(env, program);
  const skipped: string[] = [];
  const status = await readStatus(machine.stateDirectory, (what, why) => skipped.push(`Skipped ${what}: ${why}`));
  const healthy = status.hosts.length > 0;
  const lines = healthy ? status.hosts.flatMap(hostLines) : [nextStep(skipped.length > 0, machine)];
  const { installation, problem } = installationIn(machine.stateDirectory);
  const policies = readPolicies(machinePolicies(machine.platform, root), [], [EXTENSION_ID]);
  return {
    exitCode: healthy ? 0 : 1,
    lines: [
      ...lines,
      ...installationLines(installation, machine.stateDirectory),
      ...problem,
      ...policyLines(policies),
      ...skipped,
    ],
    json: { ...status, ...(skipped.length > 0 && { skipped }), installation, policies },
  };
}

/** What a person does who has no browser that answers; `isThere`: something of one is there all the same. */
function nextStep(isThere: boolean, machine: Machine): string {
  if (isThere) return 'A browser was found that does not answer. Restart it, then run "mcp-gui-bridge status" again.';
  return isInstalled(machine, machineStore())
    ? 'No browser is connected. Start the browser with the MCP GUI Bridge extension.'
    : 'No browser is connected. Run "mcp-gui-bridge install", then start the browser with the MCP GUI Bridge extension.';
}

function installationIn(directory: string): { installation: string | null; problem: string[] } {
  try {
    return { installation: readInstallation(directory) ?? null, problem: [] };
  } catch (error) {
    return { installation: null, problem: [error instanceof Error ? error.message : String(error)] };
  }
}

/** What to compare when the extension says that the program behind it has changed. */
const installationLines = (installation: string | null, directory: string): string[] =>
  installation === null ? [] : [`This installation is ${installation} (${directory}).`];

/** One browser for a person to read: its links, sites and agents. */
export function hostLines(host: HostStatus): string[] {
  return [
    `${host.browser} (extension ${host.extensionVersion}, pid ${host.pid}) since ${clock(host.since)}`,
    ...host.links.map(({ hop, up, since, fix }) =>
      up
        ? `  ${hop}: connected since ${clock(since)}`
        : `  ${hop}: not connected since ${clock(since)}. ${fix ?? ''}`.trimEnd(),
    ),
    ...(host.applications.length === 0 ? ['  No page shares its windows. Open a site that you have allowed.'] : []),
    ...host.applications.map(
      ({ name, origin, state, windows }) =>
        `  ${name} · ${origin}: ${windows} ${windows === 1 ? 'window' : 'windows'}, ${state}`,
    ),
    ...host.agents.map(
      ({ name, program, calls }) =>
        `  Agent ${name}${program === '' ? '' : ` (${program})`}: ${calls} ${calls === 1 ? 'call' : 'calls'}`,
    ),
  ];
}

function clock(time: number): string {
  return new Date(time).toISOString().replace('T', ' ').slice(0, 19);
}
