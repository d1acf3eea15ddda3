import { closeSync, fstatSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Lines appended to `<name>.log`; at `maxBytes` the file becomes `<name>.1.log` and a new one is begun. Several
 * processes may share it. Never throws: after a failure it tries again with the next line.
 */
export class RotatingFile {
  readonly #directory: string;
  readonly #current: string;
  readonly #previous: string;
  readonly #maxBytes: number;
  #fd: number | undefined;

  constructor(directory: string, name: string, maxBytes: number) {
    this.#directory = directory;
    this.#current = join(directory, `${name}.log`);
    this.#previous = join(directory, `${name}.1.log`);
    this.#maxBytes = maxBytes;
  }

  write(line: string): void {
    try {
      writeSync(this.#file(Buffer.byteLength(line)), line);
    } catch {
      this.#close();
    }
  }

  /** The open file, with room for this many bytes. */
  #file(bytes: number): number {
    this.#fd ??= this.#open();
    if (fstatSync(this.#fd).size + bytes <= this.#maxBytes) return this.#fd;
    const own = fstatSync(this.#fd).ino;
    this.#close();
    // Another process may have moved the file away already; then its successor is the one to go on with.
    if (statSync(this.#current).ino === own) renameSync(this.#current, this.#previous);
    this.#fd = this.#open();
    return this.#fd;
  }

  #open(): number {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
    return openSync(this.#current, 'a', 0o600);
  }

  #close(): void {
    if (this.#fd === undefined) return;
    const fd = this.#fd;
    this.#fd = undefined;
    try {
      closeSync(fd);
    } catch {
      // The descriptor is of no use any more either way.
    }
  }
}
