import type { Unsubscribe } from './unsubscribe.ts';

/** A pipe that nobody reads holds 64 KiB; Node writes to it synchronously, and at one byte more the process stands still. */
export const STDERR_BYTES = 32 * 1024;

const NO_MORE = '… further problems are in the log\n';

type Write = (text: string | Uint8Array) => boolean;

/** The same write, for `STDERR_BYTES` in all; what comes after them is dropped, which is said once. */
export function bounded(write: Write): Write {
  let room = STDERR_BYTES - Buffer.byteLength(NO_MORE);
  return (text) => {
    if (room < 0) return true;
    room -= Buffer.byteLength(text);
    return write(room < 0 ? NO_MORE : text);
  };
}

/** Bounds what this process writes to stderr in its life: many clients open that pipe and never read it. */
export function boundStderr(): Unsubscribe {
  const { stderr } = process;
  const plain = stderr.write;
  const write = bounded((text) => plain.call(stderr, text));
  stderr.write = (text: string | Uint8Array, ...rest: unknown[]) => {
    const done = rest.find((each) => typeof each === 'function');
    const isWritten = write(text);
    if (done !== undefined) process.nextTick(done as () => void);
    return isWritten;
  };
  return () => {
    stderr.write = plain;
  };
}
