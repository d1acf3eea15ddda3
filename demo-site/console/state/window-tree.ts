import {
  blockerOf,
  type Snapshot,
  type SnapshotApplication,
  type SnapshotWindow,
} from '@mcp-gui-bridge/page-sdk/protocol';

/** A window, with the modals that it owns. */
export interface TreeWindow {
  readonly window: SnapshotWindow;
  readonly operable: boolean;
  /** The dialog to deal with before this window can be operated. */
  readonly blocker: SnapshotWindow | undefined;
  readonly modals: readonly TreeWindow[];
}

export interface TreeApplication {
  readonly application: SnapshotApplication;
  /** App-level modals first: they stand before all others. */
  readonly roots: readonly TreeWindow[];
}

/** The snapshot as people see it: applications, their windows, each with its modal chain. */
export function windowTree({ applications, windows, operableWindowIds }: Snapshot): TreeApplication[] {
  return applications.map((application) => {
    // A snapshot lists an application's windows in the order in which they were opened.
    const own = windows.flatMap((window) => (window.appId === application.id ? [window] : []));
    const ranked = own.map((window, opened) => ({ ...window, opened }));
    const known = new Set(own.map(({ id }) => id));
    const isRoot = ({ ownerId }: SnapshotWindow) => ownerId === null || !known.has(ownerId);
    const node = (window: SnapshotWindow): TreeWindow => ({
      window,
      operable: operableWindowIds.includes(window.id),
      blocker: own.find(({ id }) => id === blockerOf(ranked, window.id)?.id),
      modals: own.filter(({ ownerId }) => ownerId === window.id).map(node),
    });
    const roots = own.filter(isRoot);
    return {
      application,
      roots: [...roots.filter(({ modal }) => modal), ...roots.filter(({ modal }) => !modal)].map(node),
    };
  });
}
