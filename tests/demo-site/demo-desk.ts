import { createDesk, type Desk } from '../../demo-site/src/state/desk.ts';
import type { Dialog } from '../../demo-site/src/state/dialog.ts';
import { manualClock } from './manual-clock.ts';

export const CHART = 'data:image/png;base64,iVBORw0KGgo=';

/** A desk without a page, as it is after loading. */
export const demoDesk = (options: { tickMs?: number; isUserEditing?: () => boolean } = {}): Desk =>
  createDesk({
    clock: manualClock(options.tickMs ?? 100),
    drawChart: () => CHART,
    isUserEditing: options.isUserEditing ?? (() => false),
  });

/** The number of the order that is open after loading. */
export const FIRST = 12_345;

/** The one open dialog of a kind. */
export function openDialog(desk: Desk, kind: Dialog['kind']): Dialog {
  const dialog = desk.store.state.dialogs.find((candidate) => candidate.kind === kind);
  if (!dialog) throw new Error(`No dialog ${kind} is open`);
  return dialog;
}
