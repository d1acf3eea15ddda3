import { basename, dirname, join } from 'node:path';
import { runDirectory } from './state-directory.ts';

const PIPE = '\\\\.\\pipe\\mcp-gui-bridge-';
const ID = '[0-9a-f]{12}';
const PIPE_ADDRESS = new RegExp(`^\\\\\\\\\\.\\\\pipe\\\\mcp-gui-bridge-(${ID})$`);
const SOCKET_FILE = new RegExp(`^(${ID})\\.sock$`);

/** Name of a descriptor file; the first group is the host's id. */
export const DESCRIPTOR_FILE = new RegExp(`^(${ID})\\.json$`);

/** Longest path that fits into `sockaddr_un`; Node cuts longer ones without a word. */
const longestPath = (platform: NodeJS.Platform): number => (platform === 'linux' ? 107 : 103);

/**
 * Where the host with this id (12 hex digits) listens: a socket in the run directory, on Windows a named pipe.
 *
 * @throws Error when the path does not fit.
 */
export function socketAddress(directory: string, id: string, platform: NodeJS.Platform): string {
  if (platform === 'win32') return `${PIPE}${id}`;
  const path = join(runDirectory(directory), `${id}.sock`);
  const length = Buffer.byteLength(path);
  const longest = longestPath(platform);
  if (length > longest) {
    throw new Error(
      `${path} is ${length} bytes long and sockets can have ${longest}. Set MCP_GUI_BRIDGE_HOME to a shorter directory, for browser and agent alike.`,
    );
  }
  return path;
}

/** The id in an address that belongs to this state directory, or `undefined`. */
export function addressId(directory: string, address: string, platform: NodeJS.Platform): string | undefined {
  if (platform === 'win32') return PIPE_ADDRESS.exec(address)?.[1];
  return dirname(address) === runDirectory(directory) ? SOCKET_FILE.exec(basename(address))?.[1] : undefined;
}

export const descriptorPath = (directory: string, id: string): string => join(runDirectory(directory), `${id}.json`);

/** The id in the name of a socket file, or `undefined`. */
export const socketFileId = (name: string): string | undefined => SOCKET_FILE.exec(name)?.[1];
