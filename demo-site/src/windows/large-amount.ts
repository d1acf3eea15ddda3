import { fields, notice, type WindowHandle } from '@mcp-gui-bridge/page-sdk';
import type { Desk } from '../state/desk.ts';
import type { Dialog } from '../state/dialog.ts';
import { money } from '../state/format.ts';
import { ApprovalInput } from '../state/input.ts';
import { amountOf, type Order } from '../state/order.ts';
import { largeAmountWarning } from './confirm-order.ts';
import type { WindowContent } from './window-content.ts';

export const largeAmountContent = (order: Order): WindowContent => ({
  title: 'Large amount',
  summary: `Asks for an approval of ${money(amountOf(order))}, with a reason`,
  blocks: [fields([{ label: 'Amount', value: money(amountOf(order)) }]), notice('warn', largeAmountWarning)],
});

export const openLargeAmount = (confirmOrder: WindowHandle, desk: Desk, dialog: Dialog, content: WindowContent) =>
  confirmOrder.openModal({
    ...content,
    actions: {
      approve: {
        title: 'Approve the amount',
        description: 'Approves the amount and submits the order.',
        input: ApprovalInput,
        hints: { destructive: true, openWorld: true },
        run: ({ reason }) => {
          desk.orders.approve(dialog, reason);
          return { message: `Approved; order #${dialog.orderId} submitted` };
        },
      },
      back: {
        title: 'Back',
        run: () => {
          desk.questions.answer(dialog.id, false);
          return { message: 'Not approved' };
        },
      },
    },
  });
