import type { ModalityView, WindowState } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';

const TOP_LEVEL = -1;
const APP_MODAL = -2;

/** Random windows of one application: each is top-level, app-level modal, or a modal of one opened before it. */
export const windowForest = (maxLength = 12): fc.Arbitrary<ModalityView[]> =>
  fc
    .array(fc.oneof({ weight: 2, arbitrary: fc.constant(TOP_LEVEL) }, fc.constant(APP_MODAL), fc.nat()), { maxLength })
    .map((kinds) =>
      kinds.map((kind, index) => {
        const owner = kind >= 0 && index > 0 ? `w${kind % index}` : null;
        return { id: `w${index}`, modal: owner !== null || kind === APP_MODAL, ownerId: owner, opened: index + 1 };
      }),
    )
    .chain((windows) => fc.shuffledSubarray(windows, { minLength: windows.length }));

/**
 * The protocol's words of §2 and §10.2 as one predicate per window, on purpose unlike the implementation: nothing is
 * open above it, every window on its way up is the one opened last among its siblings, and its root counts.
 */
export function isOperableByDefinition(windows: readonly ModalityView[], window: ModalityView): boolean {
  const children = (id: string | null) => windows.filter((other) => other.ownerId === id && other.modal);
  const appModals = windows.filter((other) => other.modal && other.ownerId === null);
  const newest = (siblings: readonly ModalityView[]) => Math.max(...siblings.map((other) => other.opened));
  if (children(window.id).length > 0) return false;
  let at = window;
  while (at.ownerId !== null) {
    if (at.opened !== newest(children(at.ownerId))) return false;
    const owner = windows.find((other) => other.id === at.ownerId);
    if (owner === undefined) return false;
    at = owner;
  }
  return appModals.length > 0 ? at.modal && at.opened === newest(appModals) : true;
}

/** A complete window for tests about everything but its modality. */
export function windowState(view: Partial<WindowState> & { id: string }): WindowState {
  return { opened: 1, title: view.id, modal: false, ownerId: null, version: 1, blocks: [], actions: [], ...view };
}
