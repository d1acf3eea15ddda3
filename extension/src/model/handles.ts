import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const LENGTH = 10;

/** A keyed hash of a text, at least seven bytes long. */
export type Mac = (text: string) => Uint8Array;

/** HMAC-SHA256 under the profile's key; synchronous, because a model that awaits could not decide. */
export const profileMac =
  (profileKey: Uint8Array): Mac =>
  (text) =>
    hmac(sha256, profileKey, utf8ToBytes(text));

/** First ten characters of the lower-case RFC 4648 base32 of `bytes`. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    held = (held << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(held >>> bits) & 31];
      if (text.length === LENGTH) return text;
    }
    held &= (1 << bits) - 1;
  }
  throw new Error('base32: seven bytes are needed');
}

/**
 * The handles by which agents know windows and applications (protocol §10.3). They follow from the profile's key, the
 * browser's document id and the document's opening number alone: a page can neither choose nor foretell one, a reload
 * never repeats one, and a new worker arrives at the same ones without having kept a table.
 */
export class Handles {
  readonly #mac: Mac;

  constructor(mac: Mac) {
    this.#mac = mac;
  }

  /** Handle of the document's window with this opening number; `taken` are the handles now in use by others. */
  window(documentId: string, opened: number, taken: (handle: string) => boolean): string {
    return this.#draw('w', documentId, opened, taken);
  }

  /** Handle of the document as an application. */
  application(documentId: string, taken: (handle: string) => boolean): string {
    return this.#draw('a', documentId, 0, taken);
  }

  /** What a document is told of who calls: no other document knows the agent by this name. */
  owner(documentId: string, owner: string): string {
    return `o${base32(this.#mac(['o', documentId, owner].join('\u0000')))}`;
  }

  #draw(kind: 'w' | 'a', documentId: string, number: number, taken: (handle: string) => boolean): string {
    for (let salt = 0; ; salt++) {
      const handle = kind + base32(this.#mac([kind, documentId, number, salt].join('\u0000')));
      if (!taken(handle)) return handle;
    }
  }
}
