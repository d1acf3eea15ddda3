import type { Desk } from '../state/desk.ts';
import { money } from '../state/format.ts';
import { FieldsInput, fieldErrors, PaymentPasswordInput } from '../state/input.ts';
import { amountOf, linesTotal, type Order } from '../state/order.ts';
import { field, writeValue } from './field.ts';
import { button } from './panel.ts';
import { h, onNewValue, type View } from './view.ts';

/** The fields of an order. What is typed and fine goes to the state at once, so that agents never read an older value. */
export function orderForm(desk: Desk, id: number): View<Order> & { focusRecipient(): void } {
  const recipient = field('Recipient', h('input', { autocomplete: 'off', maxLength: 80 }), 'wide');
  recipient.control.addEventListener('input', () => desk.orders.setFields(id, { recipient: recipient.control.value }));

  const note = field('Note', h('textarea', { rows: 2, maxLength: 500 }), 'wide');
  note.control.addEventListener('input', () => desk.orders.setFields(id, { note: note.control.value }));

  const password = field('Payment password', h('input', { type: 'password', autocomplete: 'off' }));
  password.setHint('Agents see that there is one, never which');
  password.control.addEventListener('input', () => {
    const error = fieldErrors(PaymentPasswordInput, { password: password.control.value })['password'] ?? '';
    password.setError(error);
    if (!error) desk.orders.setPaymentPassword(id, password.control.value);
  });

  const amount = field('Amount', h('input', { inputMode: 'decimal', autocomplete: 'off' }));
  const follow = button('Use the lines’ total', 'link', () => desk.orders.clearAmount(id));
  amount.element.append(follow);
  const typed = () => Number(amount.control.value.replace(/[\s$,]/g, ''));
  amount.control.addEventListener('input', () => {
    const empty = amount.control.value.trim() === '';
    const error = empty ? '' : (fieldErrors(FieldsInput, { amount: typed() })['amount'] ?? '');
    amount.setError(error);
    if (empty) desk.orders.clearAmount(id);
    else if (!error) desk.orders.setFields(id, { amount: typed() });
  });

  const writeAmount = (order: Order) => {
    amount.setError('');
    writeValue(amount.control, amountOf(order).toFixed(2));
  };
  amount.control.addEventListener('blur', () => {
    const order = desk.orders.find(id);
    if (order && amount.control.getAttribute('aria-invalid') !== 'true') writeAmount(order);
  });

  let current: Order | undefined;
  const showAmount = onNewValue((_amount: number) => {
    // A person who is typing is not interrupted; the field is formatted when they leave it.
    if (current && document.activeElement !== amount.control) writeAmount(current);
  });

  const element = h(
    'form',
    { className: 'fields', noValidate: true, autocomplete: 'off' },
    ...[recipient, amount, password, note].map((each) => each.element),
  );
  // Everything typed is in the state already: Enter sends nothing.
  element.addEventListener('submit', (event) => event.preventDefault());

  return {
    element,
    focusRecipient: () => recipient.control.focus(),
    render(order) {
      current = order;
      writeValue(recipient.control, order.recipient);
      writeValue(note.control, order.note);
      writeValue(password.control, order.paymentPassword);
      showAmount(amountOf(order));
      const follows = order.amount === null;
      amount.setHint(follows ? 'Follows the lines' : `The lines come to ${money(linesTotal(order))}`);
      follow.hidden = follows || order.status === 'submitted';
      for (const { control } of [recipient, amount, password, note]) control.disabled = order.status === 'submitted';
    },
  };
}
