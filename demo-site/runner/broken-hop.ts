/** The parts of the chain, in the order in which they start. */
export type Hop = 'build' | 'site' | 'browser' | 'extension' | 'host' | 'page' | 'agent';

/** A part that did not start. */
export class HopError extends Error {
  override readonly name = 'HopError';
  readonly hop: Hop;

  constructor(hop: Hop, message: string) {
    super(message);
    this.hop = hop;
  }
}

/** What can be seen from outside after something went wrong. */
export interface Observed {
  browserRunning: boolean;
  extensionLoaded: boolean;
  hostConnected: boolean;
  /** Documents that the host knows. */
  applications: number;
  agentRunning: boolean;
}

const advice: Record<Hop, string> = {
  build: 'Run "npm run build" to see it alone.',
  site: 'Something keeps this machine from listening on the loopback interface.',
  browser: 'Start it by hand to see more, or set MCP_GUI_BRIDGE_BROWSER to another browser.',
  extension: 'Check that the browser may load unpacked extensions and that extension/dist/chromium-dev has been built.',
  host: 'Look into the log directory named below; "mcp-gui-bridge status" shows what is connected.',
  page: 'Run with --headed and look at the page’s console.',
  agent: 'Start "node native-host/dist/cli.js mcp" by hand and read its standard error.',
};

/** The first part of the chain that is down, or undefined when all are up and the step itself failed. */
export function brokenHop(observed: Observed): Hop | undefined {
  if (!observed.browserRunning) return 'browser';
  if (!observed.extensionLoaded) return 'extension';
  if (!observed.hostConnected) return 'host';
  if (observed.applications === 0) return 'page';
  return observed.agentRunning ? undefined : 'agent';
}

/** One sentence that names the broken hop, what went wrong there and what to do. */
export function failureSentence(message: string, hop: Hop | undefined): string {
  const cause = message.trim().replace(/[^.!?]$/, '$&.');
  if (hop === undefined) return `demo failed although every hop is up: ${cause}`;
  return `demo failed, broken hop: ${hop}. ${cause} ${advice[hop]}`;
}
