import {
  type ApplicationIdentity,
  applyChange,
  type ModelEvent,
  operableWindows,
  type Received,
  type WindowState,
} from '@mcp-gui-bridge/page-sdk/protocol';
import type { PanelState, WorkerToPerson } from '../background/person-hop.ts';
import type { ActivityLog, LogEntry } from '../model/activity-log.ts';

export interface PanelApplication {
  readonly identity: ApplicationIdentity;
  readonly received: Received;
}

/** Everything the panel knows: what agents are sent, and what the worker tells beside. */
export interface Panel {
  readonly state: PanelState | undefined;
  readonly applications: ReadonlyMap<string, PanelApplication>;
  readonly log: ActivityLog;
}

export const EMPTY_PANEL: Panel = { state: undefined, applications: new Map(), log: [] };

function applyEvent(applications: Map<string, PanelApplication>, event: ModelEvent): void {
  if (event.type === 'attached') {
    const { application: identity, declared } = event;
    applications.set(identity.id, { identity, received: applyChange(undefined, declared) });
    return;
  }
  const before = applications.get(event.appId);
  if (event.type === 'detached') applications.delete(event.appId);
  else if (before !== undefined) {
    const { change, condition } = event;
    applications.set(event.appId, {
      identity: condition === undefined ? before.identity : { ...before.identity, condition },
      received: change === undefined ? before.received : applyChange(before.received, change),
    });
  }
}

function mergeLog(log: ActivityLog, entries: readonly LogEntry[], gone: readonly string[]): ActivityLog {
  const merged = new Map(log.map((entry) => [entry.callId, entry]));
  for (const callId of gone) merged.delete(callId);
  for (const entry of entries) merged.set(entry.callId, entry);
  return [...merged.values()];
}

/** The panel after one message of the worker. */
export function receive(panel: Panel, message: WorkerToPerson): Panel {
  switch (message.view) {
    case 'panel':
      return { ...panel, state: message.state };
    case 'model': {
      const applications = new Map(panel.applications);
      for (const event of message.events) applyEvent(applications, event);
      return { ...panel, applications };
    }
    case 'log':
      return { ...panel, log: mergeLog(panel.log, message.entries, message.gone) };
    default:
      return panel;
  }
}

/** A window with the modals that it owns. */
export interface WindowNode {
  readonly window: WindowState;
  readonly operable: boolean;
  readonly modals: readonly WindowNode[];
}

/** Modal chains as a tree: modals under their owners, everything in opening order. */
export function windowTree({ identity, received }: PanelApplication): WindowNode[] {
  const { windows } = received;
  const operable = new Set(identity.condition === 'live' ? operableWindows(windows).map(({ id }) => id) : []);
  const owned = (ownerId: string | null): WindowNode[] =>
    windows
      .filter((window) => window.ownerId === ownerId)
      .map((window) => ({ window, operable: operable.has(window.id), modals: owned(window.id) }));
  return owned(null);
}
