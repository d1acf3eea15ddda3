import type { Bridge, WindowHandle } from '@mcp-gui-bridge/page-sdk';
import type { Desk } from '../state/desk.ts';
import type { Dialog } from '../state/dialog.ts';
import { openConfirmOrder } from './confirm-order.ts';
import { openCustomers } from './customers.ts';
import { openDiscardEverything, openDiscardOrder } from './discard-order.ts';
import { openLargeAmount } from './large-amount.ts';
import { openOrderEditor } from './order-editor.ts';
import { openReportDetails } from './report-details.ts';
import { openSessionExpired } from './session-expired.ts';
import { type ShownWindow, shownWindows } from './shown-windows.ts';
import type { WindowContent } from './window-content.ts';

const OPEN_DIALOG: Record<
  Dialog['kind'],
  (owner: WindowHandle, desk: Desk, dialog: Dialog, content: WindowContent) => WindowHandle
> = {
  'confirm-order': openConfirmOrder,
  'large-amount': openLargeAmount,
  'discard-order': openDiscardOrder,
  'discard-everything': openDiscardEverything,
};

/** Keeps the bridge's windows as the state says, now and after each change. Returns the way to stop it. */
export function publishWindows(bridge: Bridge, desk: Desk): () => void {
  const handles = new Map<string, WindowHandle>();

  function open({ subject, owner, content }: ShownWindow): WindowHandle {
    switch (subject.kind) {
      case 'order-editor':
        return openOrderEditor(bridge, desk, subject.orderId, content);
      case 'report-details':
        return openReportDetails(bridge, desk, content);
      case 'customers':
        return openCustomers(bridge, desk, content);
      case 'session-expired':
        return openSessionExpired(bridge, desk, content);
      case 'dialog': {
        const editor = handles.get(owner ?? '');
        if (!editor) throw new Error(`The dialog ${subject.dialog.kind} has no owner`);
        return OPEN_DIALOG[subject.dialog.kind](editor, desk, subject.dialog, content);
      }
    }
  }

  function publish(): void {
    const shown = shownWindows(desk.store.state);
    const keys = new Set(shown.map(({ key }) => key));
    for (const [key, handle] of handles) {
      if (keys.has(key)) continue;
      handle.close();
      handles.delete(key);
    }
    for (const window of shown) {
      const known = handles.get(window.key);
      const handle = known ?? open(window);
      handles.set(window.key, handle);
      known?.update(window.content);
      for (const [action, available] of Object.entries(window.available)) handle.setAvailable(action, available);
    }
  }

  publish();
  return desk.store.subscribe(publish);
}
