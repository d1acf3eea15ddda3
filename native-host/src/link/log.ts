import { type Logger, pino } from 'pino';
import { RotatingFile } from './rotating-file.ts';
import { logDirectory, stateDirectory } from './state-directory.ts';

export type { Logger } from 'pino';

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];
const FILE_BYTES = 1024 * 1024;

/**
 * Log of one kind of process, in `log/<process>.log` under the state directory, at most 2 × 1 MiB, for this user alone.
 * Best effort: a full disk or a read-only directory costs lines, never the process; nothing is made before the first
 * line. `MCP_GUI_BRIDGE_LOG` chooses the level, `info` if it names none. Secrets, tokens and arguments are left out.
 */
export function createLog(process: 'host' | 'mcp', env: NodeJS.ProcessEnv): Logger {
  const wanted = env['MCP_GUI_BRIDGE_LOG']?.toLowerCase() ?? '';
  return pino(
    {
      name: process,
      level: LEVELS.includes(wanted) ? wanted : 'info',
      redact: { paths: ['secret', 'token', 'arguments', '*.secret', '*.token', '*.arguments'], remove: true },
    },
    new RotatingFile(logDirectory(stateDirectory(env)), process, FILE_BYTES),
  );
}
