import type { Desk } from '../state/desk.ts';
import type { DeskState } from '../state/desk-state.ts';
import { customersPanel } from './customers-panel.ts';
import { editors } from './editors.ts';
import { button } from './panel.ts';
import { reportPanel } from './report-panel.ts';
import { sessionDialog } from './session-dialog.ts';
import { toast } from './toast.ts';
import { h, type View } from './view.ts';

/** The page: everything a person sees, kept as the state says. */
export function appShell(desk: Desk, agentStrip: HTMLElement): View<DeskState> {
  const customers = customersPanel(desk);
  const orders = editors(desk);
  const report = reportPanel(desk);
  const session = sessionDialog(desk);
  const announcements = toast();
  const header = h(
    'header',
    { className: 'top' },
    h('h1', {}, 'Order desk'),
    h(
      'nav',
      { className: 'sections', ariaLabel: 'Sections' },
      h('a', { href: '#orders' }, 'Orders'),
      h('a', { href: '#customers' }, 'Customers'),
      h('a', { href: '#report' }, 'Report'),
    ),
    h(
      'div',
      { className: 'buttons' },
      button('Expire session', 'secondary', desk.expireSession),
      button('New order', 'primary', () => desk.orders.open()),
    ),
  );
  const main = h('main', {}, orders.element, customers.element, report.element);

  return {
    element: h('div', { className: 'app' }, header, agentStrip, main, session.element, announcements.element),
    render(state) {
      orders.render(state);
      customers.render(state.customerQuery);
      report.render(state.report);
      session.render(state.session);
      announcements.render(state.announcement);
    },
  };
}
