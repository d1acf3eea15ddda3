import {
  type ApplicationIdentity,
  applyChange,
  ChangeError,
  type ExtensionIdentity,
  type ModelEvent,
  type Received,
} from '@mcp-gui-bridge/page-sdk/protocol';

/** Names one connection to a host, unique in this process. */
export type LinkId = string;

/** A document as its host last told of it. */
export interface MirroredApplication {
  readonly identity: ApplicationIdentity;
  readonly received: Received;
  /** Set while the host is gone and may come back: which grace period decides. */
  readonly orphaned?: number;
}

type Applications = ReadonlyMap<string, MirroredApplication>;

/** A host that has said hello. Its word counts from `ready` on, until then the one before it stays. */
interface Arrival {
  readonly link: LinkId;
  readonly generation: number;
  readonly applications: Applications;
}

/** One browser profile: the newest host wins, so a dying and a new one never both count. */
export interface MirroredProfile {
  readonly generation: number;
  readonly link: LinkId | undefined;
  readonly applications: Applications;
  readonly arrival?: Arrival;
}

/** Why an id that agents may still know is no longer there. */
export type Departure = 'closed' | 'document_gone' | 'not_connected';

/** The model of all hosts. Immutable: a part that did not change stays the same object. */
export interface Mirror {
  readonly profiles: ReadonlyMap<string, MirroredProfile>;
  readonly departed: ReadonlyMap<string, Departure>;
  readonly graces: number;
}

export type MirrorEvent =
  | { readonly type: 'hello'; readonly link: LinkId; readonly extension: ExtensionIdentity }
  | { readonly type: 'model'; readonly link: LinkId; readonly event: ModelEvent }
  | { readonly type: 'ready' | 'lost'; readonly link: LinkId }
  | { readonly type: 'grace_over'; readonly profileId: string; readonly grace: number };

/** `close`: this link's word does not count (any more). `grace`: send `grace_over` after `LIMITS.reconnectMs`. */
export type MirrorEffect =
  | { readonly type: 'close'; readonly link: LinkId; readonly reason: string }
  | { readonly type: 'grace'; readonly profileId: string; readonly grace: number };

export interface MirrorStep {
  readonly mirror: Mirror;
  readonly effects: readonly MirrorEffect[];
}

/** Ids of what has gone are remembered to refuse truthfully; the oldest are forgotten. */
const DEPARTED_KEPT = 2_048;

export const EMPTY_MIRROR: Mirror = { profiles: new Map(), departed: new Map(), graces: 0 };

function withProfile(mirror: Mirror, profileId: string, profile: MirroredProfile): Mirror {
  return { ...mirror, profiles: new Map(mirror.profiles).set(profileId, profile) };
}

function findProfile(mirror: Mirror, link: LinkId): [string, MirroredProfile] | undefined {
  return [...mirror.profiles].find(([, profile]) => profile.link === link || profile.arrival?.link === link);
}

function depart(mirror: Mirror, ids: readonly string[], why: Departure): Mirror {
  if (ids.length === 0) return mirror;
  const departed = [...mirror.departed, ...ids.map((id) => [id, why] as const)];
  return { ...mirror, departed: new Map(departed.slice(-DEPARTED_KEPT)) };
}

const idsOf = (id: string, application: MirroredApplication | undefined): string[] => [
  id,
  ...(application?.received.windows.map((window) => window.id) ?? []),
];

function applyModel(applications: Applications, event: ModelEvent): Applications {
  const next = new Map(applications);
  if (event.type === 'attached') {
    const { application, declared } = event;
    return next.set(application.id, { identity: application, received: applyChange(undefined, declared) });
  }
  if (event.type === 'detached') {
    next.delete(event.appId);
    return next;
  }
  const before = applications.get(event.appId);
  if (before === undefined) throw new ChangeError('appId', `"${event.appId}" is not attached`);
  const received = event.change === undefined ? before.received : applyChange(before.received, event.change);
  if (event.condition === undefined) return next.set(event.appId, { ...before, received });
  const { reason: _, ...kept } = before.identity;
  const identity = {
    ...kept,
    condition: event.condition,
    ...(event.reason !== undefined && { reason: event.reason }),
  };
  return next.set(event.appId, { identity, received });
}

function closedBy(before: Applications, event: ModelEvent): { ids: string[]; why: Departure } {
  if (event.type === 'changed') return { ids: event.change?.closed ?? [], why: 'closed' };
  const appId = event.type === 'attached' ? event.application.id : event.appId;
  const ids = event.type === 'detached' ? idsOf(appId, before.get(appId)) : [];
  return { ids, why: event.type === 'detached' && event.reason === 'host_lost' ? 'not_connected' : 'document_gone' };
}

function hello(mirror: Mirror, link: LinkId, extension: ExtensionIdentity): MirrorStep {
  const { profileId, generation } = extension;
  const profile = mirror.profiles.get(profileId);
  const newest = Math.max(profile?.generation ?? 0, profile?.arrival?.generation ?? 0);
  if (generation < newest) {
    const reason = `generation ${generation} of this profile was replaced by ${newest}`;
    return { mirror, effects: [{ type: 'close', link, reason }] };
  }
  const overtaken = profile?.arrival;
  const arrival = { link, generation, applications: new Map() };
  const known = profile ?? { generation, link: undefined, applications: new Map() };
  return {
    mirror: withProfile(mirror, profileId, { ...known, arrival }),
    effects: overtaken ? [{ type: 'close', link: overtaken.link, reason: 'a newer host of this profile arrived' }] : [],
  };
}

/** Everything the old host had that the new one has not attached again waits for one grace period. */
function orphan(applications: Applications, grace: number): Applications {
  return new Map([...applications].map(([id, application]) => [id, { orphaned: grace, ...application }]));
}

function ready(mirror: Mirror, profileId: string, profile: MirroredProfile, arrival: Arrival): MirrorStep {
  const grace = mirror.graces + 1;
  const applications = new Map([...orphan(profile.applications, grace), ...arrival.applications]);
  const next: MirroredProfile = { generation: arrival.generation, link: arrival.link, applications };
  const effects: MirrorEffect[] = [{ type: 'grace', profileId, grace }];
  if (profile.link !== undefined) {
    effects.push({ type: 'close', link: profile.link, reason: 'a newer host of this profile arrived' });
  }
  return { mirror: { ...withProfile(mirror, profileId, next), graces: grace }, effects };
}

function lost(mirror: Mirror, profileId: string, profile: MirroredProfile, link: LinkId): MirrorStep {
  const { arrival, ...kept } = profile;
  if (arrival?.link === link) return { mirror: withProfile(mirror, profileId, kept), effects: [] };
  const grace = mirror.graces + 1;
  const applications = orphan(profile.applications, grace);
  const next = withProfile(mirror, profileId, { ...profile, link: undefined, applications });
  return { mirror: { ...next, graces: grace }, effects: [{ type: 'grace', profileId, grace }] };
}

function graceOver(mirror: Mirror, profileId: string, grace: number): MirrorStep {
  const profile = mirror.profiles.get(profileId);
  if (profile === undefined) return { mirror, effects: [] };
  const over = [...profile.applications].filter(([, application]) => application.orphaned === grace);
  if (over.length === 0) return { mirror, effects: [] };
  const applications = new Map([...profile.applications].filter(([, { orphaned }]) => orphaned !== grace));
  const next = withProfile(mirror, profileId, { ...profile, applications });
  const ids = over.flatMap(([id, application]) => idsOf(id, application));
  return { mirror: depart(next, ids, 'not_connected'), effects: [] };
}

function model(mirror: Mirror, link: LinkId, event: ModelEvent): MirrorStep {
  const [profileId, profile] = findProfile(mirror, link) ?? [];
  if (profileId === undefined || profile === undefined) return { mirror, effects: [] };
  try {
    const { arrival } = profile;
    if (arrival?.link === link) {
      const applications = applyModel(arrival.applications, event);
      return {
        mirror: withProfile(mirror, profileId, { ...profile, arrival: { ...arrival, applications } }),
        effects: [],
      };
    }
    const { ids, why } = closedBy(profile.applications, event);
    const applications = applyModel(profile.applications, event);
    return { mirror: depart(withProfile(mirror, profileId, { ...profile, applications }), ids, why), effects: [] };
  } catch (error) {
    if (!(error instanceof ChangeError)) throw error;
    return { mirror, effects: [{ type: 'close', link, reason: `bad model event: ${error.message}` }] };
  }
}

/** The mirror's whole behaviour. Nothing of an event that does not fit is applied; its link is closed instead. */
export function stepMirror(mirror: Mirror, event: MirrorEvent): MirrorStep {
  if (event.type === 'hello') return hello(mirror, event.link, event.extension);
  if (event.type === 'grace_over') return graceOver(mirror, event.profileId, event.grace);
  if (event.type === 'model') return model(mirror, event.link, event.event);
  const [profileId, profile] = findProfile(mirror, event.link) ?? [];
  if (profileId === undefined || profile === undefined) return { mirror, effects: [] };
  if (event.type === 'lost') return lost(mirror, profileId, profile, event.link);
  const { arrival } = profile;
  return arrival?.link === event.link ? ready(mirror, profileId, profile, arrival) : { mirror, effects: [] };
}

/** The profile whose host, present or to come, is at the other end; `undefined` before its hello and when it is overtaken. */
export const profileOf = (mirror: Mirror, link: LinkId): string | undefined => findProfile(mirror, link)?.[0];

/** The link to send a call for this application on; `undefined` while there is none. */
export function linkOf(mirror: Mirror, appId: string): LinkId | undefined {
  for (const { applications, link } of mirror.profiles.values()) {
    const application = applications.get(appId);
    if (application !== undefined) return application.orphaned === undefined ? link : undefined;
  }
  return undefined;
}
