import { type Customer, searchCustomers } from '../state/customer.ts';
import type { Desk } from '../state/desk.ts';
import { field, writeValue } from './field.ts';
import { button, panel } from './panel.ts';
import { h, keyedChildren, onNewValue, type View } from './view.ts';

/** The customer list: the window "Customers". */
export function customersPanel(desk: Desk): View<string> {
  const { element, body } = panel('Customers', 'customers');
  element.id = 'customers';
  const search = field('Search customers', h('input', { type: 'search', maxLength: 80, autocomplete: 'off' }));
  search.control.addEventListener('input', () => void desk.search(search.control.value));
  const list = h('ul', { className: 'customer-list' });
  const renderCustomers = keyedChildren<Customer>(
    list,
    ({ name }) => name,
    (customer) => customerItem(desk, customer),
  );
  const result = h('p', { className: 'hint', role: 'status' });
  body.append(search.element, result, list);

  const renderResult = onNewValue((query: string) => {
    const found = searchCustomers(query);
    renderCustomers(found);
    result.textContent = found.length === 0 ? 'No customer matches' : `${found.length} customers`;
  });
  return {
    element,
    render(query) {
      writeValue(search.control, query);
      renderResult(query);
    },
  };
}

function customerItem(desk: Desk, customer: Customer): View<Customer> {
  const open = button('Open order', 'secondary small', () => desk.orders.open(customer));
  open.ariaLabel = `Open order for ${customer.name}`;
  return {
    element: h(
      'li',
      {},
      h('span', { className: 'customer-name' }, customer.name),
      h('span', { className: 'muted' }, `${customer.contact}, ${customer.city}`),
      open,
    ),
    render: () => {},
  };
}
