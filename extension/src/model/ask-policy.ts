import type { Action, AgentAccess } from '@mcp-gui-bridge/page-sdk/protocol';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { covers } from './grants.ts';

/**
 * When the person is asked: before actions declared destructive; before every action of an agent that may use other
 * sites too, where what it read there could lead it astray; or before every one. Each asks where those before it do.
 */
export type AskMode = 'destructive' | 'crossing' | 'always';

/** What decides whether the person is asked. Everything in it is the person's or the build's, nothing a page's. */
export interface AskPolicy {
  readonly mode: AskMode;
  /** Sites, by origin, for which the person has decided otherwise. */
  readonly sites: ReadonlyMap<string, AskMode>;
  /** Match patterns of sites that start without being asked about: the development build's own. */
  readonly quiet: readonly string[];
  /** `grantKey` of each action that the person has allowed for good. */
  readonly grants: ReadonlySet<string>;
}

export const ASK_DESTRUCTIVE: AskPolicy = { mode: 'destructive', sites: new Map(), quiet: [], grants: new Set() };

/** The mode that counts on a site; `never` only where the person has decided nothing. */
export function askModeFor({ mode, sites, quiet }: AskPolicy, origin: string): AskMode | 'never' {
  const own = sites.get(origin);
  if (own !== undefined) return own;
  return mode === 'destructive' && quiet.some((pattern) => covers(pattern, origin)) ? 'never' : mode;
}

const fingerprints = new WeakMap<Action, string>();

/** Stands for what the person was shown of an action: another title, description or schema is another action. */
export function fingerprint(action: Action): string {
  const known = fingerprints.get(action);
  if (known !== undefined) return known;
  const { name, title, description, inputSchema } = action;
  const shown = JSON.stringify([name, title, description ?? null, inputSchema]);
  const made = bytesToHex(sha256(utf8ToBytes(shown))).slice(0, 32);
  fingerprints.set(action, made);
  return made;
}

/** Names what a person allows with "always": this action, as it was shown, on this site. */
export const grantKey = (origin: string, action: Action): string => `${origin} ${fingerprint(action)}`;

/**
 * Whether the person is asked before an action, as its page declares it, runs. Hints can only raise caution: one that
 * says "destructive" asks, and none that says "read-only" ever waives what the mode asks for.
 *
 * @param crosses `false` only for an agent that may use no other site
 */
export function asks(policy: AskPolicy, origin: string, action: Action, crosses = true): boolean {
  const mode = askModeFor(policy, origin);
  if (mode === 'never') return false;
  const isMeant = mode === 'always' || (mode === 'crossing' && crosses) || action.hints?.destructive === true;
  return isMeant && !policy.grants.has(grantKey(origin, action));
}

/**
 * Whether an agent may use other sites beside this one. Sites that the person has chosen for it were chosen together.
 *
 * @param allowed every site that agents may use
 */
export const mayCross = ({ sites }: AgentAccess, origin: string, allowed: Iterable<string>): boolean =>
  sites === null && [...allowed].some((other) => other !== origin);
