import { fields, notice, table, type WindowHandle } from '@mcp-gui-bridge/page-sdk';
import type { Desk } from '../state/desk.ts';
import type { Dialog } from '../state/dialog.ts';
import { money } from '../state/format.ts';
import { amountOf, isLarge, LARGE_AMOUNT, type Order } from '../state/order.ts';
import type { WindowContent } from './window-content.ts';

export const largeAmountWarning = `From ${money(LARGE_AMOUNT)} on, an approval with a reason is needed`;

export const confirmOrderContent = (order: Order): WindowContent => ({
  title: 'Confirm order',
  summary: `Asks whether to submit order #${order.id}: ${money(amountOf(order))} to ${order.recipient}`,
  blocks: [
    fields([
      { label: 'Order', value: `#${order.id}` },
      { label: 'Recipient', value: order.recipient },
      { label: 'Amount', value: money(amountOf(order)) },
    ]),
    table(
      ['Product', 'Quantity'],
      order.lines.map(({ product, quantity }) => [product, quantity]),
    ),
    ...(isLarge(order) ? [notice('warn', largeAmountWarning)] : []),
  ],
});

export const openConfirmOrder = (editor: WindowHandle, desk: Desk, dialog: Dialog, content: WindowContent) =>
  editor.openModal({
    ...content,
    actions: {
      confirm: {
        title: 'Confirm',
        description: 'Submits the order. A large amount opens the dialog "Large amount" first.',
        hints: { destructive: true, openWorld: true },
        run: async () => {
          const confirmed = await desk.orders.confirm(dialog);
          return { message: confirmed ? `Order #${dialog.orderId} submitted` : 'Not approved, so not confirmed' };
        },
      },
      cancel: {
        title: 'Cancel',
        run: () => {
          desk.questions.answer(dialog.id, false);
          return { message: `Order #${dialog.orderId} was not submitted` };
        },
      },
    },
  });
