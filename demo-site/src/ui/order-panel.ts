import type { Desk } from '../state/desk.ts';
import type { Dialog } from '../state/dialog.ts';
import { type Order, problemsOf } from '../state/order.ts';
import { dialogLayer } from './dialog-layer.ts';
import { orderFiles } from './order-files.ts';
import { orderForm } from './order-form.ts';
import { orderLines } from './order-lines.ts';
import { button, panel } from './panel.ts';
import { h, type View } from './view.ts';

export interface OrderPanel extends View<readonly [Order, readonly Dialog[]]> {
  /** Puts the keyboard on the title and scrolls it into view. */
  focus(): void;
}

/** The editor of one order: the window "Order Editor". */
export function orderPanel(desk: Desk, id: number): OrderPanel {
  const badge = h('span', { className: 'badge' });
  const { element, heading, body } = panel(
    'Order Editor',
    'order-editor',
    h('span', { className: 'muted' }, `#${id}`),
    badge,
  );
  const form = orderForm(desk, id);
  const parts: View<Order>[] = [form, orderLines(desk, id), orderFiles(desk, id)];
  const notice = h('div', { className: 'notice', role: 'status' });
  const discard = button('Discard order', 'secondary', () => void desk.orders.discard(id));
  const close = button('Close', 'secondary', () => desk.orders.close(id));
  const submit = button('Submit order', 'primary', () => {
    const order = desk.orders.find(id);
    if (order && problemsOf(order).length === 0) void desk.orders.submit(id);
    else form.focusRecipient();
  });
  body.append(...parts.map((part) => part.element), notice, h('div', { className: 'buttons' }, discard, close, submit));
  const dialogs = dialogLayer(desk, element, body);
  element.append(dialogs.element);

  return {
    element,
    focus: () => heading.focus(),
    render([order, open]) {
      for (const part of parts) part.render(order);
      const problems = problemsOf(order);
      const submitted = order.status === 'submitted';
      badge.textContent = submitted ? 'Submitted' : problems.length > 0 ? 'Draft' : 'Ready';
      badge.dataset['tone'] = submitted ? 'success' : problems.length > 0 ? 'plain' : 'accent';
      const approved = order.approval ? `, approved: ${order.approval}` : '';
      const text = submitted ? `Order #${id} submitted${approved}` : problems.join('. ');
      if (notice.textContent !== text) notice.textContent = text;
      notice.className = `notice ${submitted ? 'success' : 'error'}`;
      notice.hidden = text === '';
      const submitHadFocus = document.activeElement === submit;
      submit.ariaDisabled = String(problems.length > 0);
      submit.hidden = discard.hidden = submitted;
      close.hidden = !submitted;
      if (submitHadFocus && submitted) close.focus();
      dialogs.render([order, open]);
    },
  };
}
