import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import process from 'node:process';
import type { Wire } from './connection.ts';

/** A server that puts more than this on one line is not read any further. */
const LONGEST_LINE = 32 * 1024 * 1024;
/** A server has this long to end by itself after its stdin ended. */
const GRACE_MS = 1_500;
const KEPT_STDERR = 500;

/** Ends a process and all that it started. */
function kill(child: ChildProcess): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  try {
    // The server leads a process group of its own: launchers such as `npx` do not take their children with them.
    process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL');
  }
}

function splitLines(onLine: (line: string) => void, onTooLong: () => void): (chunk: string) => void {
  let parts: string[] = [];
  let length = 0;
  return (chunk) => {
    const lines = chunk.split('\n');
    lines.forEach((text, index) => {
      parts.push(text);
      length += text.length;
      if (index === lines.length - 1) return;
      onLine(parts.join(''));
      parts = [];
      length = 0;
    });
    if (length <= LONGEST_LINE) return;
    parts = [];
    length = 0;
    onTooLong();
  };
}

/** The processes of the server under test, none of which outlives the kit. */
export class StdioServers {
  readonly #command: readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  readonly #running = new Set<ChildProcess>();
  readonly #interrupted = (signal: NodeJS.Signals) => {
    this.#killAll();
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  readonly #exiting = () => this.#killAll();

  constructor(command: readonly string[], env: NodeJS.ProcessEnv) {
    this.#command = command;
    this.#env = env;
    process.on('SIGINT', this.#interrupted).on('SIGTERM', this.#interrupted).on('exit', this.#exiting);
  }

  start(): Wire {
    const [program = '', ...args] = this.#command;
    const child = spawn(program, args, {
      env: this.#env,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#running.add(child);
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = `${stderr}${text}`.slice(-KEPT_STDERR);
    });
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(`it could not be started: ${error.message}`));
      child.once('exit', (code, signal) => {
        const how = signal === null ? `exit code ${code}` : signal;
        const said = stderr.trim().split('\n').at(-1) ?? '';
        // What it wrote before its end is still to be read.
        const over = () => resolve(said === '' ? how : `${how}; the last line of its stderr: ${said}`);
        if (child.stdout.readableEnded) over();
        else {
          child.stdout.once('close', over);
          setTimeout(over, GRACE_MS).unref();
        }
      });
    });
    // Writing to a server that has just ended is no error of ours; its end is told.
    child.stdin.on('error', () => {});
    return {
      send: (line) => void child.stdin.write(`${line}\n`),
      listen: (onLine, onEnd) => {
        child.stdout.setEncoding('utf8').on(
          'data',
          splitLines(onLine, () => kill(child)),
        );
        void ended.then(onEnd);
      },
      close: () => this.#end(child, ended),
    };
  }

  /** Ends whatever still runs. */
  async close(): Promise<void> {
    this.#killAll();
    process.off('SIGINT', this.#interrupted).off('SIGTERM', this.#interrupted).off('exit', this.#exiting);
  }

  async #end(child: ChildProcess, ended: Promise<string>): Promise<void> {
    child.stdin?.end();
    const timer = setTimeout(() => kill(child), GRACE_MS);
    await ended;
    clearTimeout(timer);
    kill(child);
    this.#running.delete(child);
  }

  #killAll(): void {
    for (const child of this.#running) kill(child);
    this.#running.clear();
  }
}
