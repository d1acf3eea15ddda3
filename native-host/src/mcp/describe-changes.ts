import type { SnapshotWindow } from '@mcp-gui-bridge/page-sdk/protocol';
import { changesSince } from './change-log.ts';
import type { GuiModel } from './gui-model.ts';
import { operableIds, snapshotOf } from './snapshot.ts';
import { toolGroups } from './tools.ts';

/** What an agent is told of changes, in one synchronous reading. */
export interface DescribedChanges {
  readonly operableWindowIds: string[];
  /** The changed ones only. */
  readonly windows: SnapshotWindow[];
  readonly closedWindowIds: string[];
  /** Windows and applications whose tools changed. */
  readonly actionsChanged: string[];
}

/**
 * Everything after change `since`. With `reset` all that is there: what this client has read, and so what of it was
 * closed, is not known.
 */
export function describeChanges(gui: GuiModel, since: number, reset = false): DescribedChanges {
  const { log, view } = gui;
  const operableWindowIds = operableIds(view);
  if (reset) {
    const actionsChanged = toolGroups(view).map(({ id }) => id);
    return { operableWindowIds, windows: snapshotOf(view).windows, closedWindowIds: [], actionsChanged };
  }
  const { windowIds, closedWindowIds, actionsChanged } = changesSince(log, since);
  return {
    operableWindowIds,
    windows: snapshotOf(view, windowIds).windows,
    closedWindowIds: [...closedWindowIds],
    actionsChanged: [...actionsChanged],
  };
}
