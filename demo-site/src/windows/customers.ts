import { type Bridge, fields, table, ValidationError } from '@mcp-gui-bridge/page-sdk';
import * as z from 'zod';
import { CUSTOMERS, findCustomer, searchCustomers } from '../state/customer.ts';
import type { Desk } from '../state/desk.ts';
import type { WindowContent } from './window-content.ts';

export function customersContent(query: string): WindowContent {
  const found = searchCustomers(query);
  const all = query.trim() === '';
  return {
    title: 'Customers',
    summary: all
      ? `All ${CUSTOMERS.length} customers`
      : `${found.length} of ${CUSTOMERS.length} customers match "${query.trim()}"`,
    blocks: [
      fields([{ label: 'Search', value: query }]),
      table(
        ['Customer', 'Contact', 'City'],
        found.map(({ name, contact, city }) => [name, contact, city]),
      ),
    ],
  };
}

export const openCustomers = (bridge: Bridge, desk: Desk, content: WindowContent) =>
  bridge.openWindow({
    ...content,
    actions: {
      search: {
        title: 'Search customers',
        description: 'Shows the customers with the query in their name, contact or city; an empty query shows all.',
        input: z.object({ query: z.string().max(80) }),
        hints: { idempotent: true },
        run: ({ query }) => {
          const names = desk.search(query).map(({ name }) => name);
          return { message: names.length > 0 ? `Found ${names.join(', ')}` : 'No customer matches' };
        },
      },
      open_order: {
        title: 'Open an order for a customer',
        input: z.object({ customer: z.string().min(1).describe("The customer's name, as in the table") }),
        run: ({ customer: name }) => {
          const customer = findCustomer(name);
          if (!customer) throw new ValidationError([{ field: 'customer', error: `There is no customer "${name}"` }]);
          return { message: `Order #${desk.orders.open(customer)} opened for ${customer.name}` };
        },
      },
    },
  });
