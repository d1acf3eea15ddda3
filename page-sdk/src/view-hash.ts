import { LIMITS } from './protocol/limits.ts';

/** Of the first primes: the roots' fractions are the constants of FIPS 180-4. */
const PRIMES = [...Array(312).keys()].filter((n) => n > 1 && ![...Array(n).keys()].some((d) => d > 1 && n % d === 0));
const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32) | 0;
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)));

const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The message in whole blocks of 64 bytes: a one bit, zeros, its length in bits. */
function padded(bytes: Uint8Array): DataView {
  const blocks = new DataView(new ArrayBuffer(((bytes.length + 72) >> 6) << 6));
  new Uint8Array(blocks.buffer).set(bytes);
  blocks.setUint8(bytes.length, 0x80);
  blocks.setUint32(blocks.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
  blocks.setUint32(blocks.byteLength - 4, bytes.length << 3);
  return blocks;
}

function schedule(blocks: DataView, at: number, words: Int32Array): void {
  for (let i = 0; i < 16; i++) words[i] = blocks.getInt32(at + i * 4);
  for (let i = 16; i < 64; i++) {
    const [a, b, c, d] = [words[i - 15] ?? 0, words[i - 2] ?? 0, words[i - 16] ?? 0, words[i - 7] ?? 0];
    const low = rotate(a, 7) ^ rotate(a, 18) ^ (a >>> 3);
    const high = rotate(b, 17) ^ rotate(b, 19) ^ (b >>> 10);
    words[i] = c + low + d + high;
  }
}

/**
 * SHA-256 (FIPS 180-4) of the text in UTF-8. Not the browser's own, which answers later, when the declaration has long
 * been made, and is missing on pages without TLS.
 */
function sha256(text: string): string {
  const blocks = padded(new TextEncoder().encode(text));
  const words = new Int32Array(64);
  const state = [...START];
  for (let at = 0; at < blocks.byteLength; at += 64) {
    schedule(blocks, at, words);
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let i = 0; i < 64; i++) {
      const choice = (e & f) ^ (~e & g);
      const one =
        (h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + choice + (ROUNDS[i] ?? 0) + (words[i] ?? 0)) | 0;
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const two = ((rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = ((state[i] ?? 0) + word) | 0;
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** Declarations are often made again on every render, with the same document. */
const known = new Map<string, string>();

/** The hash by which a document is announced and asked for. */
export function viewHash(html: string): string {
  const hash = known.get(html) ?? sha256(html);
  known.delete(html);
  known.set(html, hash);
  const [oldest] = known.keys();
  if (known.size > LIMITS.viewsKept && oldest !== undefined) known.delete(oldest);
  return hash;
}
