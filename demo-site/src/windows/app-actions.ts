import type { Actions } from '@mcp-gui-bridge/page-sdk';
import type { Desk } from '../state/desk.ts';

/** Actions that belong to no window (protocol §5.3). */
export const appActions = (desk: Desk): Actions => ({
  new_order: {
    title: 'New order',
    description: 'Opens another Order Editor with an empty order.',
    run: () => ({ message: `Order #${desk.orders.open()} opened` }),
  },
  expire_session: {
    title: 'Expire the session',
    description: 'Signs out and opens the dialog "Session expired", as happens after a while without use.',
    run: () => {
      desk.expireSession();
      return { message: 'Signed out' };
    },
  },
});
