import { blockerOf, isAppBlocked, operableIn, type RefDocument, type Reference, type RefWindow } from './reference.ts';

/** Ids by window key and document name, as agents have read them. */
export type Ids = ReadonlyMap<string, string>;

/** What one agent may see and has asked to be listed. */
export interface Sight {
  readonly scope: ReadonlySet<string> | undefined;
  readonly selection: 'all' | 'windows' | 'helpers';
}

export const ACTIONS = ['act', 'look'] as const;
const HELPERS = ['app__read_windows', 'app__call', 'app__wait_for_change', 'app__call_status'];

const idOf = (ids: Ids, name: string): string => ids.get(name) ?? `(no id yet: ${name})`;
const byId = (ids: Ids) => (a: { name: string }, b: { name: string }) =>
  idOf(ids, a.name) < idOf(ids, b.name) ? -1 : 1;

export const canSee = ({ scope }: Sight, { origin }: RefDocument): boolean => scope === undefined || scope.has(origin);

function seen(reference: Reference, sight: Sight, ids: Ids): RefDocument[] {
  return reference.documents.filter((document) => !document.isGone && canSee(sight, document)).sort(byId(ids));
}

function windowJson(ids: Ids, { name }: RefDocument, window: RefWindow): object {
  const { key, title, modal, owner, version, summary, value } = window;
  const items = [
    { label: 'Key', value: key },
    { label: 'Value', value },
  ];
  return {
    id: idOf(ids, key),
    appId: idOf(ids, name),
    title,
    modal,
    ownerId: owner === null ? null : idOf(ids, owner.key),
    version,
    ...(summary !== '' && { summary }),
    blocks: [{ type: 'fields', id: 'state', items }],
  };
}

/** The object of `app://windows`. */
export function expectedSnapshot(reference: Reference, sight: Sight, ids: Ids, browser: string): object {
  const documents = seen(reference, sight, ids);
  return {
    operableWindowIds: documents.flatMap((document) => operableIn(document).map(({ key }) => idOf(ids, key))),
    windows: documents.flatMap((document) => document.windows.map((window) => windowJson(ids, document, window))),
    applications: documents.map(({ name, origin, isAsleep }) => ({
      id: idOf(ids, name),
      name,
      origin,
      browser,
      state: isAsleep ? 'suspended' : 'live',
    })),
  };
}

/** What of a listed tool is compared: its name, where it says it belongs, and whether it asks for the version. */
export interface ExpectedTool {
  readonly name: string;
  readonly title: string;
  readonly versioned: boolean;
}

interface Group {
  readonly rank: number;
  readonly opened: number;
  readonly id: string;
  readonly tools: ExpectedTool[];
}

function offered(offer: RefWindow['offer'], where: string, nameOf: (action: string) => string, versioned: boolean) {
  return ACTIONS.filter((action) => action === 'look' || offer === true).map((action) => ({
    name: nameOf(action),
    title: `${action} · ${where}`,
    versioned: versioned && action !== 'look',
  }));
}

function groupsOf(document: RefDocument, ids: Ids): Group[] {
  const site = document.origin.replace('https://', '');
  const groups = operableIn(document).map((window): Group => {
    const id = idOf(ids, window.key);
    const tools = offered(window.offer, `${window.title} · ${site}`, (action) => `${id}__${action}`, true);
    return { rank: window.modal ? 0 : 2, opened: window.opened, id, tools };
  });
  if (document.isAsleep || isAppBlocked(document)) return groups;
  const id = idOf(ids, document.name);
  const tools = offered(document.offer, `${document.name} · ${site}`, (action) => `app__${id}_${action}`, false);
  return [...groups, { rank: 1, opened: 0, id, tools }];
}

/** The tool list: helpers, dialogs in front, applications, other windows; each by opening number, then by id. */
export function expectedTools(reference: Reference, sight: Sight, ids: Ids): ExpectedTool[] {
  const helpers = HELPERS.map((name) => ({ name, title: '', versioned: false }));
  const groups = seen(reference, sight, ids)
    .flatMap((document) => groupsOf(document, ids))
    .sort((a, b) => a.rank - b.rank || a.opened - b.opened || (a.id < b.id ? -1 : 1));
  return [
    ...(sight.selection === 'windows' ? [] : helpers),
    ...(sight.selection === 'helpers' ? [] : groups.flatMap(({ tools }) => tools)),
  ];
}

/** A call, in the reference's words. `window: undefined` is the application itself. */
export interface RefCall {
  readonly document: RefDocument;
  readonly windowKey: string | undefined;
  readonly action: string;
  readonly expectedVersion: unknown;
  /** Whether the agent has ever read what it calls. */
  readonly hasRead: boolean;
}

/** What of a refusal is compared. */
export interface Refusal {
  readonly code: string;
  readonly reason?: string;
  readonly message?: string;
  readonly currentVersion?: number;
  readonly fields?: readonly string[];
  /** The window's key, and its title. */
  readonly blockedBy?: readonly [string, string];
}

/** Why a call cannot start as things stand; `undefined` when it can, as far as its arguments are good. */
export function expectedRefusal(reference: Reference, sight: Sight, call: RefCall): Refusal | undefined {
  const { document, windowKey, action, expectedVersion, hasRead } = call;
  const window = windowKey === undefined ? undefined : reference.find(windowKey);
  if (!canSee(sight, document)) return { code: 'window_not_found' };
  const whyGone = reference.whyGone(windowKey ?? document.name);
  if (whyGone !== undefined) return { code: 'window_not_found', ...(hasRead && { reason: whyGone }) };
  if (document.isAsleep) return { code: 'action_not_available', reason: 'suspended' };
  const blocker = blockerOf(document, window);
  if (blocker !== undefined) {
    return { code: 'blocked_by_modal', blockedBy: [blocker.key, blocker.title] };
  }
  const offer = window === undefined ? document.offer : window.offer;
  if (!ACTIONS.some((known) => known === action)) return { code: 'action_not_available', reason: 'unknown_action' };
  if (action === 'act' && offer !== true) {
    return { code: 'action_not_available', reason: 'unavailable', message: offer };
  }
  if (expectedVersion === undefined || expectedVersion === null) return undefined;
  if (window === undefined || typeof expectedVersion !== 'number') {
    return { code: 'validation_failed', fields: ['expectedVersion'] };
  }
  return expectedVersion === window.version ? undefined : { code: 'stale_state', currentVersion: window.version };
}
