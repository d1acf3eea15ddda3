import type { Machine } from './machine.ts';

/** A stdio server as most MCP clients write it in their configuration. */
export interface ClientServer {
  command: string;
  args: string[];
  env: { [name: string]: string };
}

/**
 * What an MCP client has to start.
 *
 * @param program absolute path of the command
 * @param token by which the person's decisions know this client again, whatever name it gives itself
 */
export function clientServer(
  { node, stateDirectory, customStateDirectory }: Machine,
  program: string,
  token: string,
): ClientServer {
  const home = customStateDirectory ? { MCP_GUI_BRIDGE_HOME: stateDirectory } : {};
  return { command: node, args: [program, 'mcp'], env: { ...home, MCP_GUI_BRIDGE_TOKEN: token } };
}

/** The configuration as lines for a person to paste. */
export function configurationLines(server: ClientServer): string[] {
  return [
    'Next: add this to the configuration of your MCP client. The token is for this client alone: by it you can limit or',
    'block the client in the extension. Run install again for the token of another one.',
    ...JSON.stringify({ mcpServers: { gui: server } }, null, 2).split('\n'),
  ];
}
