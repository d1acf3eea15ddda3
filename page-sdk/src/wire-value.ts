import type { Json } from './json.ts';
import { LIMITS } from './protocol/limits.ts';

/** Members, items and the whole, at all depths. */
export const MAX_PARTS = 50_000;

/** A value that JSON cannot carry: it contains itself, is too deep or too large, or throws when it is read. */
export class NotSerialisable extends Error {
  override readonly name = 'NotSerialisable';
}

function isIterable(value: object): value is object & Iterable<unknown> {
  return value instanceof Map || value instanceof Set || (ArrayBuffer.isView(value) && Symbol.iterator in value);
}

/** What `JSON.stringify` is to write instead of a value that it would lose. */
function writable(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (isIterable(value)) return Array.from(value);
  return value instanceof Error ? { name: value.name, message: value.message } : value;
}

function stringify(root: unknown): string | undefined {
  const depths = new WeakMap<object, number>();
  let parts = 0;
  return JSON.stringify(root, function replace(this: object, _key, value: unknown): unknown {
    const depth = (depths.get(this) ?? -1) + 1;
    parts += 1;
    if (depth > LIMITS.valueDepth)
      throw new NotSerialisable(`it is nested more than ${LIMITS.valueDepth} deep or contains itself`);
    if (parts > MAX_PARTS) throw new NotSerialisable(`it has more than ${MAX_PARTS} parts`);
    const written = writable(value);
    if (typeof written === 'object' && written !== null) depths.set(written, depth);
    return written;
  });
}

/**
 * Any JavaScript value as JSON: bigints as decimal text, NaN and infinities as null, dates as ISO text, maps, sets and
 * typed arrays as arrays, `toJSON` honoured, undefined and functions left out, own enumerable properties only. At most
 * 64 deep and 50,000 parts.
 *
 * @throws NotSerialisable and nothing else, whatever getters, proxies and iterators do.
 */
export function toWire(value: unknown): Json | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value + 0 : null;
  try {
    const text = stringify(value);
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  } catch (error) {
    if (error instanceof NotSerialisable) throw error;
    throw new NotSerialisable('it contains itself, or reading it failed', { cause: error });
  }
}
