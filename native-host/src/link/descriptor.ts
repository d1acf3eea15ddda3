import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ExtensionIdentity } from '@mcp-gui-bridge/page-sdk/protocol';
import * as z from 'zod';
import { notPrivate } from './private-directory.ts';
import { addressId, descriptorPath } from './socket-address.ts';
import { runDirectory } from './state-directory.ts';

/** What a running host tells the agents' processes of this user, in a file that only they can read. */
export const Descriptor = z.object({
  wire: z.int(),
  version: z.string().max(40),
  pid: z.int(),
  /** Wall-clock time in ms, for people only. */
  startedAt: z.number(),
  socket: z.string().max(200),
  secret: z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits'),
  extension: ExtensionIdentity,
});
export type Descriptor = z.infer<typeof Descriptor>;

const MAX_FILE_BYTES = 16 * 1024;

/**
 * Reads the descriptor of the host with this id.
 *
 * @throws Error that says why the file is not to be trusted, or the file system's own error.
 */
export async function readDescriptor(directory: string, id: string): Promise<Descriptor> {
  // Windows has no O_NOFOLLOW; making a link there takes a privilege of its own.
  const file = await open(descriptorPath(directory, id), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new Error('is not a file');
    if (stats.size > MAX_FILE_BYTES) throw new Error(`is larger than ${MAX_FILE_BYTES} bytes`);
    const problem = notPrivate(stats);
    if (problem !== undefined) throw new Error(problem);
    const parsed = Descriptor.safeParse(JSON.parse(await file.readFile('utf8')));
    if (!parsed.success) throw new Error(z.prettifyError(parsed.error).replace(/\s+/g, ' '));
    if (addressId(directory, parsed.data.socket, process.platform) !== id) {
      throw new Error(`names a socket that is not its own: ${parsed.data.socket}`);
    }
    return parsed.data;
  } finally {
    await file.close();
  }
}

/** Writes the descriptor so that a reader sees all of it or nothing, readable by this user alone. */
export async function writeDescriptor(directory: string, id: string, descriptor: Descriptor): Promise<void> {
  const temporary = join(runDirectory(directory), `.${id}.${randomBytes(4).toString('hex')}.tmp`);
  const file = await open(temporary, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(descriptor)}\n`);
    await file.close();
    await rename(temporary, descriptorPath(directory, id));
  } catch (error) {
    await file.close().catch(() => undefined);
    await unlink(temporary).catch(() => undefined);
    throw error;
  }
}
