import { randomBytes } from 'node:crypto';
import { closeSync, fchmodSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Writes a file so that, whenever the machine stops, it is either the old one or the new one. */
export function writeAtomically(path: string, content: Uint8Array, mode: number): void {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  try {
    const file = openSync(temporary, 'wx', mode);
    try {
      writeAll(file, content);
      // The umask may have taken the run bit.
      fchmodSync(file, mode);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncDirectory(dirname(path));
}

/** Creates a directory and those above it that are missing, and returns which, outermost first. */
export function createDirectories(path: string, exists: (path: string) => boolean): string[] {
  const missing: string[] = [];
  for (let directory = path; !exists(directory) && dirname(directory) !== directory; directory = dirname(directory)) {
    missing.unshift(directory);
  }
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return missing;
}

function writeAll(file: number, content: Uint8Array): void {
  for (let written = 0; written < content.length; ) {
    written += writeSync(file, content, written);
  }
}

function syncDirectory(path: string): void {
  // Windows neither needs nor allows to open a directory for this.
  if (process.platform === 'win32') return;
  const directory = openSync(path, 'r');
  try {
    fsyncSync(directory);
  } finally {
    closeSync(directory);
  }
}
