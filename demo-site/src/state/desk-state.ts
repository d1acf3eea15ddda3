import type { Dialog } from './dialog.ts';
import { amountOf, emptyOrder, type Order, withLine } from './order.ts';
import type { Report } from './report.ts';

/** All that the order desk knows. What people and agents see follows from it. */
export interface DeskState {
  /** Orders with an open editor, in opening order. */
  readonly orders: readonly Order[];
  readonly nextOrder: number;
  /** The editor in front, and a count of requests to bring one there, so that asking twice scrolls twice. */
  readonly front: { readonly orderId: number | null; readonly requests: number };
  /** Open dialogs, each after its parent. */
  readonly dialogs: readonly Dialog[];
  /** Amounts of the orders submitted in this session. */
  readonly submitted: readonly number[];
  readonly customerQuery: string;
  readonly report: Report;
  readonly session: { readonly expired: boolean; readonly problem: string };
  /** The last thing worth telling the user, and how many there have been. */
  readonly announcement: { readonly text: string; readonly count: number };
}

const FIRST_ORDER = 12_345;

export function initialState(report: Report): DeskState {
  const beans = withLine(emptyOrder(FIRST_ORDER), { product: 'Espresso beans, 1 kg', quantity: 2, price: 32 });
  const order = withLine(beans, { product: 'Paper filters, 100', quantity: 4, price: 9 });
  return {
    orders: [order],
    nextOrder: FIRST_ORDER + 1,
    front: { orderId: FIRST_ORDER, requests: 0 },
    dialogs: [],
    submitted: [],
    customerQuery: '',
    report,
    session: { expired: false, problem: '' },
    announcement: { text: '', count: 0 },
  };
}

export const findOrder = (state: DeskState, id: number): Order | undefined =>
  state.orders.find((order) => order.id === id);

export const inFront = (state: DeskState, orderId: number | null): DeskState => ({
  ...state,
  front: { orderId, requests: state.front.requests + 1 },
});

export const announced = (state: DeskState, text: string): DeskState => ({
  ...state,
  announcement: { text, count: state.announcement.count + 1 },
});

/** With one order edited; without effect if its editor is closed. */
export function withOrder(state: DeskState, id: number, edit: (order: Order) => Order): DeskState {
  if (!findOrder(state, id)) return state;
  return { ...state, orders: state.orders.map((order) => (order.id === id ? edit(order) : order)) };
}

/** With one more open editor; in front or behind, as the first one always in front. */
export function withNewOrder(state: DeskState, recipient: string, front: boolean): DeskState {
  const order = { ...emptyOrder(state.nextOrder), recipient };
  const next = { ...state, orders: [...state.orders, order], nextOrder: state.nextOrder + 1 };
  return front || state.front.orderId === null ? inFront(next, order.id) : next;
}

/** With the order submitted and the report's next refresh aware of it. */
export function withSubmitted(state: DeskState, id: number): DeskState {
  const order = findOrder(state, id);
  if (!order) return state;
  const next = withOrder(state, id, (draft) => ({ ...draft, status: 'submitted' }));
  return announced({ ...next, submitted: [...state.submitted, amountOf(order)] }, `Order #${id} submitted`);
}

/** Without the order's editor and its dialogs; its neighbour comes to the front if it was there. */
export function withoutOrder(state: DeskState, id: number): DeskState {
  const position = state.orders.findIndex((order) => order.id === id);
  const orders = state.orders.filter((order) => order.id !== id);
  const next = { ...state, orders, dialogs: state.dialogs.filter((dialog) => dialog.orderId !== id) };
  if (state.front.orderId !== id) return next;
  return inFront(next, (orders[position] ?? orders[position - 1])?.id ?? null);
}
