import type { Desk } from '../state/desk.ts';
import type { Dialog } from '../state/dialog.ts';
import { money } from '../state/format.ts';
import { ApprovalInput, fieldErrors } from '../state/input.ts';
import { amountOf, isLarge, type Order } from '../state/order.ts';
import { largeAmountWarning } from '../windows/confirm-order.ts';
import { discardQuestion, discardWarning } from '../windows/discard-order.ts';
import { type DialogFrame, dialogFrame, submitButton } from './dialog-frame.ts';
import { field, showErrors } from './field.ts';
import { button } from './panel.ts';
import { h } from './view.ts';

type OpenDialog = (desk: Desk, dialog: Dialog, order: Order) => DialogFrame;

/** The facts a dialog asks about; the order cannot change while it is open. */
const facts = (rows: Readonly<Record<string, string>>) =>
  h(
    'dl',
    { className: 'facts' },
    ...Object.entries(rows).flatMap(([term, value]) => [h('dt', {}, term), h('dd', {}, value)]),
  );

const warning = (text: string) => h('p', { className: 'notice warn' }, text);

const confirmOrder: OpenDialog = (desk, dialog, order) => {
  const onCancel = () => desk.questions.answer(dialog.id, false);
  const confirm = submitButton('Confirm');
  return dialogFrame({
    title: 'Confirm order',
    body: [
      facts({
        Order: `#${order.id}`,
        Recipient: order.recipient,
        Amount: money(amountOf(order)),
        Lines: order.lines.map(({ product, quantity }) => `${quantity} × ${product}`).join(', ') || 'none',
      }),
      ...(isLarge(order) ? [warning(largeAmountWarning)] : []),
    ],
    buttons: [button('Cancel', 'secondary', onCancel), confirm],
    first: confirm,
    onSubmit: () => void desk.orders.confirm(dialog),
    onCancel,
  });
};

const largeAmount: OpenDialog = (desk, dialog, order) => {
  const onCancel = () => desk.questions.answer(dialog.id, false);
  const reason = field('Reason', h('input', { autocomplete: 'off', maxLength: 200 }));
  return dialogFrame({
    title: 'Large amount',
    body: [h('p', {}, `${money(amountOf(order))} needs an approval. Why is it right?`), reason.element],
    buttons: [button('Back', 'secondary', onCancel), submitButton('Approve')],
    first: reason.control,
    onSubmit() {
      const input = { reason: reason.control.value };
      if (!showErrors({ reason }, fieldErrors(ApprovalInput, input))) return;
      desk.orders.approve(dialog, ApprovalInput.parse(input).reason);
    },
    onCancel,
  });
};

const discardOrder: OpenDialog = (desk, dialog, order) => {
  const onCancel = () => desk.questions.answer(dialog.id, false);
  const keep = button('Keep order', 'secondary', onCancel);
  return dialogFrame({
    title: 'Discard order?',
    body: [h('p', {}, discardQuestion(order))],
    buttons: [keep, submitButton('Discard', 'danger')],
    first: keep,
    onSubmit: () => void desk.orders.confirmDiscard(dialog),
    onCancel,
  });
};

const discardEverything: OpenDialog = (desk, dialog, order) => {
  const onCancel = () => desk.questions.answer(dialog.id, false);
  const keep = button('Keep order', 'secondary', onCancel);
  return dialogFrame({
    title: 'Discard everything?',
    body: [warning(discardWarning(order))],
    buttons: [keep, submitButton('Discard everything', 'danger')],
    first: keep,
    onSubmit: () => desk.questions.answer(dialog.id, true),
    onCancel,
  });
};

/** How each kind of dialog looks. */
export const ORDER_DIALOGS: Record<Dialog['kind'], OpenDialog> = {
  'confirm-order': confirmOrder,
  'large-amount': largeAmount,
  'discard-order': discardOrder,
  'discard-everything': discardEverything,
};
