import type { Desk } from '../state/desk.ts';
import type { DeskState } from '../state/desk-state.ts';
import type { Order } from '../state/order.ts';
import { type OrderPanel, orderPanel } from './order-panel.ts';
import { button } from './panel.ts';
import { isTyping } from './typing.ts';
import { h, keyedChildren, onNewValue, type View } from './view.ts';

interface EditorItem {
  readonly order: Order;
  readonly front: boolean;
  readonly state: DeskState;
}

const tabId = (id: number): string => `tab-${id}`;
const panelId = (id: number): string => `editor-${id}`;

/** All open editors, one tab each. */
export function editors(desk: Desk): View<DeskState> {
  const panels = new Map<number, OrderPanel>();
  const tabs = h('div', { className: 'tabs', role: 'tablist', ariaLabel: 'Open orders' });
  const stage = h('div', { className: 'stage' });
  const empty = h(
    'div',
    { className: 'panel empty-desk' },
    h('p', {}, 'No order is open.'),
    button('Start a new order', 'primary', () => desk.orders.open()),
  );
  const keyOf = ({ order }: EditorItem) => order.id;
  const renderTabs = keyedChildren<EditorItem>(tabs, keyOf, ({ order }) => editorTab(desk, order.id));
  const renderPanels = keyedChildren<EditorItem>(stage, keyOf, ({ order }) => editorStage(desk, order.id, panels));
  tabs.addEventListener('keydown', (event) => moveTab(desk, event));

  const bringToFront = onNewValue((requests: number) => {
    const { orderId } = desk.store.state.front;
    if (requests === 0 || orderId === null) return;
    document.getElementById(tabId(orderId))?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // Whoever types elsewhere or walks along the tabs keeps the keyboard.
    if (!isTyping() && document.activeElement?.role !== 'tab') panels.get(orderId)?.focus();
  });

  return {
    element: h('section', { className: 'editors', ariaLabel: 'Orders', id: 'orders' }, tabs, stage, empty),
    render(state) {
      const items = state.orders.map((order) => ({ order, front: order.id === state.front.orderId, state }));
      for (const id of panels.keys()) if (!state.orders.some((order) => order.id === id)) panels.delete(id);
      renderTabs(items);
      renderPanels(items);
      empty.hidden = items.length > 0;
      bringToFront(state.front.requests);
    },
  };
}

function editorTab(desk: Desk, id: number): View<EditorItem> {
  const recipient = h('span', { className: 'tab-recipient' });
  const element = h(
    'button',
    { type: 'button', role: 'tab', id: tabId(id), onclick: () => desk.orders.focus(id) },
    `#${id}`,
    recipient,
  );
  element.setAttribute('aria-controls', panelId(id));
  return {
    element,
    render({ order, front }) {
      recipient.textContent = order.recipient || 'no recipient';
      element.ariaSelected = String(front);
      element.tabIndex = front ? 0 : -1;
    },
  };
}

function editorStage(desk: Desk, id: number, panels: Map<number, OrderPanel>): View<EditorItem> {
  const panel = orderPanel(desk, id);
  panels.set(id, panel);
  const element = h('div', { role: 'tabpanel', id: panelId(id) }, panel.element);
  element.setAttribute('aria-labelledby', tabId(id));
  return {
    element,
    render({ order, front, state }) {
      element.hidden = !front;
      panel.render([order, state.dialogs.filter((dialog) => dialog.orderId === id)]);
    },
  };
}

/** Arrow keys, Home and End move along the tabs. */
function moveTab(desk: Desk, event: KeyboardEvent): void {
  const { orders, front } = desk.store.state;
  const here = orders.findIndex(({ id }) => id === front.orderId);
  const targets: Record<string, number> = {
    ArrowRight: here + 1,
    ArrowLeft: here - 1,
    Home: 0,
    End: orders.length - 1,
  };
  const target = orders[targets[event.key] ?? -1];
  if (!target) return;
  event.preventDefault();
  desk.orders.focus(target.id);
  document.getElementById(tabId(target.id))?.focus();
}
