import type { Desk } from '../state/desk.ts';
import { count } from '../state/format.ts';
import { FileInput, fieldErrors } from '../state/input.ts';
import type { Order, OrderFile } from '../state/order.ts';
import { field } from './field.ts';
import { button } from './panel.ts';
import { h, keyedChildren, uniqueId, type View } from './view.ts';

/** The files of an order; the demo measures a chosen file and uploads nothing. */
export function orderFiles(desk: Desk, id: number): View<Order> {
  const list = h('ul', { className: 'files' });
  const renderFiles = keyedChildren<OrderFile>(
    list,
    (file) => file.id,
    (file) => fileItem(file, () => desk.orders.removeFile(id, file.id)),
  );
  const choose = field('Attach a file', h('input', { type: 'file' }));
  choose.setHint('At most 20,000 kB. The upload is simulated; nothing leaves this page');
  choose.control.addEventListener('change', () => {
    const file = choose.control.files?.[0];
    if (!file) return;
    const input = { name: file.name, kilobytes: Math.ceil(file.size / 1024) };
    const [error] = Object.values(fieldErrors(FileInput, input));
    choose.setError(error ?? '');
    choose.control.value = '';
    if (!error) void desk.orders.attach(id, input);
  });
  const fieldset = h('fieldset', { className: 'group' }, h('legend', {}, 'Files'), list, choose.element);

  return {
    element: fieldset,
    render(order) {
      renderFiles(order.files);
      list.hidden = order.files.length === 0;
      fieldset.disabled = order.status === 'submitted';
      choose.element.hidden = order.status === 'submitted';
      fieldset.hidden = order.status === 'submitted' && order.files.length === 0;
    },
  };
}

function fileItem({ name, kilobytes }: OrderFile, onRemove: () => void): View<OrderFile> {
  const label = h('span', { id: uniqueId('file') }, name);
  const progress = h('progress', { max: kilobytes });
  progress.setAttribute('aria-labelledby', label.id);
  const state = h('span', { className: 'muted number' });
  const remove = button('Cancel', 'link', onRemove);
  return {
    element: h('li', {}, label, progress, state, remove),
    render({ sent }) {
      const done = sent >= kilobytes;
      progress.value = sent;
      progress.hidden = done;
      state.textContent = done ? `${count(kilobytes)} kB` : `${count(sent)} of ${count(kilobytes)} kB`;
      remove.textContent = done ? 'Remove' : 'Cancel';
      remove.ariaLabel = done ? `Remove ${name}` : `Cancel the upload of ${name}`;
    },
  };
}
