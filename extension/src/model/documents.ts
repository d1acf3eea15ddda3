import type { ApplicationCondition, Declared } from '@mcp-gui-bridge/page-sdk/protocol';
import { declaredBytes, LIMITS, operableWindows } from '@mcp-gui-bridge/page-sdk/protocol';
import { ASK_DESTRUCTIVE, type AskPolicy } from './ask-policy.ts';
import type { Target } from './call-words.ts';
import type { Exposure } from './exposure.ts';

/** One connected document: what it declared, what the host was last told of it, and the calls it owes an answer for. */
export interface Application extends Exposure {
  readonly documentId: string;
  readonly appId: string;
  /** Number of this attachment; another one means that everything may have changed. */
  readonly attachment: number;
  /** As the browser vouches for it. */
  readonly origin: string;
  /** What the host was last told; behind `exposed` only while that does not fit. */
  readonly published: Declared;
  readonly condition: ApplicationCondition;
  /** The browser froze or discarded its tab. */
  readonly suspended: boolean;
  /** The host found it busy after a deadline; kept for people to see, agents are told by the host. */
  readonly unresponsive: boolean;
  /** Calls it was sent or says it runs, by id; the target is not known of those sent by an earlier worker. */
  readonly calls: ReadonlyMap<string, Target | undefined>;
  /** Questions for its history that it has not answered. */
  readonly historiesAsked: ReadonlySet<number>;
  /** Hashes of the views whose document it was asked for and has not handed over. */
  readonly viewsAsked: ReadonlySet<string>;
}

/** All connected documents, in the order in which they came. */
export interface Model {
  readonly browser: string;
  /** The person has paused agents: they may read, and do nothing. */
  readonly paused: boolean;
  readonly policy: AskPolicy;
  /** Attachments so far, of all documents. */
  readonly attachments: number;
  readonly applications: ReadonlyMap<string, Application>;
  /** Calls that were refused and never reached a page, the latest last: what was said not to be done stays undone. */
  readonly refusedCalls: ReadonlySet<string>;
}

/** A model of nothing, for the browser that agents will read in `applications`. */
export const emptyModel = (browser: string): Model => ({
  browser,
  paused: false,
  policy: ASK_DESTRUCTIVE,
  attachments: 0,
  applications: new Map(),
  refusedCalls: new Set(),
});

/** A copy of the model with one document put in, or taken out. */
export function withApplication(model: Model, documentId: string, application: Application | undefined): Model {
  const applications = new Map(model.applications);
  if (application === undefined) applications.delete(documentId);
  else applications.set(documentId, application);
  return { ...model, applications };
}

/** The document that agents know as `appId`. */
export function findApplication(model: Model, appId: string): Application | undefined {
  for (const application of model.applications.values()) if (application.appId === appId) return application;
  return undefined;
}

/** The windows of a document that agents can operate now (protocol §2, §10.2); over all documents their union. */
export const operableWindowIds = ({ condition, unresponsive, published }: Application): string[] =>
  condition === 'live' && !unresponsive ? operableWindows(published.windows).map(({ id }) => id) : [];

function fits(model: Model, application: Application): boolean {
  let windows = application.exposed.windows.length;
  let bytes = declaredBytes(application.exposed);
  for (const other of model.applications.values()) {
    if (other.documentId === application.documentId) continue;
    windows += other.published.windows.length;
    bytes += declaredBytes(other.published);
  }
  return windows <= LIMITS.windowsInAll && bytes <= LIMITS.allDocumentsBytes;
}

function conditionOf(paused: boolean, accepted: boolean, suspended: boolean): ApplicationCondition {
  if (paused) return 'paused';
  if (!accepted) return 'over_limit';
  return suspended ? 'suspended' : 'live';
}

/**
 * Publishes what fits beside what all others have published, documents in the order they came. What does not fit stays
 * as it was last accepted and its document is `over_limit` until a later round finds room for it.
 */
export function settle(model: Model): Model {
  let next = model;
  for (const application of model.applications.values()) {
    const isCurrent = application.published === application.exposed;
    const accepted = isCurrent || fits(next, application);
    const published = accepted ? application.exposed : application.published;
    const condition = conditionOf(model.paused, accepted, application.suspended);
    if (published === application.published && condition === application.condition) continue;
    next = withApplication(next, application.documentId, { ...application, published, condition });
  }
  return next;
}
