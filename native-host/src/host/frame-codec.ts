/**
 * Frames of the browsers' native messaging: the length as 32 bits in this machine's byte order, little-endian on every
 * platform that browsers support, then JSON in UTF-8.
 */
const HEADER_BYTES = 4;

/** Largest frame accepted. The browser would pass on 64 MiB, the worker sends none above `LIMITS.frameBytes`. */
export const MAX_FRAME_BYTES = 8 * 1024 * 1024;

/** A length that cannot be right: the stream is out of step, or something else writes to it. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

/** Bytes of a frame that is not complete; the first chunk holds at least the length, as soon as that has arrived. */
export interface PartialFrame {
  readonly chunks: readonly Buffer[];
  readonly bytes: number;
}

export const NO_BYTES: PartialFrame = { chunks: [], bytes: 0 };

export function encodeFrame(json: string): Buffer {
  const body = Buffer.byteLength(json);
  const frame = Buffer.allocUnsafe(HEADER_BYTES + body);
  frame.writeUInt32LE(body, 0);
  frame.write(json, HEADER_BYTES, 'utf8');
  return frame;
}

function partialOf(chunks: readonly Buffer[]): PartialFrame {
  const kept = chunks.filter((chunk) => chunk.length > 0);
  const bytes = kept.reduce((sum, chunk) => sum + chunk.length, 0);
  const [first] = kept;
  const whole = first === undefined || first.length >= HEADER_BYTES;
  return { chunks: whole ? kept : [Buffer.concat(kept, bytes)], bytes };
}

/** The announced length, once its four bytes are there. */
function announced({ chunks: [first] }: PartialFrame): number | undefined {
  if (first === undefined || first.length < HEADER_BYTES) return undefined;
  const length = first.readUInt32LE(0);
  if (length > 0 && length <= MAX_FRAME_BYTES) return length;
  throw new FrameError(`a frame of ${length} bytes was announced; 1 to ${MAX_FRAME_BYTES} are allowed`);
}

/**
 * Takes the next bytes, however they were split or run together, and gives back the texts of all frames they complete.
 *
 * @throws FrameError for a frame that is empty or above `MAX_FRAME_BYTES`; nothing after it can be read.
 */
export function takeBytes(before: PartialFrame, chunk: Buffer): { texts: string[]; partial: PartialFrame } {
  let partial = partialOf([...before.chunks, chunk]);
  const texts: string[] = [];
  for (;;) {
    const length = announced(partial);
    if (length === undefined || partial.bytes < HEADER_BYTES + length) return { texts, partial };
    const { chunks, bytes } = partial;
    const [first] = chunks;
    const all = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks, bytes);
    texts.push(all.toString('utf8', HEADER_BYTES, HEADER_BYTES + length));
    partial = partialOf([all.subarray(HEADER_BYTES + length)]);
  }
}
