import { ActionError, type Bridge, fields, notice, table, ValidationError } from '@mcp-gui-bridge/page-sdk';
import * as z from 'zod';
import type { Desk } from '../state/desk.ts';
import { count, money } from '../state/format.ts';
import { FieldsInput, FileInput, LineInput, PaymentPasswordInput } from '../state/input.ts';
import { amountOf, invoiceOf, lineTotal, type Order, problemsOf, submittedReason } from '../state/order.ts';
import { INVOICE_VIEW } from '../views/documents.ts';
import type { Availability, WindowContent } from './window-content.ts';

const DRAFT_ONLY = ['set_fields', 'set_payment_password', 'add_line', 'remove_line', 'attach_file', 'discard'];

export function orderEditorContent(order: Order): WindowContent {
  const submitted = order.status === 'submitted';
  const problems = problemsOf(order);
  return {
    title: 'Order Editor',
    summary: submitted ? submittedReason(order) : `Editing order #${order.id}, ${draftState(order, problems)}`,
    blocks: [
      fields([
        { label: 'Recipient', value: order.recipient },
        { label: 'Amount', value: money(amountOf(order)) },
        { label: 'Amount follows the lines', value: order.amount === null },
        { label: 'Note', value: order.note },
        { label: 'Payment password', value: order.paymentPassword, sensitive: true },
        ...(order.approval ? [{ label: 'Approval', value: order.approval }] : []),
      ]),
      table(
        ['Line', 'Product', 'Quantity', 'Price', 'Total'],
        order.lines.map((line, i) => [i + 1, line.product, line.quantity, money(line.price), money(lineTotal(line))]),
      ),
      // Without the percentage: each step would be a new version of the window, and stale what agents have read.
      table(
        ['File', 'Size', 'State'],
        order.files.map(({ name, kilobytes, sent }) => [
          name,
          `${count(kilobytes)} kB`,
          sent < kilobytes ? 'uploading' : 'attached',
        ]),
      ),
      ...(submitted
        ? [notice('success', `Order #${order.id} submitted`)]
        : problems.map((text) => notice('error', text))),
    ],
  };
}

function draftState(order: Order, problems: readonly string[]): string {
  if (order.recipient.trim() === '') return 'recipient not yet filled in';
  return problems.length > 0
    ? 'not yet ready to submit'
    : `${money(amountOf(order))} to ${order.recipient}, ready to submit`;
}

export function orderEditorAvailability(order: Order): Availability {
  const submitted = order.status === 'submitted';
  const editable = submitted ? submittedReason(order) : true;
  return {
    ...Object.fromEntries(DRAFT_ONLY.map((action) => [action, editable])),
    remove_line: submitted ? editable : order.lines.length > 0 || 'The order has no lines',
    submit: submitted ? editable : (problemsOf(order)[0] ?? true),
    close: submitted || 'A draft is discarded, not closed',
  };
}

export function openOrderEditor(bridge: Bridge, desk: Desk, id: number, content: WindowContent) {
  const { orders } = desk;
  return bridge.openWindow({
    ...content,
    actions: {
      set_fields: {
        title: 'Set fields',
        description: 'Sets the fields that are given and leaves the others as they are.',
        input: FieldsInput,
        hints: { idempotent: true },
        run: (input) => {
          orders.setFields(id, input);
          return { message: `Order #${id} changed` };
        },
      },
      set_payment_password: {
        title: 'Set payment password',
        input: PaymentPasswordInput,
        hints: { idempotent: true },
        run: ({ password }) => {
          orders.setPaymentPassword(id, password);
          return { message: 'Payment password set' };
        },
      },
      add_line: {
        title: 'Add a line',
        input: LineInput,
        run: (line) => {
          orders.addLine(id, line);
          return { message: `Added ${line.quantity} × ${line.product}` };
        },
      },
      remove_line: {
        title: 'Remove a line',
        input: z.object({ line: z.int().min(1).describe('Number of the line, as in the table') }),
        run: ({ line }) => {
          const removed = orders.find(id)?.lines[line - 1];
          if (!removed) throw new ValidationError([{ field: 'line', error: `There is no line ${line}` }]);
          orders.removeLine(id, line);
          return { message: `Removed ${removed.product}` };
        },
      },
      attach_file: {
        title: 'Attach a file',
        description: 'Uploads a file, about 1,000 kB in a second. The upload can be cancelled.',
        input: FileInput,
        run: async (file, call) => {
          const onProgress = (sent: number, total: number) => call.progress(sent, total, `Uploading ${file.name}`);
          const attached = await orders.attach(id, file, { signal: call.signal, onProgress });
          if (!attached) throw new ActionError(`The upload of ${file.name} was cancelled`);
          return { message: `Attached ${file.name}` };
        },
      },
      show_invoice: {
        title: 'Show the invoice',
        description: 'The invoice as it stands: lines, amount, recipient, and whether the order is submitted.',
        hints: { readOnly: true, idempotent: true },
        view: INVOICE_VIEW,
        run: () => {
          const order = orders.find(id);
          if (!order) throw new ActionError(`Order #${id} is not open any more`);
          const { recipient } = order;
          const message = `Invoice for order #${id}: ${money(amountOf(order))} to ${recipient || 'nobody yet'}`;
          return { message, result: invoiceOf(order) };
        },
      },
      submit: {
        title: 'Submit the order',
        description: 'Opens the dialog "Confirm order" and submits once that is confirmed.',
        hints: { destructive: true, openWorld: true },
        run: async () => {
          const submitted = await orders.submit(id);
          return { message: submitted ? `Order #${id} submitted` : `Order #${id} was not submitted` };
        },
      },
      discard: {
        title: 'Discard the order',
        description: 'Opens the dialog "Discard order?" and closes the editor once that is confirmed.',
        hints: { destructive: true },
        run: async () => {
          const discarded = await orders.discard(id);
          return { message: discarded ? `Order #${id} discarded` : `Order #${id} was kept` };
        },
      },
      close: {
        title: 'Close the editor',
        description: 'Closes the editor of a submitted order.',
        run: () => {
          orders.close(id);
          return { message: `Editor of order #${id} closed` };
        },
      },
      focus: {
        title: 'Bring to the front',
        hints: { idempotent: true },
        run: () => {
          orders.focus(id);
          return { message: `Order #${id} is in front` };
        },
      },
    },
  });
}
