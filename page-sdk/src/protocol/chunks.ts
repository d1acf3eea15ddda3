import * as z from 'zod';
import { LIMITS } from './limits.ts';
import { utf8Length } from './utf8.ts';

/**
 * Part of a message that is too large for one native-messaging frame: Chromium closes the port at 1,048,577 bytes from
 * host to extension. `text` is a slice of the message's JSON.
 */
export const Chunk = z.object({
  chunk: z.object({ id: z.int(), index: z.int().min(0), count: z.int().min(2).max(64), text: z.string() }),
});
export type Chunk = z.infer<typeof Chunk>;

/** A slice of JSON text takes at most three bytes a unit once it is quoted again, so this stays under `frameBytes`. */
const UNITS_PER_CHUNK = 256 * 1024;

/** Cuts JSON text into frames; text that fits in one frame is returned as it is. `id` must differ between messages. */
export function toFrames(json: string, id: number): string[] {
  if (utf8Length(json) <= LIMITS.frameBytes) return [json];
  const count = Math.ceil(json.length / UNITS_PER_CHUNK);
  return Array.from({ length: count }, (_, index) => {
    const text = json.slice(index * UNITS_PER_CHUNK, (index + 1) * UNITS_PER_CHUNK);
    return JSON.stringify({ chunk: { id, index, count, text } } satisfies Chunk);
  });
}

/** The chunks of a message that is still arriving. Frames of one message are neither mixed nor reordered. */
export interface PartialMessage {
  readonly id: number;
  readonly count: number;
  readonly texts: readonly string[];
}

/**
 * Takes one parsed frame. `message` is the parsed message once it is complete, `partial` what to keep for the next frame.
 *
 * @throws Error when a chunk does not continue the one before it.
 */
export function takeFrame(
  partial: PartialMessage | undefined,
  frame: unknown,
): { message?: unknown; partial?: PartialMessage } {
  const parsed = Chunk.safeParse(frame);
  if (!parsed.success) {
    if (partial !== undefined) throw new Error(`chunk ${partial.texts.length} of message ${partial.id} is missing`);
    return { message: frame };
  }
  const { id, index, count, text } = parsed.data.chunk;
  const texts = partial?.id === id && partial.count === count ? partial.texts : [];
  if (index !== texts.length || (partial !== undefined && partial.id !== id)) {
    throw new Error(`chunk ${index} of message ${id} does not continue the one before it`);
  }
  const next = [...texts, text];
  return next.length === count
    ? { message: JSON.parse(next.join('')) as unknown }
    : { partial: { id, count, texts: next } };
}
