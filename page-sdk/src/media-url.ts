import { LIMITS } from './protocol/limits.ts';

const IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif)(?:;base64)?,[\x21-\x7e]+$/i;

/** A document's origin, and the URL that its addresses are relative to, which `<base>` may have moved elsewhere. */
export interface Place {
  readonly origin: string;
  readonly base: string;
}

/**
 * The URL as agents may read it, or the reason why not. A page must not make an agent open local files, other sites or
 * scripts: an image in the URL itself, or something that this https origin serves.
 *
 * @param place where the document is, `undefined` outside a page
 */
export function readMediaUrl(url: string, place: Place | undefined): { url: string } | { refused: string } {
  if (IMAGE.test(url)) {
    return url.length <= LIMITS.dataImageBytes
      ? { url }
      : { refused: `the image is larger than ${LIMITS.dataImageBytes / 1024} KiB` };
  }
  const refused = 'only data: images (PNG, JPEG, GIF, WebP, AVIF) and https URLs of this origin can be shared';
  if (place === undefined || !URL.canParse(url, place.base)) return { refused };
  const { protocol, origin, username, password, href } = new URL(url, place.base);
  const own = protocol === 'https:' && origin === place.origin && username === '' && password === '';
  if (own && href.length > LIMITS.stringBytes)
    return { refused: `its address is longer than ${LIMITS.stringBytes / 1024} KiB` };
  return own ? { url: href } : { refused };
}
