import { lstat, mkdir } from 'node:fs/promises';
import { runDirectory } from './state-directory.ts';

/** Bits that let group or others in. */
const OTHERS = 0o077;

/** What is wrong with a file or directory that only this user may own and read; `undefined` when nothing is. */
export function notPrivate(stats: { readonly uid: number; readonly mode: number }): string | undefined {
  // Windows has neither uid nor mode bits; there the handshake alone guards the pipe.
  const uid = process.getuid?.();
  if (uid === undefined) return undefined;
  if (stats.uid !== uid) return `belongs to user ${stats.uid}, not to you (${uid})`;
  const open = stats.mode & OTHERS;
  return open === 0 ? undefined : `is open to other users (mode ${(stats.mode & 0o777).toString(8)})`;
}

async function problemOf(path: string): Promise<string | undefined> {
  const stats = await lstat(path);
  if (!stats.isDirectory()) return 'is not a directory (links are not followed)';
  return notPrivate(stats);
}

/**
 * Makes sure that the state directory and its `run` directory are private to this user.
 *
 * @throws Error that names the directory, what is wrong with it and the way out.
 */
export async function verifyPrivate(directory: string): Promise<void> {
  for (const path of [directory, runDirectory(directory)]) {
    const problem = await problemOf(path);
    if (problem !== undefined) {
      throw new Error(`${path} ${problem}. Remove it, or run: chmod 700 "${path}"`);
    }
  }
}

/** As `verifyPrivate`, and makes what is missing. */
export async function makePrivate(directory: string): Promise<void> {
  await mkdir(runDirectory(directory), { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    // Something else is there; what it is says the check below.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  await verifyPrivate(directory);
}
