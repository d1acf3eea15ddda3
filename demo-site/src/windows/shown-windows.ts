import type { DeskState } from '../state/desk-state.ts';
import type { Dialog } from '../state/dialog.ts';
import type { Order } from '../state/order.ts';
import { confirmOrderContent } from './confirm-order.ts';
import { customersContent } from './customers.ts';
import { discardEverythingContent, discardOrderContent } from './discard-order.ts';
import { largeAmountContent } from './large-amount.ts';
import { orderEditorAvailability, orderEditorContent } from './order-editor.ts';
import { reportDetailsContent } from './report-details.ts';
import { sessionExpiredContent } from './session-expired.ts';
import type { Availability, WindowContent } from './window-content.ts';

/** What a window shows, and so which file opens it. */
export type Subject =
  | { readonly kind: 'order-editor'; readonly orderId: number }
  | { readonly kind: 'dialog'; readonly dialog: Dialog }
  | { readonly kind: 'report-details' | 'customers' | 'session-expired' };

export interface ShownWindow {
  /** The same window has the same key in every state. */
  readonly key: string;
  /** Key of the window that this one is a modal of. */
  readonly owner: string | null;
  readonly subject: Subject;
  readonly content: WindowContent;
  readonly available: Availability;
}

const DIALOG_CONTENT: Record<Dialog['kind'], (order: Order) => WindowContent> = {
  'confirm-order': confirmOrderContent,
  'large-amount': largeAmountContent,
  'discard-order': discardOrderContent,
  'discard-everything': discardEverythingContent,
};

const editorKey = (orderId: number): string => `order-${orderId}`;
const dialogKey = (id: number): string => `dialog-${id}`;

/** Every window that is open in a state, each after its owner. */
export function shownWindows({ orders, dialogs, report, customerQuery, session }: DeskState): ShownWindow[] {
  const plain = (kind: 'report-details' | 'customers' | 'session-expired', content: WindowContent): ShownWindow => ({
    key: kind,
    owner: null,
    subject: { kind },
    content,
    available: {},
  });
  return [
    ...orders.map((order) => ({
      key: editorKey(order.id),
      owner: null,
      subject: { kind: 'order-editor', orderId: order.id } as const,
      content: orderEditorContent(order),
      available: orderEditorAvailability(order),
    })),
    plain('report-details', reportDetailsContent(report)),
    plain('customers', customersContent(customerQuery)),
    ...dialogs.flatMap((dialog) => {
      const order = orders.find(({ id }) => id === dialog.orderId);
      if (!order) return [];
      return {
        key: dialogKey(dialog.id),
        owner: dialog.parent === null ? editorKey(order.id) : dialogKey(dialog.parent),
        subject: { kind: 'dialog', dialog } as const,
        content: DIALOG_CONTENT[dialog.kind](order),
        available: {},
      };
    }),
    ...(session.expired ? [plain('session-expired', sessionExpiredContent(session.problem))] : []),
  ];
}
