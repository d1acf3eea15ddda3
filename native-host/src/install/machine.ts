import { homedir, platform } from 'node:os';
import { posix, win32 } from 'node:path';
import process from 'node:process';
import { stateDirectory } from '../link/state-directory.ts';

/** The systems whose browsers are known; other Unixes are treated as Linux. */
export type Platform = 'linux' | 'darwin' | 'win32';

/** Everything that decides what is written where. Paths are absolute. */
export interface Machine {
  platform: Platform;
  /** The directory that holds browsers' profiles: `~/.config`, `~/Library/Application Support`, `%LOCALAPPDATA%`. */
  profiles: string;
  home: string;
  stateDirectory: string;
  /** Set when `MCP_GUI_BRIDGE_HOME` was: a browser started without the variable must still meet its agents there. */
  customStateDirectory: boolean;
  /** The Node that runs the host. */
  node: string;
  /** The built command, `cli.js`. */
  program: string;
}

/** `node:path` with the rules of the machine that is planned for, which in tests is not the one that runs. */
export function pathsOf(machine: Pick<Machine, 'platform'>): typeof posix {
  return machine.platform === 'win32' ? win32 : posix;
}

/** Where browsers keep profiles. They follow HOME and XDG_CONFIG_HOME, so this does too (the state directory does not). */
function profilesDirectory(system: Platform, home: string, env: NodeJS.ProcessEnv): string {
  switch (system) {
    case 'win32':
      return env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local');
    case 'darwin':
      return posix.join(home, 'Library', 'Application Support');
    case 'linux':
      return env['CHROME_CONFIG_HOME'] || env['XDG_CONFIG_HOME'] || posix.join(home, '.config');
  }
}

/** The machine that this process runs on; `program` is the file that a browser will start. */
export function thisMachine(env: NodeJS.ProcessEnv, program: string): Machine {
  const found = platform();
  const system: Platform = found === 'win32' || found === 'darwin' ? found : 'linux';
  const home = homedir();
  return {
    platform: system,
    profiles: profilesDirectory(system, home, env),
    home,
    stateDirectory: stateDirectory(env),
    customStateDirectory: Boolean(env['MCP_GUI_BRIDGE_HOME']),
    node: process.execPath,
    program,
  };
}
