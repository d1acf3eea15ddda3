import { createHash } from 'node:crypto';
import type { ActionView } from '@mcp-gui-bridge/page-sdk/protocol';

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const uris = new WeakMap<ActionView, Map<string, string>>();

/**
 * `ui://{site}/{document}-{policy}.html`, from hashes of the document and of all that hosts decide by: who declared it
 * and what it may do. Hosts cache by URI, so another document or policy has another URI, and no site can lend its
 * policy to the document of another.
 */
export function viewUri(origin: string, view: ActionView): string {
  const known = uris.get(view)?.get(origin);
  if (known !== undefined) return known;
  const { hash, csp, permissions, prefersBorder, domain } = view;
  const policy = sha256(JSON.stringify([origin, csp, permissions, prefersBorder, domain]));
  const uri = `ui://${origin.replace(/^https?:\/\//, '')}/${hash.slice(0, 32)}-${policy.slice(0, 8)}.html`;
  uris.set(view, (uris.get(view) ?? new Map<string, string>()).set(origin, uri));
  return uri;
}

/** URI of a view of this process's own; its path begins with a word, those of sites with a hash. */
export const ownViewUri = (name: string, html: string): string =>
  `ui://mcp-gui-bridge/${name}-${sha256(html).slice(0, 32)}.html`;
