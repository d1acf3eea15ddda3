import { join } from 'node:path';
import { brokenHop, failureSentence, HopError } from './broken-hop.ts';
import type { Cleanup } from './cleanup.ts';
import { type ConsoleServer, serveConsole } from './console-server.ts';
import { terminalPrinter } from './printer.ts';
import { playScenario } from './scenario.ts';
import { clientConfiguration, type Demo, type DemoOptions, startDemo } from './start-demo.ts';
import { BUILT } from './workspace.ts';

/** Starts the demo. Throws one sentence that names the broken hop. */
export async function beginDemo(options: DemoOptions, cleanup: Cleanup): Promise<Demo> {
  try {
    return await startDemo(options, cleanup);
  } catch (error) {
    throw new Error(failureSentence(messageOf(error), error instanceof HopError ? error.hop : undefined));
  }
}

/** Starts the demo and plays the scenario. Throws one sentence that names the broken hop. */
export async function playDemo(options: DemoOptions, cleanup: Cleanup): Promise<Demo> {
  const demo = await beginDemo(options, cleanup);
  const openStockRoom = async () => void (await demo.open('/maintenance.html'));
  try {
    await playScenario({ agent: demo.agent, printer: terminalPrinter(), openStockRoom });
  } catch (error) {
    const hop = brokenHop(await demo.observe());
    throw new Error(`${failureSentence(messageOf(error), hop)} (log: ${join(demo.profile.stateDirectory, 'log')})`);
  }
  return demo;
}

/** Serves the agent console of a demo that goes on. */
export function startConsole({ profile }: Pick<Demo, 'profile'>, cleanup: Cleanup): Promise<ConsoleServer> {
  return cleanup.start(
    () => serveConsole(BUILT.site, { cli: BUILT.cli, env: profile.env }),
    (started) => started.close(),
  );
}

/** Lines that say how to join a demo that goes on. */
export function joinLines(demo: Demo, agentConsole: Pick<ConsoleServer, 'url'>): string[] {
  return [
    '',
    `The order desk is at ${demo.site.origin}/ in the demo's browser.`,
    `The agent console is at ${agentConsole.url} in any browser of this machine.`,
    'Paste this into an MCP client; Ctrl-C ends the demo.',
    clientConfiguration(demo.profile),
  ];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
