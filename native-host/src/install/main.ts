import { randomBytes } from 'node:crypto';
import { EXTENSION_ID } from '@mcp-gui-bridge/page-sdk/protocol';
import { clientServer, configurationLines } from './client-configuration.ts';
import { type InstallRequest, install, uninstall } from './install.ts';
import { thisMachine } from './machine.ts';
import { machinePolicies, policyLines, readPolicies } from './read-policies.ts';
import { reportLines } from './report.ts';
import { machineStore } from './store.ts';

/**
 * The commands `install` and `uninstall`. Throws `InstallError` when nothing was begun.
 *
 * @param root the directory below which administrators' policies are looked for
 */
export function runInstaller(
  command: 'install' | 'uninstall',
  request: InstallRequest,
  { env, program }: { env: NodeJS.ProcessEnv; program: string },
  root = '/',
) {
  const machine = thisMachine(env, program);
  if (command === 'uninstall') {
    const { exitCode, ...json } = uninstall(request, machine, machineStore());
    return { exitCode, lines: reportLines({ exitCode, ...json }), json: { command, ...json } };
  }
  const { exitCode, program: installed, ...report } = install(request, machine, machineStore());
  const server = clientServer(machine, installed, randomBytes(16).toString('base64url'));
  const extensionIds = request.extensionIds.length > 0 ? request.extensionIds : [EXTENSION_ID];
  const policies = readPolicies(machinePolicies(machine.platform, root), request.browsers, extensionIds);
  const lines = [...reportLines({ exitCode, ...report }), ...policyLines(policies), ...configurationLines(server)];
  return { exitCode, lines, json: { command, ...report, policies, server } };
}
