import { text, type WindowHandle } from '@mcp-gui-bridge/page-sdk';
import type { Desk } from '../state/desk.ts';
import type { Dialog } from '../state/dialog.ts';
import { contentsOf, type Order } from '../state/order.ts';
import type { WindowContent } from './window-content.ts';

export const discardQuestion = (order: Order): string => `Order #${order.id} has not been submitted. Discard it?`;

export const discardWarning = (order: Order): string =>
  `Order #${order.id} holds ${contentsOf(order)}. They cannot be brought back.`;

export const discardOrderContent = (order: Order): WindowContent => ({
  title: 'Discard order?',
  summary: `Asks whether to discard order #${order.id}`,
  blocks: [text(discardQuestion(order))],
});

export const discardEverythingContent = (order: Order): WindowContent => ({
  title: 'Discard everything?',
  summary: `Asks again, because order #${order.id} holds ${contentsOf(order)}`,
  blocks: [text(discardWarning(order))],
});

export const openDiscardOrder = (editor: WindowHandle, desk: Desk, dialog: Dialog, content: WindowContent) =>
  editor.openModal({
    ...content,
    actions: {
      discard: {
        title: 'Discard',
        description: 'Discards the order. With lines or files the dialog "Discard everything?" opens first.',
        hints: { destructive: true },
        run: async () => {
          const confirmed = await desk.orders.confirmDiscard(dialog);
          return { message: confirmed ? `Order #${dialog.orderId} discarded` : `Order #${dialog.orderId} was kept` };
        },
      },
      keep: keep(desk, dialog),
    },
  });

export const openDiscardEverything = (owner: WindowHandle, desk: Desk, dialog: Dialog, content: WindowContent) =>
  owner.openModal({
    ...content,
    actions: {
      discard_everything: {
        title: 'Discard everything',
        hints: { destructive: true },
        run: () => {
          desk.questions.answer(dialog.id, true);
          return { message: `Order #${dialog.orderId} discarded` };
        },
      },
      keep: keep(desk, dialog),
    },
  });

const keep = (desk: Desk, dialog: Dialog) => ({
  title: 'Keep the order',
  run: () => {
    desk.questions.answer(dialog.id, false);
    return { message: `Order #${dialog.orderId} was kept` };
  },
});
