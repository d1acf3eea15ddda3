import { CHECKS } from './checks/all-checks.ts';
import { ERAS, type Era } from './era.ts';
import { PATIENCE } from './patience.ts';
import { humanReport, isConformant, jsonReport, listedChecks } from './report.ts';
import { runChecks } from './run-checks.ts';
import { StdioServers } from './stdio-servers.ts';

export interface ConformanceOptions {
  /** Program and arguments of the server under test. */
  readonly command: readonly string[];
  /** Which revisions of MCP to speak; `both` skips what the server does not offer. */
  readonly era: Era | 'both';
  readonly env: NodeJS.ProcessEnv;
}

/** The `conformance --list` command: what would be checked. */
export function listConformance() {
  const json = listedChecks(CHECKS);
  return { exitCode: 0, lines: json.map(({ id, section, text }) => `${id.padEnd(7)} §${section} ${text}`), json };
}

/** The `conformance` command: starts a stdio server and checks it as a black box. Nothing of it is left running. */
export async function runConformance({ command, era, env }: ConformanceOptions) {
  const servers = new StdioServers(command, env);
  try {
    const runs = await runChecks(era === 'both' ? ERAS : [era], CHECKS, {
      start: () => servers.start(),
      patience: PATIENCE,
    });
    const json = jsonReport(command, runs);
    return { exitCode: isConformant(runs) ? 0 : 1, lines: humanReport(command, runs), json };
  } finally {
    await servers.close();
  }
}
