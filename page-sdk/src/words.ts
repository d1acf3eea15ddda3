import { cleanText } from './clean-text.ts';
import { mapText } from './json.ts';
import { exposedText, hidden } from './mask.ts';
import { LIMITS } from './protocol/limits.ts';
import type { Secrets } from './secrets.ts';

/** How text and values of the application become fit to leave the page in answers. */
export interface Words {
  /** Hides secrets, drops invisible characters, cuts at `LIMITS.messageLength`. */
  message(text: string): string;
  /** Hides secrets and drops invisible characters. */
  json<T>(value: T): T;
}

export const words = (secrets: Secrets): Words => ({
  message: (text) => exposedText(text, LIMITS.messageLength, secrets),
  json: (value) => mapText(value, (text) => hidden(cleanText(text), secrets)),
});
