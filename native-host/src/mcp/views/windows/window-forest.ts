import { blockerOf, parseToolName, type SnapshotWindow } from '@mcp-gui-bridge/page-sdk/protocol';
import type { DescribedAction, Reading } from './tool-answers.ts';

export interface OfferedAction {
  readonly tool: string;
  readonly action: DescribedAction;
}

/** A window with the modals it owns, as people see them: one in front of the other. */
export interface WindowNode {
  readonly window: SnapshotWindow;
  readonly operable: boolean;
  /** The dialog to deal with first. */
  readonly blocker: SnapshotWindow | undefined;
  readonly actions: readonly OfferedAction[];
  readonly modals: readonly WindowNode[];
}

export interface ApplicationNode {
  readonly application: Reading['result']['applications'][number];
  readonly actions: readonly OfferedAction[];
  readonly windows: readonly WindowNode[];
}

/** Without the actions for models alone: this view calls through `app__call`, where no host would stop it. */
function offered(reading: Reading): Map<string, OfferedAction[]> {
  const byOwner = new Map<string, OfferedAction[]>();
  for (const [tool, action] of Object.entries(reading.actions ?? {})) {
    if (action.visibility?.includes('app') === false) continue;
    const target = parseToolName(tool);
    const owner = target?.windowId ?? target?.appId;
    if (owner !== undefined) byOwner.set(owner, [...(byOwner.get(owner) ?? []), { tool, action }]);
  }
  return byOwner;
}

/** What was read as trees: applications, their windows, the modals of each. Snapshots list windows in opening order. */
export function windowForest(reading: Reading): ApplicationNode[] {
  const { windows, applications, operableWindowIds } = reading.result;
  const actions = offered(reading);
  return applications.map((application) => {
    const own = windows
      .filter(({ appId }) => appId === application.id)
      .map((window, opened) => ({ ...window, opened }));
    const ids = new Set(own.map(({ id }) => id));
    const nodesUnder = (ownerId: string | null): WindowNode[] =>
      own
        .filter((window) => (window.ownerId !== null && ids.has(window.ownerId) ? window.ownerId : null) === ownerId)
        .map((window) => ({
          window,
          operable: operableWindowIds.includes(window.id),
          blocker: blockerOf(own, window.id),
          actions: actions.get(window.id) ?? [],
          modals: nodesUnder(window.id),
        }));
    return { application, actions: actions.get(application.id) ?? [], windows: nodesUnder(null) };
  });
}

/** An action's title without the place that is said of it for models. */
export const actionTitle = ({ tool, action }: OfferedAction): string =>
  action.title?.split(' · ')[0] ?? parseToolName(tool)?.action ?? tool;

/** The read-only action by which the SDK's `pagedTable` loads rows. */
export function rowLoader(actions: readonly OfferedAction[]): OfferedAction | undefined {
  return actions.find(({ action: { annotations, inputSchema } }) => {
    const properties = Object(inputSchema['properties']) as Record<string, unknown>;
    return annotations?.readOnlyHint === true && 'offset' in properties && 'limit' in properties;
  });
}
