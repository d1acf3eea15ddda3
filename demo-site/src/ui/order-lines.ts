import { PRODUCT_PRICES } from '../state/archive.ts';
import type { Desk } from '../state/desk.ts';
import { money } from '../state/format.ts';
import { fieldErrors, LineInput } from '../state/input.ts';
import { lineTotal, type Order, type OrderLine } from '../state/order.ts';
import { field, showErrors } from './field.ts';
import { button } from './panel.ts';
import { h, keyedChildren, uniqueId, type View } from './view.ts';

/** The lines of an order, and the form that adds one. */
export function orderLines(desk: Desk, id: number): View<Order> {
  const head = h(
    'tr',
    {},
    h('th', { scope: 'col' }, 'Product'),
    ...['Quantity', 'Price', 'Total'].map((label) => h('th', { scope: 'col', className: 'number' }, label)),
    h('th', { scope: 'col' }, h('span', { className: 'visually-hidden' }, 'Remove')),
  );
  const rows = h('tbody');
  const renderRows = keyedChildren<OrderLine>(
    rows,
    (line) => line.id,
    (line) => lineRow(line, () => removeLine(desk, id, line)),
  );
  const empty = h('p', { className: 'empty' }, 'No lines yet.');
  const tableElement = h('table', {}, h('thead', {}, head), rows);
  const form = addLineForm(desk, id);
  const fieldset = h('fieldset', { className: 'group' }, h('legend', {}, 'Lines'), tableElement, empty, form);

  return {
    element: fieldset,
    render(order) {
      renderRows(order.lines);
      tableElement.hidden = order.lines.length === 0;
      empty.hidden = order.lines.length > 0;
      form.hidden = order.status === 'submitted';
      tableElement.classList.toggle('read-only', form.hidden);
    },
  };
}

function removeLine(desk: Desk, id: number, line: OrderLine): void {
  const position = desk.orders.find(id)?.lines.findIndex((candidate) => candidate.id === line.id) ?? -1;
  if (position >= 0) desk.orders.removeLine(id, position + 1);
}

function lineRow(line: OrderLine, onRemove: () => void): View<OrderLine> {
  const remove = button('Remove', 'link', onRemove);
  remove.ariaLabel = `Remove ${line.product}`;
  const number = (text: string) => h('td', { className: 'number' }, text);
  return {
    element: h(
      'tr',
      {},
      h('td', {}, line.product),
      number(String(line.quantity)),
      number(money(line.price)),
      number(money(lineTotal(line))),
      h('td', { className: 'row-action' }, remove),
    ),
    // A line never changes: it is removed and added anew.
    render: () => {},
  };
}

function addLineForm(desk: Desk, id: number): HTMLFormElement {
  const product = field('Product', h('input', { autocomplete: 'off' }));
  const quantity = field('Quantity', h('input', { inputMode: 'numeric', value: '1' }));
  const price = field('Price', h('input', { inputMode: 'decimal' }));
  const fields = { product, quantity, price };
  const products = h(
    'datalist',
    { id: uniqueId('products') },
    ...[...PRODUCT_PRICES.keys()].map((value) => h('option', { value })),
  );
  product.control.setAttribute('list', products.id);
  product.control.addEventListener('change', () => {
    const known = PRODUCT_PRICES.get(product.control.value);
    if (known !== undefined && price.control.value === '') price.control.value = known.toFixed(2);
  });

  const form = h(
    'form',
    { className: 'add-line', noValidate: true },
    product.element,
    quantity.element,
    price.element,
    products,
    h('button', { className: 'secondary' }, 'Add line'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const typed = (control: HTMLInputElement) => (control.value.trim() === '' ? Number.NaN : Number(control.value));
    const input = {
      product: product.control.value,
      quantity: typed(quantity.control),
      price: typed(price.control),
    };
    if (!showErrors(fields, fieldErrors(LineInput, input))) return;
    desk.orders.addLine(id, LineInput.parse(input));
    form.reset();
    quantity.control.value = '1';
    product.control.focus();
  });
  return form;
}
