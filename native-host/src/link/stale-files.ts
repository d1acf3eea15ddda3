import { readdir, stat, unlink } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Descriptor } from './descriptor.ts';
import { addressId, descriptorPath, socketFileId } from './socket-address.ts';
import { runDirectory } from './state-directory.ts';

/** A socket file younger than this may be between bind and listen, where connecting is refused too. */
const YOUNG_MS = 10_000;

const errorCode = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** Whether certainly nobody listens there: a live host's address must never be taken away. */
async function isDead(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error) => resolve(['ECONNREFUSED', 'ENOENT'].includes(String(errorCode(error)))));
  });
}

async function unlinkIfThere(path: string): Promise<void> {
  await unlink(path).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
}

/** Removes what a host that is gone left behind, after asking its socket once more. Says whether it did. */
export async function removeStale(directory: string, descriptor: Descriptor): Promise<boolean> {
  const id = addressId(directory, descriptor.socket, process.platform);
  if (id === undefined || !(await isDead(descriptor.socket))) return false;
  await unlinkIfThere(descriptorPath(directory, id));
  if (process.platform !== 'win32') await unlinkIfThere(descriptor.socket);
  return true;
}

/** Removes sockets without a descriptor, left by hosts that died before their extension said hello. */
export async function removeAbandonedSockets(directory: string, now: number): Promise<void> {
  const names = await readdir(runDirectory(directory));
  for (const name of names) {
    const id = socketFileId(name);
    if (id === undefined || names.includes(`${id}.json`)) continue;
    const path = join(runDirectory(directory), name);
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined || !stats.isSocket() || now - stats.mtimeMs < YOUNG_MS) continue;
    if (await isDead(path)) await unlinkIfThere(path);
  }
}
