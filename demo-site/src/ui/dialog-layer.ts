import type { Desk } from '../state/desk.ts';
import type { Dialog } from '../state/dialog.ts';
import type { Order } from '../state/order.ts';
import type { DialogFrame } from './dialog-frame.ts';
import { ORDER_DIALOGS } from './order-dialogs.ts';
import { h, type View } from './view.ts';

interface Standing extends DialogFrame {
  readonly opener: Element | null;
}

/**
 * The dialogs of one panel. They block that panel and nothing else, for people as for agents, so they are not shown with
 * `showModal()`, which would make the whole page inert.
 */
export function dialogLayer(
  desk: Desk,
  panel: HTMLElement,
  blocked: HTMLElement,
): View<readonly [Order, readonly Dialog[]]> {
  const element = h('div', { className: 'dialog-layer', hidden: true });
  const standing = new Map<number, Standing>();

  /** Whoever works in another panel keeps the keyboard, even if an agent opens a dialog here. */
  const mayFocus = () => panel.contains(document.activeElement) || document.activeElement === document.body;

  return {
    element,
    render([order, dialogs]) {
      const closed = [...standing].filter(([id]) => !dialogs.some((dialog) => dialog.id === id));
      const opened = dialogs.filter(({ id }) => !standing.has(id));
      if (closed.length === 0 && opened.length === 0) return;
      const focus = mayFocus();

      for (const [id, { element: dialog }] of closed) {
        dialog.remove();
        standing.delete(id);
      }
      for (const dialog of opened) {
        const frame = ORDER_DIALOGS[dialog.kind](desk, dialog, order);
        standing.set(dialog.id, { ...frame, opener: document.activeElement });
        element.append(frame.element);
        frame.element.open = true;
      }

      const frames = [...standing.values()];
      for (const frame of frames) frame.element.inert = frame !== frames.at(-1);
      blocked.inert = frames.length > 0;
      element.hidden = frames.length === 0;
      if (!focus) return;
      const [lowest] = closed.map(([, { opener }]) => opener);
      if (opened.length > 0) frames.at(-1)?.focus();
      else if (lowest instanceof HTMLElement && panel.contains(lowest)) lowest.focus();
      else frames.at(-1)?.focus();
    },
  };
}
