import type { Snapshot, SnapshotApplication } from '@mcp-gui-bridge/page-sdk/protocol';
import type { GuiView, ViewedApplication } from './view.ts';
import { snapshotWindow, windowText } from './window-text.ts';

function snapshotApplication({ id, name, origin, browser, state, reason }: ViewedApplication): SnapshotApplication {
  return { id, name, origin, browser, state, ...(reason !== undefined && { reason }) };
}

export const operableIds = (view: GuiView): string[] => view.applications.flatMap(({ operable }) => operable);

/** The object of `app://windows`; with `only`, those windows alone. */
export function snapshotOf(view: GuiView, only?: ReadonlySet<string>): Snapshot {
  return {
    operableWindowIds: operableIds(view),
    windows: view.applications.flatMap(({ id, windows }) =>
      windows.filter((window) => only === undefined || only.has(window.id)).map((window) => snapshotWindow(id, window)),
    ),
    applications: view.applications.map(snapshotApplication),
  };
}

/** The snapshot as texts that, put together, are its JSON. */
interface SnapshotParts {
  readonly operable: string;
  readonly windows: readonly string[];
  readonly applications: string;
}

const parts = new WeakMap<GuiView, SnapshotParts>();
const texts = new WeakMap<GuiView, string>();

function snapshotParts(view: GuiView): SnapshotParts {
  const known = parts.get(view);
  if (known !== undefined) return known;
  const made = {
    operable: JSON.stringify(operableIds(view)),
    windows: view.applications.flatMap(({ id, windows }) => windows.map((window) => windowText(id, window))),
    applications: JSON.stringify(view.applications.map(snapshotApplication)),
  };
  parts.set(view, made);
  return made;
}

/** JSON text of `app://windows`, assembled from the windows' texts once per view. */
export function snapshotText(view: GuiView): string {
  const known = texts.get(view);
  if (known !== undefined) return known;
  const { operable, windows, applications } = snapshotParts(view);
  const text = `{"operableWindowIds":${operable},"windows":[${windows.join(',')}],"applications":${applications}}`;
  texts.set(view, text);
  return text;
}

/** Whether `app://windows` reads the same in both views, without assembling either. */
export function sameSnapshot(a: GuiView, b: GuiView): boolean {
  if (a === b) return true;
  const [left, right] = [snapshotParts(a), snapshotParts(b)];
  return (
    left.operable === right.operable &&
    left.applications === right.applications &&
    left.windows.length === right.windows.length &&
    left.windows.every((text, index) => text === right.windows[index])
  );
}
