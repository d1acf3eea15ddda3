import process from 'node:process';
import { EXTENSION_ID } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Page } from 'puppeteer';
import { type Agent, startAgent } from './agent.ts';
import { type BridgeProfile, createBridgeProfile } from './bridge-profile.ts';
import { type Hop, HopError, type Observed } from './broken-hop.ts';
import type { Cleanup } from './cleanup.ts';
import { type LaunchedBrowser, launchBrowser } from './launch-browser.ts';
import { runProgram } from './run-program.ts';
import { type Site, serveSite } from './site-server.ts';
import { BUILT } from './workspace.ts';

export interface DemoOptions {
  /** Program of the browser. */
  executablePath: string;
  headed?: boolean;
}

/** Everything the demo needs, running. Ended by the cleanup it was started with. */
export interface Demo {
  site: Site;
  profile: BridgeProfile;
  browser: LaunchedBrowser;
  /** The order desk's page. */
  page: Page;
  agent: Agent;
  /** Opens another page in a new tab: a path of the site, or an address. */
  open(address: string): Promise<Page>;
  /** Which parts are up, for telling where something broke. */
  observe(): Promise<Observed>;
}

/** Serves the site, starts a browser with extension and native host, opens the order desk and starts an agent. */
export async function startDemo(options: DemoOptions, cleanup: Cleanup): Promise<Demo> {
  const site = await at(
    'site',
    cleanup.start(
      () => serveSite(BUILT.site),
      (started) => started.close(),
    ),
  );
  const profile = await at(
    'host',
    cleanup.start(
      () => createBridgeProfile(BUILT.cli),
      (made) => made.remove(),
    ),
  );
  const launch = { ...options, extension: BUILT.extension, userDataDir: profile.userDataDir, env: profile.env };
  const browser = await at(
    'browser',
    cleanup.start(
      () => launchBrowser(launch),
      (launched) => launched.close(),
    ),
  );
  const open = async (address: string) => {
    const page = await browser.browser.newPage();
    await page.goto(new URL(address, site.origin).href);
    return page;
  };
  const page = await at('page', open('/index.html'));
  const agent = await at(
    'agent',
    cleanup.start(
      () => startAgent({ cli: BUILT.cli, env: profile.env }),
      (started) => started.close(),
    ),
  );
  return { site, profile, browser, page, agent, open, observe: () => observe(browser, profile, agent) };
}

/** What to paste into an MCP client so that it meets this browser. */
export function clientConfiguration({ stateDirectory }: Pick<BridgeProfile, 'stateDirectory'>): string {
  const server = {
    command: process.execPath,
    args: [BUILT.cli, 'mcp'],
    env: { MCP_GUI_BRIDGE_HOME: stateDirectory },
  };
  return JSON.stringify({ mcpServers: { gui: server } }, null, 2);
}

async function observe({ browser }: LaunchedBrowser, profile: BridgeProfile, agent: Agent): Promise<Observed> {
  const { stdout } = await runProgram(process.execPath, [BUILT.cli, 'status', '--json'], {
    env: profile.env,
    timeoutMs: 10_000,
  });
  const { hosts } = parseStatus(stdout);
  return {
    browserRunning: browser.connected,
    extensionLoaded: browser.targets().some((target) => target.url().startsWith(`chrome-extension://${EXTENSION_ID}/`)),
    hostConnected: hosts.length > 0,
    applications: hosts.flatMap(({ applications }) => applications).length,
    agentRunning: agent.isRunning,
  };
}

function parseStatus(text: string): { hosts: { applications: unknown[] }[] } {
  try {
    return JSON.parse(text);
  } catch {
    return { hosts: [] };
  }
}

async function at<T>(hop: Hop, started: Promise<T>): Promise<T> {
  try {
    return await started;
  } catch (error) {
    throw new HopError(hop, error instanceof Error ? error.message : String(error));
  }
}
