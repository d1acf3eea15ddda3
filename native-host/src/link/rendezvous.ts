import { type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { type Descriptor, readDescriptor } from './descriptor.ts';
import { verifyPrivate } from './private-directory.ts';
import { DESCRIPTOR_FILE } from './socket-address.ts';
import { removeAbandonedSockets, removeStale } from './stale-files.ts';
import { runDirectory } from './state-directory.ts';
import type { Unsubscribe } from './unsubscribe.ts';

export type { Descriptor } from './descriptor.ts';
export { removeStale } from './stale-files.ts';

const POLL_MS = 1_000;

/** Told of each directory or file that was not used, and why. */
export type OnSkipped = (path: string, why: string) => void;

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Descriptors of the hosts in a state directory, live or not, in the order of their names. What is not private to this
 * user or not a descriptor is skipped.
 */
export async function listDescriptors(directory: string, onSkipped: OnSkipped = () => {}): Promise<Descriptor[]> {
  let names: string[];
  try {
    await verifyPrivate(directory);
    names = await readdir(runDirectory(directory));
  } catch (error) {
    if (!isMissing(error)) onSkipped(directory, reasonOf(error));
    return [];
  }
  const ids = names.sort().flatMap((name) => DESCRIPTOR_FILE.exec(name)?.[1] ?? []);
  const found = await Promise.all(
    ids.map((id) =>
      readDescriptor(directory, id).catch((error: unknown) => {
        if (!isMissing(error)) onSkipped(`${id}.json`, reasonOf(error));
        return undefined;
      }),
    ),
  );
  return found.filter((descriptor) => descriptor !== undefined);
}

/** Removes what dead hosts left in the directory. What cannot be removed is harmless and stays. */
export async function removeLeftovers(directory: string, now: number): Promise<void> {
  const removals = (await listDescriptors(directory)).map((descriptor) => removeStale(directory, descriptor));
  await Promise.allSettled([...removals, removeAbandonedSockets(directory, now)]);
}

/** Identifies the directory and the descriptors in it: a watch goes on silently when its directory is replaced. */
async function contents(path: string): Promise<{ directory: string; names: string }> {
  const [stats, names] = await Promise.all([
    stat(path).catch(() => undefined),
    readdir(path).catch((): string[] => []),
  ]);
  return {
    directory: stats === undefined ? '' : `${stats.dev}:${stats.ino}`,
    names: names
      .filter((name) => DESCRIPTOR_FILE.test(name))
      .sort()
      .join(),
  };
}

/**
 * Calls `onChange` whenever descriptors may have come or gone; look with `listDescriptors`. The directory need not
 * exist. Keeps no process alive.
 */
export function watchDescriptors(directory: string, onChange: () => void): Unsubscribe {
  const path = runDirectory(directory);
  let watcher: FSWatcher | undefined;
  let watched = '';
  let names: string | undefined;
  let ended = false;

  const unwatch = () => {
    watcher?.close();
    watcher = undefined;
    watched = '';
  };
  const rewatch = (identity: string) => {
    unwatch();
    if (identity === '') return;
    try {
      watcher = watch(path, { persistent: false }, (_event, name) => {
        if (name === null || DESCRIPTOR_FILE.test(name)) onChange();
      });
      watcher.on('error', unwatch);
      watched = identity;
    } catch {
      // No watch to be had (gone again, or no inotify left): the poll goes on.
    }
  };
  const look = async () => {
    const now = await contents(path);
    if (ended) return;
    if (now.directory !== watched) rewatch(now.directory);
    const changed = names !== undefined && names !== now.names;
    names = now.names;
    if (changed) onChange();
  };

  void look();
  const timer = setInterval(() => void look(), POLL_MS);
  timer.unref();
  return () => {
    ended = true;
    clearInterval(timer);
    unwatch();
  };
}
