import { type SnapshotWindow, utf8Length, type WindowState } from '@mcp-gui-bridge/page-sdk/protocol';

/** The window object of protocol §4.2; actions and opening numbers stay inside. */
export function snapshotWindow(appId: string, window: WindowState): SnapshotWindow {
  const { id, title, modal, ownerId, version, summary, blocks } = window;
  return { id, appId, title, modal, ownerId, version, ...(summary !== undefined && { summary }), blocks };
}

const windowTexts = new WeakMap<WindowState, string>();

/** JSON of one window. Made once for all readers: a window that changes is a new object. */
export function windowText(appId: string, window: WindowState): string {
  const known = windowTexts.get(window);
  if (known !== undefined) return known;
  const text = JSON.stringify(snapshotWindow(appId, window));
  windowTexts.set(window, text);
  return text;
}

const lineBytes = new WeakMap<WindowState, number>();

/** Bytes that a window takes in the answer to `resources/read`, where its JSON stands quoted inside JSON. */
export function windowLineBytes(appId: string, window: WindowState): number {
  const known = lineBytes.get(window);
  if (known !== undefined) return known;
  const bytes = utf8Length(JSON.stringify(windowText(appId, window)));
  lineBytes.set(window, bytes);
  return bytes;
}
