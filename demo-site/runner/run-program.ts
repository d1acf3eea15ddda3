import { spawn } from 'node:child_process';
import process from 'node:process';

export interface Ended {
  /** Null when a signal ended it. */
  exitCode: number | null;
  stdout: string;
  /** Both streams in the order they came. */
  output: string;
}

interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  timeoutMs?: number;
}

/** Runs a program to its end and collects what it prints. Rejects only when it cannot be started. */
export function runProgram(command: string, argv: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const { timeoutMs, ...spawnOptions } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(command, argv, {
      ...spawnOptions,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs, killSignal: 'SIGKILL' }),
    });
    // A program must not go on after the one that waits for it was interrupted.
    const stop = () => void child.kill();
    process.once('exit', stop);
    let stdout = '';
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
      output += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    child.on('error', (error) => {
      process.off('exit', stop);
      reject(error);
    });
    child.on('close', (exitCode) => {
      process.off('exit', stop);
      resolve({ exitCode, stdout, output });
    });
  });
}
