import { claimStdout } from '../link/claim-stdout.ts';
import { steadyClock } from '../link/clock.ts';
import { guardExit } from '../link/exit-guard.ts';
import { openInstallation } from '../link/installation.ts';
import { createLog } from '../link/log.ts';
import { logConnection, messageLog } from '../link/message-log.ts';
import { type AgentServer, serveAgents } from '../link/serve-agents.ts';
import { stateDirectory } from '../link/state-directory.ts';
import { openBrowserPort } from './browser-port.ts';
import { refuseCaller, WRONG_CALLER } from './caller.ts';
import { dispatch } from './dispatch/dispatch.ts';
import { Host } from './host.ts';

export interface RunHostOptions {
  /** Ids of the extensions that may use this host. */
  readonly allow: readonly string[];
  /** What the browser added to the command line. */
  readonly browserArguments: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * The process that a browser starts (native messaging), one per profile. It ends when the browser closes its stdin.
 * Started by anything else it creates nothing and exits with 78.
 */
export async function runHost({ allow, browserArguments, env }: RunHostOptions): Promise<void> {
  const { pid, stdin } = process;
  const refused = refuseCaller(browserArguments, allow, stdin.isTTY);
  if (refused !== undefined) {
    process.stderr.write(`${refused}\n`);
    process.exitCode = WRONG_CALLER;
    return;
  }
  const stdout = claimStdout();
  const log = createLog('host', env);
  const messages = messageLog(log);
  let server: AgentServer | undefined;
  let installation: string;
  const fail = (problem: string) => {
    log.error(problem);
    process.stderr.write(`mcp-gui-bridge host: ${problem}\n`);
    void Promise.resolve(server?.close()).finally(() => process.exit(1));
  };
  const directory = stateDirectory(env);
  try {
    server = await serveAgents({
      directory,
      onAgent: (connection) => host.connect(logConnection(connection, messages, 'agent')),
      onLost: () => fail('its socket was taken away'),
    });
    installation = openInstallation(directory);
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  const { describe, close } = server;
  const port = openBrowserPort({ stdin, stdout, onMessages: (all) => host.receive(all), onFault: fail, messages });
  const clocks = { clock: steadyClock(), wallClock: Date.now };
  const host = new Host({
    pid,
    installation,
    log,
    ...clocks,
    decide: dispatch,
    send: port.send,
    describe,
    onFault: fail,
  });
  const onExit = () => {
    host.end();
    return close();
  };
  guardExit({ onExit, onReason: (reason) => log.info({ reason }, 'exit') });
}
