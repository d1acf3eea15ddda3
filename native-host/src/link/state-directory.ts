import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';

/**
 * Directory where browser side and agent side meet. From the passwd home, never from `HOME`, `TMPDIR` or
 * `XDG_RUNTIME_DIR`: agents start their servers with a bare environment, browsers do not, and both must look in the
 * same place. `MCP_GUI_BRIDGE_HOME` overrides it.
 */
export function stateDirectory(env: NodeJS.ProcessEnv): string {
  const chosen = env['MCP_GUI_BRIDGE_HOME'];
  return chosen ? resolve(chosen) : join(userInfo().homedir, '.mcp-gui-bridge');
}

/** Sockets and descriptors of running hosts. */
export const runDirectory = (directory: string): string => join(directory, 'run');

export const logDirectory = (directory: string): string => join(directory, 'log');
