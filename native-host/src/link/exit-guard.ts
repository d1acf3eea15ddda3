import type { Unsubscribe } from './unsubscribe.ts';

const ON_EXIT_MS = 1_000;
const HARD_EXIT_MS = 2_000;
const PARENT_CHECK_MS = 2_000;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

export interface GuardExitOptions {
  /** Tidies up; is given one second. */
  readonly onExit: () => Promise<void> | void;
  /** Told once why the process ends, before `onExit`. */
  readonly onReason?: (reason: string) => void;
}

/**
 * Ends the process once, with code 0, when whoever started it is gone: stdin ends, stdout breaks, a signal, or another
 * parent. Somebody must read stdin, else its end is never seen. A process with an open socket would outlive all of these.
 */
export function guardExit(options: GuardExitOptions): Unsubscribe {
  const { stdin, stdout } = process;
  const undo: Unsubscribe[] = [];
  let ending = false;

  // The listeners stay until the end: without them a second signal or broken write would end it another way.
  const end = (reason: string) => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(0), HARD_EXIT_MS).unref();
    options.onReason?.(reason);
    const limit = new Promise<void>((resolve) => setTimeout(resolve, ON_EXIT_MS).unref());
    void Promise.race([Promise.resolve().then(options.onExit), limit])
      .catch(() => undefined)
      .then(() => process.exit(0));
  };
  const on = (emitter: NodeJS.EventEmitter, event: string, reason: string) => {
    const listener = () => end(reason);
    emitter.on(event, listener);
    undo.push(() => emitter.off(event, listener));
  };

  for (const event of ['end', 'close', 'error']) on(stdin, event, `stdin: ${event}`);
  for (const event of ['close', 'error']) on(stdout, event, `stdout: ${event}`);
  for (const signal of SIGNALS) on(process, signal, signal);
  const parent = process.ppid;
  const timer = setInterval(() => process.ppid !== parent && end('the parent is gone'), PARENT_CHECK_MS);
  timer.unref();
  undo.push(() => clearInterval(timer));
  return () => {
    for (const step of undo.splice(0)) step();
  };
}
