import { claimStdout } from '../link/claim-stdout.ts';
import { guardExit } from '../link/exit-guard.ts';
import { loadHostAccess } from './host-access.ts';
import { serveMcp } from './serve-mcp.ts';
import type { ToolSelection } from './tool-list.ts';
import { originScope } from './view.ts';

export interface McpOptions {
  /** What is listed; anything can be called, listed or not. */
  readonly tools: ToolSelection;
  /** Origins that this agent is limited to; none means all. */
  readonly origins: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Document of the view on `app__read_windows`. */
  readonly windowsView: string;
}

/** Serves MCP on stdio until the agent is gone. Starts before, after and without a browser and never ends because of one. */
export async function runMcp({ tools, origins, env, windowsView }: McpOptions): Promise<void> {
  const { close } = serveMcp({
    stdin: process.stdin,
    stdout: claimStdout(),
    tools,
    scope: originScope(origins),
    program: (env['MCP_GUI_BRIDGE_AGENT'] ?? '').slice(0, 200),
    token: env['MCP_GUI_BRIDGE_TOKEN'],
    windowsView,
    load: () => loadHostAccess(env),
    log: (problem) => process.stderr.write(`mcp-gui-bridge: ${problem}\n`),
  });
  guardExit({ onExit: close });
}
