import { InstallError } from './install-error.ts';
import type { Machine, Platform } from './machine.ts';

/** Stands in every launcher, so that `install` recognises its own. */
export const LAUNCHER_MARK = 'Written by mcp-gui-bridge install.';

export interface Launcher {
  /** Absolute path of Node at the time of installing. */
  node: string;
  /** Absolute path of `cli.js`. */
  program: string;
  /** Ids of the extensions that may start the host. */
  extensionIds: readonly string[];
  /** Exported unless the browser has its own value. */
  stateDirectory?: string;
}

/** Refuses a path that cannot be written into a launcher so that every shell reads it back unchanged. */
export function checkPath(path: string, platform: Platform): void {
  const control = [...path].some((character) => character < ' ' || character === '\u007f');
  const lost = platform === 'win32' && [...path].some((character) => character > '~' || character === '"');
  if (control) {
    throw new InstallError(
      `${JSON.stringify(path)} contains a control character, which a launcher cannot carry. Install from another directory.`,
      1,
    );
  }
  if (lost) {
    throw new InstallError(
      `${path} contains a character outside ASCII, which the Windows command shell may misread. Set MCP_GUI_BRIDGE_HOME to a plain path, or install Node in one.`,
      1,
    );
  }
}

/** The program that a browser starts: hands its arguments to `cli.js host`. Text in the machine's own shell language. */
export function launcherText(launcher: Launcher, machine: Pick<Machine, 'platform'>): string {
  return machine.platform === 'win32' ? batchText(launcher) : shellText(launcher);
}

/** Where Node is found when a version manager has removed the one that installed us. */
const usualNodes = ['/usr/local/bin/node', '/opt/homebrew/bin/node', '/usr/bin/node'];

/** Browsers started from a desktop have a bare PATH: `#!/usr/bin/env node` would not find Node. */
function shellText({ node, program, extensionIds, stateDirectory }: Launcher): string {
  const allowed = extensionIds.map((id) => `--allow ${shellQuote(id)}`).join(' ');
  const nodes = [...new Set([node, ...usualNodes])].map(shellQuote).join(' ');
  const gone = `MCP GUI Bridge: no Node at ${node} any more. Run "mcp-gui-bridge install" again.`;
  return [
    '#!/bin/sh',
    `# ${LAUNCHER_MARK} Starts the native-messaging host of MCP GUI Bridge.`,
    ...(stateDirectory === undefined
      ? []
      : [`[ -n "$MCP_GUI_BRIDGE_HOME" ] || export MCP_GUI_BRIDGE_HOME=${shellQuote(stateDirectory)}`]),
    `for node in ${nodes}; do`,
    `  [ -x "$node" ] && exec "$node" ${shellQuote(program)} host ${allowed} "$@"`,
    'done',
    `echo ${shellQuote(gone)} >&2`,
    'exit 127',
    '',
  ].join('\n');
}

function batchText({ node, program, extensionIds, stateDirectory }: Launcher): string {
  const allowed = extensionIds.map((id) => `--allow ${id}`).join(' ');
  return [
    '@echo off',
    `rem ${LAUNCHER_MARK} Starts the native-messaging host of MCP GUI Bridge.`,
    ...(stateDirectory === undefined
      ? []
      : [`if not defined MCP_GUI_BRIDGE_HOME set "MCP_GUI_BRIDGE_HOME=${batchEscape(stateDirectory)}"`]),
    `"${batchEscape(node)}" "${batchEscape(program)}" host ${allowed} %*`,
    '',
  ].join('\r\n');
}

function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Inside double quotes only the percent sign is still special to `cmd.exe`. */
function batchEscape(text: string): string {
  return text.replaceAll('%', '%%');
}
