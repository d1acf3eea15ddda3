import { blockerOf, type ConnectedAgent } from '@mcp-gui-bridge/page-sdk/protocol';
import { type Application, operableWindowIds } from '../model/documents.ts';
import { isWebOrigin } from '../model/grants.ts';
import type { SiteConsent } from './consent.ts';
import { type HopSeen, hopsSeen } from './hops-seen.ts';
import type { LinkStatus } from './link-policy.ts';
import type { AgentRow } from './person-hop.ts';

/** How the page in front takes part. `silent`: connected, but its JavaScript does not answer. */
export type PageState =
  | 'unsupported'
  | 'not_allowed'
  | 'absent'
  | 'checking'
  | 'connected'
  | 'silent'
  | 'paused'
  | 'suspended'
  | 'unresponsive'
  | 'over_limit';

/** A window of the page in front; `blockedBy` is the title of the dialog to deal with first. */
export interface WindowSeen {
  readonly id: string;
  readonly title: string;
  readonly modal: boolean;
  readonly operable: boolean;
  readonly blockedBy?: string;
}

/** All there is to show in the popup, told anew whenever something changes. */
export interface PopupState {
  readonly origin: string | null;
  readonly consent: SiteConsent;
  readonly paused: boolean;
  /** Questions that wait for an answer. */
  readonly waiting: number;
  /** Fingerprint of an installation of the host that is not the one this extension knew, until it is trusted. */
  readonly stranger: string | null;
  readonly page: PageState;
  /** What the page calls itself, once it has. */
  readonly application: string | null;
  readonly hops: readonly HopSeen[];
  readonly windows: readonly WindowSeen[];
  /** Those that are connected. */
  readonly agents: readonly AgentRow[];
}

/** What is known when the popup asks, nothing of it from memory of an earlier look. */
export interface Look {
  readonly origin: string | null;
  readonly consent: SiteConsent;
  readonly paused: boolean;
  readonly waiting: number;
  readonly stranger: string | null;
  readonly application: Application | undefined;
  /** What the page's JavaScript said to a ping; `undefined` while it may still answer. */
  readonly isAlive: boolean | undefined;
  readonly extensionVersion: string;
  readonly host: LinkStatus;
  readonly connected: readonly ConnectedAgent[];
  readonly agents: readonly AgentRow[];
}

function pageState({ origin, consent, application, isAlive }: Look): PageState {
  if (origin === null || !isWebOrigin(origin)) return 'unsupported';
  if (consent === 'no') return 'not_allowed';
  if (application === undefined) return 'absent';
  const { condition, unresponsive } = application;
  if (condition === 'paused' || condition === 'suspended' || condition === 'over_limit') return condition;
  if (unresponsive) return 'unresponsive';
  if (isAlive === undefined) return 'checking';
  return isAlive ? 'connected' : 'silent';
}

function windowsSeen(application: Application, isSilent: boolean): WindowSeen[] {
  const { windows } = application.published;
  const operable = new Set(isSilent ? [] : operableWindowIds(application));
  return windows.map(({ id, title, modal }) => {
    const blocker = blockerOf(windows, id);
    return { id, title, modal, operable: operable.has(id), ...(blocker && { blockedBy: blocker.title }) };
  });
}

/** Everything the popup shows. */
export function popupState(look: Look): PopupState {
  const { origin, consent, paused, waiting, stranger, application, extensionVersion, host, connected, agents } = look;
  const page = pageState(look);
  return {
    origin,
    consent,
    paused,
    waiting,
    stranger,
    page,
    application: application?.published.name ?? null,
    hops: hopsSeen(page, extensionVersion, host, connected.length),
    windows: application ? windowsSeen(application, page === 'silent') : [],
    agents: agents.filter(({ connections }) => connections.length > 0),
  };
}
