import { count } from '../state/format.ts';
import type { Stock, StockState } from '../state/stock.ts';
import { button, panel } from './panel.ts';
import { h, type View } from './view.ts';

/** The one panel of the stock room: the window "Stock index". */
export function stockPanel(stock: Stock): View<StockState> {
  const badge = h('span', { className: 'badge' });
  const { element, body } = panel('Stock index', 'stock', badge);
  const rows = h('tbody');
  const head = h('tr', {}, h('th', { scope: 'col' }, 'Shelf'), h('th', { scope: 'col', className: 'number' }, 'Items'));
  const result = h('p', { className: 'hint', role: 'status' });
  const rebuild = button('Rebuild index', 'primary', () => void stock.rebuild());
  const countItems = button('Count items', 'secondary', () => {
    result.textContent = `${count(stock.count())} items in stock`;
  });
  body.append(
    h('table', {}, h('thead', {}, head), rows),
    result,
    h('div', { className: 'buttons' }, countItems, rebuild),
  );

  return {
    element,
    render({ shelves, builds, rebuilding }) {
      rows.replaceChildren(
        ...shelves.map(({ shelf, items }) =>
          h('tr', {}, h('td', {}, shelf), h('td', { className: 'number' }, count(items))),
        ),
      );
      badge.textContent = rebuilding ? 'Rebuilding…' : `Built ${builds}×`;
      badge.dataset['tone'] = rebuilding ? 'accent' : 'plain';
      rebuild.disabled = rebuilding;
    },
  };
}
