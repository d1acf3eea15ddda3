import {
  type Action,
  type ApplicationCondition,
  appModalTop,
  LIMITS,
  operableWindows,
  type Received,
  type WindowState,
} from '@mcp-gui-bridge/page-sdk/protocol';
import type { Mirror, MirroredApplication } from './mirror.ts';
import { windowLineBytes } from './window-text.ts';

/** An application as this agent may see it. */
export interface ViewedApplication {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
  readonly browser: string;
  readonly state: ApplicationCondition;
  readonly reason?: string;
  readonly declared: Received;
  /** The windows that are shown: all, or none when there is no room for them in one answer. */
  readonly windows: readonly WindowState[];
  /** Ids of its operable windows, in opening order; empty unless `state` is `live`. */
  readonly operable: readonly string[];
  /** App-level actions that can be called now. */
  readonly actions: readonly Action[];
}

/** Everything an agent can read at one moment. Made once per change of the mirror and never modified. */
export interface GuiView {
  readonly applications: readonly ViewedApplication[];
}

/** Origins an agent is limited to; `undefined` means all. */
export type OriginScope = ReadonlySet<string> | undefined;

export const originScope = (origins: readonly string[]): OriginScope =>
  origins.length === 0 ? undefined : new Set(origins);

const views = new WeakMap<MirroredApplication, ViewedApplication>();

function viewApplication(application: MirroredApplication): ViewedApplication {
  const known = views.get(application);
  if (known !== undefined) return known;
  const { identity, received, orphaned } = application;
  const { id, origin, browser, reason } = identity;
  const state = orphaned === undefined ? identity.condition : 'reconnecting';
  const live = state === 'live';
  const view: ViewedApplication = {
    id,
    name: received.name,
    origin,
    browser,
    state,
    ...(reason !== undefined && { reason }),
    declared: received,
    windows: received.windows,
    operable: live ? operableWindows(received.windows).map((window) => window.id) : [],
    actions:
      live && appModalTop(received.windows) === undefined
        ? received.actions.filter((action) => action.available === true)
        : [],
  };
  views.set(application, view);
  return view;
}

/** Room for everything but windows in the answer to `resources/read`. */
const LINE_MARGIN = 256 * 1024;

const applicationLineBytes = ({ id, windows }: ViewedApplication): number =>
  windows.reduce((sum, window) => sum + windowLineBytes(id, window), 0);

const crowdedOut = new WeakMap<ViewedApplication, ViewedApplication>();

/** An application for whose windows there is no room beside the others'. */
function withoutRoom(view: ViewedApplication): ViewedApplication {
  const known = crowdedOut.get(view);
  if (known !== undefined) return known;
  const reason = 'The windows of all applications together are more than one answer can hold.';
  const left: ViewedApplication = { ...view, state: 'over_limit', reason, windows: [], operable: [], actions: [] };
  crowdedOut.set(view, left);
  return left;
}

/**
 * Quoting makes JSON inside JSON larger, and several browsers are merged: what does not fit into one line is left out by
 * whole applications, so that a read always succeeds and is consistent.
 */
function fitIntoLine(applications: readonly ViewedApplication[]): ViewedApplication[] {
  let room = LIMITS.lineBytes - LINE_MARGIN;
  return applications.map((application) => {
    const bytes = applicationLineBytes(application);
    if (bytes > room) return withoutRoom(application);
    room -= bytes;
    return application;
  });
}

/** What an agent sees of the mirror: the applications of its origins by id, so that all connections agree on the order. */
export function viewOf(mirror: Mirror, scope: OriginScope): GuiView {
  const applications = [...mirror.profiles.values()]
    .flatMap((profile) => [...profile.applications.values()])
    .filter(({ identity }) => scope === undefined || scope.has(identity.origin))
    .map(viewApplication)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  return { applications: fitIntoLine(applications) };
}
