import * as z from 'zod';
import type { StorageArea } from './browser-api.ts';

/** Who this profile's extension is. The key never leaves the profile; window handles follow from it. */
export interface ProfileIdentity {
  readonly key: Uint8Array;
  readonly profileId: string;
  /** Grows by one at every start of the worker, so that agents can tell a successor from what it replaces. */
  readonly generation: number;
}

const hex = (length: number) => z.string().regex(new RegExp(`^[0-9a-f]{${length * 2}}$`));
const Stored = z.object({ key: hex(32), profileId: hex(16), generation: z.int().min(0) });

const toHex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (text: string): Uint8Array =>
  Uint8Array.from({ length: text.length / 2 }, (_, index) => Number.parseInt(text.slice(index * 2, index * 2 + 2), 16));

/** Reads the profile's identity, made once and kept in `storage.local`, and counts this start of the worker. */
export async function loadIdentity(
  local: StorageArea,
  randomBytes: (length: number) => Uint8Array,
): Promise<ProfileIdentity> {
  const stored = Stored.safeParse((await local.get('identity'))['identity']);
  const last = stored.success
    ? stored.data
    : { key: toHex(randomBytes(32)), profileId: toHex(randomBytes(16)), generation: 0 };
  const generation = last.generation + 1;
  await local.set({ identity: { ...last, generation } });
  return { key: fromHex(last.key), profileId: last.profileId, generation };
}
