import {
  type ApplicationCondition,
  type ApplicationIdentity,
  applyChange,
  type ModelEvent,
  type Received,
} from '@mcp-gui-bridge/page-sdk/protocol';

/** An application as the extension's worker tells it. Objects are never changed, so that sameness means equality. */
export interface MirroredApplication {
  readonly identity: ApplicationIdentity;
  readonly declared: Received;
  /** Calls whose handlers were running when the document attached. */
  readonly running: readonly string[];
  /** Which attachment of the document this is: one more each time it attaches anew. */
  readonly attachment: number;
  readonly condition: ApplicationCondition;
  readonly reason?: string;
}

export type Mirror = ReadonlyMap<string, MirroredApplication>;

const withCondition = (
  application: Omit<MirroredApplication, 'condition' | 'reason'>,
  condition: ApplicationCondition,
  reason: string | undefined,
): MirroredApplication => ({ ...application, condition, ...(reason !== undefined && { reason }) });

/**
 * The model after one event; the same object when the event changes nothing, as one about an application that is not
 * there does.
 *
 * @throws ChangeError when the declaration does not fit what is here.
 */
export function applyModelEvent(mirror: Mirror, event: ModelEvent): Mirror {
  if (event.type === 'attached') {
    const { application: identity, running } = event;
    const attachment = (mirror.get(identity.id)?.attachment ?? 0) + 1;
    const declared = applyChange(undefined, event.declared);
    const application = { identity, declared, running, attachment };
    return new Map(mirror).set(identity.id, withCondition(application, identity.condition, identity.reason));
  }
  const before = mirror.get(event.appId);
  if (before === undefined) return mirror;
  if (event.type === 'detached') {
    const after = new Map(mirror);
    after.delete(event.appId);
    return after;
  }
  const declared = event.change === undefined ? before.declared : applyChange(before.declared, event.change);
  const { condition, reason, ...kept } = before;
  const after =
    event.condition === undefined
      ? withCondition({ ...kept, declared }, condition, reason)
      : withCondition({ ...kept, declared }, event.condition, event.reason);
  return new Map(mirror).set(event.appId, after);
}

/** What agents are told: a document that missed its deadline is unresponsive, unless the worker knows something worse. */
export function overlayUnresponsive(mirror: Mirror, quarantined: ReadonlySet<string>): Mirror {
  if (quarantined.size === 0) return mirror;
  const seen = new Map(mirror);
  for (const appId of quarantined) {
    const application = mirror.get(appId);
    if (application?.condition === 'live') {
      seen.set(appId, withCondition(application, 'unresponsive', application.reason));
    }
  }
  return seen;
}
