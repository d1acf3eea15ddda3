import { type Bridge, fields, notice, table } from '@mcp-gui-bridge/page-sdk';
import { count } from '../state/format.ts';
import type { Stock, StockState } from '../state/stock.ts';
import type { WindowContent } from './window-content.ts';

export const stockIndexContent = ({ shelves, builds, rebuilding }: StockState): WindowContent => ({
  title: 'Stock index',
  summary: rebuilding ? 'The index is being rebuilt' : `Index of ${shelves.length} shelves, built ${times(builds)}`,
  blocks: [
    fields([{ label: 'Built', value: times(builds) }]),
    table(
      ['Shelf', 'Items'],
      shelves.map(({ shelf, items }) => [shelf, items]),
    ),
    ...(rebuilding ? [notice('info', 'Rebuilding the index')] : []),
  ],
});

const times = (n: number): string => (n === 1 ? 'once' : `${n} times`);

export const openStockIndex = (bridge: Bridge, stock: Stock) =>
  bridge.openWindow({
    ...stockIndexContent(stock.store.state),
    actions: {
      rebuild_index: {
        title: 'Rebuild the index',
        description: 'Takes about 2.5 seconds, longer than it may.',
        hints: { idempotent: true },
        timeoutMs: 1_000,
        // Ignores `call.signal` on purpose: this page shows what becomes of an action that overruns its deadline.
        run: async () => {
          await stock.rebuild();
          return { message: 'Index rebuilt' };
        },
      },
      count_items: {
        title: 'Count the items',
        hints: { readOnly: true },
        run: () => ({ message: `${count(stock.count())} items in stock`, result: { items: stock.count() } }),
      },
    },
  });
