import { createBridge } from '@mcp-gui-bridge/page-sdk';
import { createStock } from './state/stock.ts';
import { createWorkerClock } from './time/worker-clock.ts';
import { agentStrip } from './ui/agent-strip.ts';
import { stockPanel } from './ui/stock-panel.ts';
import { h } from './ui/view.ts';
import { openStockIndex, stockIndexContent } from './windows/stock-index.ts';

const stock = createStock(createWorkerClock());

const bridge = createBridge({ name: 'Stock room' });
const index = openStockIndex(bridge, stock);
stock.store.subscribe((state) => index.update(stockIndexContent(state)));

const panel = stockPanel(stock);
document.body.append(
  h(
    'div',
    { className: 'app' },
    h('header', { className: 'top' }, h('h1', {}, 'Stock room')),
    agentStrip(bridge),
    h('main', { className: 'single' }, panel.element),
  ),
);
panel.render(stock.store.state);
stock.store.subscribe(panel.render);
