/**
 * The archive behind the report: 50,000 order lines that are computed from their number, so that the demo shows the
 * same figures everywhere and keeps none of them in memory.
 */
import { CUSTOMERS } from './customer.ts';

export const ARCHIVE_SIZE = 50_000;
export const ARCHIVE_COLUMNS: readonly string[] = ['Date', 'Order', 'Customer', 'Product', 'Quantity', 'Amount'];

/** A fixed last day: 30 June 2026. */
const LAST_DAY = Date.UTC(2026, 5, 30);
const DAY_MS = 86_400_000;
export const LINES_PER_DAY = 137;

const PRODUCTS: readonly (readonly [name: string, price: number])[] = [
  ['Espresso beans, 1 kg', 32],
  ['Paper filters, 100', 9],
  ['Ceramic mug', 14.5],
  ['Loose-leaf tea, 500 g', 21],
  ['Oat drink, 6 × 1 l', 13.2],
  ['Milk jug, 0.6 l', 27.9],
];

/** What is sold, with its list price. */
export const PRODUCT_PRICES: ReadonlyMap<string, number> = new Map(PRODUCTS);

export interface ArchiveLine {
  /** Whole days before the last day. */
  readonly daysAgo: number;
  readonly date: string;
  readonly order: number;
  readonly customer: string;
  readonly product: string;
  readonly quantity: number;
  readonly amount: number;
}

/** Spreads neighbouring numbers over 32 bits (the finaliser of MurmurHash3). */
function scatter(n: number): number {
  let hash = Math.imul(n ^ (n >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const pick = <T>(items: readonly T[], n: number): T => {
  const item = items[n % items.length];
  if (item === undefined) throw new RangeError('nothing to pick from');
  return item;
};

export const dateOf = (daysAgo: number): Date => new Date(LAST_DAY - daysAgo * DAY_MS);

/** Weekends are quiet, and business grows over the year. */
const demandOf = (daysAgo: number): number => {
  const weekday = dateOf(daysAgo).getUTCDay();
  const weekend = weekday === 0 || weekday === 6 ? 0.45 : 1;
  return weekend * (1 - daysAgo / 900) * (0.85 + (scatter(daysAgo + 7) % 30) / 100);
};

/** Line `index` of the archive, newest first, 0 ≤ index < `ARCHIVE_SIZE`. */
export function archiveLine(index: number): ArchiveLine {
  const daysAgo = Math.floor(index / LINES_PER_DAY);
  const [product, price] = pick(PRODUCTS, scatter(index * 3));
  const quantity = 1 + Math.round((scatter(index * 7 + 1) % 12) * demandOf(daysAgo));
  return {
    daysAgo,
    date: dateOf(daysAgo).toISOString().slice(0, 10),
    order: 12_300 - Math.floor(index / 5),
    customer: pick(CUSTOMERS, scatter(index * 5 + 2)).name,
    product,
    quantity,
    amount: Math.round(quantity * price * 100) / 100,
  };
}

/** Rows for a table, as many as there are from `offset` on. */
export function archiveRows(offset: number, limit: number): (string | number)[][] {
  const count = Math.max(0, Math.min(limit, ARCHIVE_SIZE - offset));
  return Array.from({ length: count }, (_, i) => {
    const { date, order, customer, product, quantity, amount } = archiveLine(offset + i);
    return [date, order, customer, product, quantity, amount];
  });
}
