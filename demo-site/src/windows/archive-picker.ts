import type { Actions } from '@mcp-gui-bridge/page-sdk';
import * as z from 'zod';
import { ARCHIVE_SIZE, archiveLine } from '../state/archive.ts';
import { findCustomer } from '../state/customer.ts';
import type { Desk } from '../state/desk.ts';
import { PICKER_VIEW } from '../views/documents.ts';

const PAGE_LINES = 6;

const PageInput = z.object({
  offset: z
    .int()
    .min(0)
    .max(ARCHIVE_SIZE - 1),
});
const LineInput = z.object({
  line: z.int().min(1).max(ARCHIVE_SIZE).describe('Number of the line, the newest being 1'),
});

function archivePage(offset: number) {
  const count = Math.min(PAGE_LINES, ARCHIVE_SIZE - offset);
  const lines = Array.from({ length: count }, (_, index) => {
    const { date, customer, product, quantity } = archiveLine(offset + index);
    return { line: offset + index + 1, date, customer, product, quantity };
  });
  return { lines, offset, total: ARCHIVE_SIZE, pageSize: PAGE_LINES };
}

/**
 * A picker for the person inside the chat. Its view turns the pages through an action that is for views alone, so that
 * browsing neither fills the model's tool list nor its context.
 */
export const archivePicker = (desk: Desk): Actions => ({
  pick_line: {
    title: 'Pick a line of the archive',
    description: 'Lets the person pick a line to order again, in chats that show views. Returns the newest lines.',
    hints: { readOnly: true },
    view: PICKER_VIEW,
    run: () => ({ message: `The newest ${PAGE_LINES} of ${ARCHIVE_SIZE} lines`, result: archivePage(0) }),
  },
  archive_page: {
    title: 'Turn the page of the picker',
    input: PageInput,
    hints: { readOnly: true, idempotent: true },
    visibility: ['app'],
    run: ({ offset }: z.infer<typeof PageInput>) => {
      return { message: `Lines from ${offset + 1} on`, result: archivePage(offset) };
    },
  },
  reorder: {
    title: 'Order a line again',
    description: 'Opens a new order with the product of an archived line, for the same customer.',
    input: LineInput,
    run: ({ line }: z.infer<typeof LineInput>) => {
      const { customer, product, quantity, amount } = archiveLine(line - 1);
      const order = desk.orders.open(findCustomer(customer));
      desk.orders.addLine(order, { product, quantity, price: Math.round((amount / quantity) * 100) / 100 });
      return { message: `Order #${order} opened with ${quantity} × ${product}` };
    },
  },
});
