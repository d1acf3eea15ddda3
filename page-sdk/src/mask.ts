import type { Addresses } from './addresses.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import { eachText, type Json, mapText } from './json.ts';
import type { Block } from './protocol/block.ts';
import { LIMITS } from './protocol/limits.ts';
import { MASK } from './protocol/mask.ts';
import { cutText } from './protocol/page-text.ts';
import { utf8Length } from './protocol/utf8.ts';
import type { Action } from './protocol/window.ts';
import { type Exposer, kept } from './registry.ts';
import type { Secrets } from './secrets.ts';

/** What stands for the URL of sensitive media. */
export const NO_MEDIA = 'data:,';

/** The name of a part in a program, `accountNumber`: hiding it everywhere would hide what actions take. */
const IDENTIFIER = /^[A-Za-z][a-z]*(?:[A-Z_][a-z]+)*$/;

/** The mask for a value; "not filled in" may be seen. `secret` is told every text in it. */
export function masked(value: Json, secret: (text: string) => void): Json {
  if (value === '' || value === null) return value;
  eachText(value, secret, (key) => {
    if (!IDENTIFIER.test(key)) secret(key);
  });
  return MASK;
}

export function hidden(text: string, secrets: Secrets): string {
  return secrets.isIn(text) ? MASK : text;
}

function cutBytes(text: string, bytes: number): string {
  let cut = text;
  for (let over = text.length * 3 <= bytes ? 0 : utf8Length(text) - bytes; over > 0; ) {
    cut = cutText(text, Math.min(cut.length - Math.ceil(over / 3), bytes));
    over = utf8Length(cut) - bytes;
  }
  return cut;
}

const exposedLine = (text: string, length: number, secrets: Secrets): string =>
  cutText(hidden(cleanLine(text), secrets), length);

export const exposedText = (text: string, length: number, secrets: Secrets): string =>
  cutText(hidden(cleanText(text), secrets), length);

const unescaped = (url: string): string =>
  url.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });

/** Whether a secret is in a URL, as it is or escaped: once, or twice in a URL within the URL. */
const isInUrl = (url: string, secrets: Secrets): boolean =>
  [url, url.replaceAll('+', ' ')].some((text) => {
    const once = unescaped(text);
    return [text, once, unescaped(once)].some((reading) => secrets.isIn(cleanText(reading)));
  });

/**
 * A block as it may leave the page. The search comes before the cut, which could leave half a secret standing. A media
 * URL is either whole or refused before.
 */
function exposedBlock(block: Block, secrets: Secrets): Block {
  const { id } = block;
  const exposed = { ...mapText(block, (text) => cutBytes(hidden(text, secrets), LIMITS.stringBytes)), id };
  return exposed.type === 'media' && block.type === 'media'
    ? kept(block, { ...exposed, url: isInUrl(block.url, secrets) ? NO_MEDIA : block.url })
    : exposed;
}

/** An action as it may leave the page; its name is an address and stays. */
function exposedAction({ name, title, description, available, view, ...rest }: Action, secrets: Secrets): Action {
  return {
    name,
    title: exposedLine(title, LIMITS.titleLength, secrets),
    ...(description !== undefined && { description: exposedText(description, LIMITS.descriptionLength, secrets) }),
    available: available === true ? true : exposedText(available, LIMITS.messageLength, secrets),
    ...mapText(rest, (text) => hidden(text, secrets)),
    ...(view && { view }),
  };
}

/** How a page's declarations become what agents may read (protocol §4.5). */
export function exposer(secrets: Secrets, addresses: Addresses): Exposer {
  return {
    name: (text) => exposedLine(text, LIMITS.nameLength, secrets),
    title: (text) => exposedLine(text, LIMITS.titleLength, secrets),
    summary: (text) => exposedText(text, LIMITS.summaryLength, secrets),
    block: (block) => (addresses.maySay(block.id, 'block') ? exposedBlock(block, secrets) : undefined),
    action: ({ view, ...action }) =>
      addresses.maySay(action.name, 'action')
        ? exposedAction({ ...action, ...(view && addresses.maySay(JSON.stringify(view), 'view') && { view }) }, secrets)
        : undefined,
  };
}
