export interface Customer {
  readonly name: string;
  readonly contact: string;
  readonly city: string;
}

export const CUSTOMERS: readonly Customer[] = [
  { name: 'Blue Finch Books', contact: 'Maren Holt', city: 'Bergen' },
  { name: 'Cedar & Salt', contact: 'Tomas Reyes', city: 'Porto' },
  { name: 'Harbour Lights Café', contact: 'Isla Byrne', city: 'Cork' },
  { name: 'Juniper Street Deli', contact: 'Noor Haddad', city: 'Utrecht' },
  { name: 'Kestrel Cycles', contact: 'Priya Nair', city: 'Leeds' },
  { name: 'Lantern Theatre', contact: 'Jonas Weber', city: 'Graz' },
  { name: 'Mistral Bakery', contact: 'Chloé Laurent', city: 'Arles' },
  { name: 'Northwind Studio', contact: 'Ana Kovač', city: 'Zagreb' },
  { name: 'Paper Lark', contact: 'Hugo Lind', city: 'Malmö' },
  { name: 'Quarry Hill School', contact: 'Ruth Osei', city: 'Bristol' },
];

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

/** Customers with the query in their name, contact or city, whatever case and accents. */
export function searchCustomers(query: string): Customer[] {
  const wanted = plain(query.trim());
  return CUSTOMERS.filter(({ name, contact, city }) => plain(`${name} ${contact} ${city}`).includes(wanted));
}

/** The customer of that name, whatever case and accents. */
export const findCustomer = (name: string): Customer | undefined =>
  CUSTOMERS.find((customer) => plain(customer.name) === plain(name.trim()));
