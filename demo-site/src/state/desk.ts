import type { Clock } from '../time/clock.ts';
import { type Customer, searchCustomers } from './customer.ts';
import { announced, type DeskState, initialState } from './desk-state.ts';
import { createOrders, type Orders } from './orders.ts';
import { createQuestions, type Questions } from './questions.ts';
import { type Bar, barsOf, clampOffset, type Period, type Report } from './report.ts';
import { createStore, type Store } from './store.ts';

/** Shown in the sign-in dialog: it is a demo. */
export const DEMO_PASSWORD = 'sesame';

/** What the desk needs from outside. */
export interface DeskOptions {
  readonly clock: Clock;
  /** Draws the bars and gives a PNG as a data URL of at most 256 KiB. */
  readonly drawChart: (bars: readonly Bar[]) => string;
  /** Whether the user is typing in an order; then no other order comes before it unasked. */
  readonly isUserEditing: () => boolean;
}

/** The application: its state and everything that can be done with it, by a person's click or an agent's action alike. */
export interface Desk {
  readonly store: Store<DeskState>;
  readonly questions: Questions;
  readonly orders: Orders;
  /** Shows the customers that match, and gives them. */
  search(query: string): readonly Customer[];
  setPeriod(period: Period): void;
  /** Takes the orders of this session into the report. */
  refreshReport(): void;
  /** Shows the archive from the page with that row on, or the nearest page there is. */
  showRows(offset: number): void;
  expireSession(): void;
  /** `false`, with a message in the session's `problem`, when the password is wrong. */
  signIn(password: string): boolean;
}

export function createDesk({ clock, drawChart, isUserEditing }: DeskOptions): Desk {
  const draw = (report: Omit<Report, 'bars' | 'chart'>): Report => {
    const bars = barsOf(report.period);
    return { ...report, bars, chart: drawChart(bars) };
  };
  const store = createStore(initialState(draw({ period: 'month', taken: { orders: 0, amount: 0 }, offset: 0 })));
  const questions = createQuestions(store);
  const setReport = (edit: (report: Report) => Report) =>
    store.update((state) => ({ ...state, report: edit(state.report) }));

  return {
    store,
    questions,
    orders: createOrders(store, questions, { clock, isUserEditing }),
    search(query) {
      store.update((state) => ({ ...state, customerQuery: query }));
      return searchCustomers(query);
    },
    setPeriod: (period) => setReport((report) => draw({ ...report, period })),
    refreshReport() {
      const { submitted } = store.state;
      const taken = { orders: submitted.length, amount: submitted.reduce((total, amount) => total + amount, 0) };
      setReport((report) => ({ ...report, taken }));
    },
    showRows: (offset) => setReport((report) => ({ ...report, offset: clampOffset(offset) })),
    expireSession: () => store.update((state) => ({ ...state, session: { expired: true, problem: '' } })),
    signIn(password) {
      const right = password === DEMO_PASSWORD;
      const session = { expired: !right, problem: right ? '' : 'Wrong password' };
      store.update((state) => (right ? announced({ ...state, session }, 'Signed in again') : { ...state, session }));
      return right;
    },
  };
}
