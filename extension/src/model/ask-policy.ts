import type { Action, AgentAccess, WindowState } from '@mcp-gui-bridge/page-sdk/protocol';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Addressed } from './exposure.ts';
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

const digest = (text: string): string => bytesToHex(sha256(utf8ToBytes(text))).slice(0, 32);

const fingerprints = new WeakMap<Action, string>();

/**
 * Stands for what the person was shown of an action: with another title, description or schema, or once its page calls
 * it destructive, it is another action.
 */
export function fingerprint(action: Action): string {
  const known = fingerprints.get(action);
  if (known !== undefined) return known;
  const { name, title, description, inputSchema, hints } = action;
  const made = digest(JSON.stringify([name, title, description ?? null, inputSchema, hints?.destructive === true]));
  fingerprints.set(action, made);
  return made;
}

/** The title of a dialog, where buttons are named alike and the title alone says what they do; `null` for all else. */
export const dialogTitle = (window: WindowState | null): string | null => (window?.modal ? window.title : null);

/** Names what a person allows with "always": this action, as it was shown, on this site, of a dialog in that dialog. */
export function grantKey(origin: string, { window, action }: Addressed): string {
  const dialog = dialogTitle(window);
  return [origin, fingerprint(action), ...(dialog === null ? [] : [digest(dialog)])].join(' ');
}

/**
 * Stands for what a person allows with "once": the action as it was shown, in the application and the dialog that were
 * shown. Titles of other windows count, draft and tick along with their content, and are shown anew instead.
 */
export const onceKey = (applicationName: string, { window, action }: Addressed): string =>
  JSON.stringify([applicationName, dialogTitle(window), fingerprint(action)]);

/**
 * Whether the person is asked before an action, as its page declares it, runs. Hints can only raise caution: one that
 * says "destructive" asks, and none that says "read-only" ever waives what the mode asks for.
 *
 * @param crosses `false` only for an agent that may use no other site
 */
export function asks(policy: AskPolicy, origin: string, addressed: Addressed, crosses = true): boolean {
  const mode = askModeFor(policy, origin);
  if (mode === 'never') return false;
  const isMeant = mode === 'always' || (mode === 'crossing' && crosses) || addressed.action.hints?.destructive === true;
  return isMeant && !policy.grants.has(grantKey(origin, addressed));
}

/**
 * Whether an agent may use other sites beside this one. Sites that the person has chosen for it were chosen together.
 *
 * @param allowed every site that agents may use
 */
export const mayCross = ({ sites }: AgentAccess, origin: string, allowed: Iterable<string>): boolean =>
  sites === null && [...allowed].some((other) => other !== origin);
