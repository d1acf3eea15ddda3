import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import process from 'node:process';

export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CommandOptions {
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly input?: string;
  /** `COMMAND_MS` when it is left out. */
  readonly timeoutMs?: number;
}

/** A program that the clients' packages have installed here. */
export const installed = (name: string): string => resolve(import.meta.dirname, 'node_modules/.bin', name);

/** A command line that loads a large package needs half a minute on a machine that has other work. */
const COMMAND_MS = 90_000;

/** Runs a program to its end; one that takes too long is killed and ends with `null`. */
export function run(command: string, args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  const { env = process.env, cwd, input = '', timeoutMs = COMMAND_MS } = options;
  return new Promise((done, fail) => {
    const child = spawn(command, args, { env, ...(cwd !== undefined && { cwd }), stdio: 'pipe' });
    const output = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        output[stream] += text;
      });
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.once('error', fail);
    child.once('close', (exitCode) => {
      clearTimeout(timer);
      done({ exitCode, ...output });
    });
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  });
}
