import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { boundStderr } from './bound-stderr.ts';

/**
 * Takes stdout for the protocol alone and returns the only way to write to it. Whatever else the process prints,
 * `console.log` of a dependency included, goes to stderr, which is bounded: one stray line on stdout breaks the
 * connection, and a stderr that nobody reads stops the process. Call it first.
 */
export function claimStdout(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  boundStderr();
  process.stdout.write = process.stderr.write.bind(process.stderr);
  globalThis.console = new Console(process.stderr, process.stderr);
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => {
      // A broken pipe is told by process.stdout itself; here it would be one more unheard error event.
      write(chunk, () => done());
    },
  });
}
