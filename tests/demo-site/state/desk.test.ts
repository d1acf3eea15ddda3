import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../../demo-site/src/state/desk.ts';
import { PAGE_SIZE, totalOf } from '../../../demo-site/src/state/report.ts';
import { demoDesk, FIRST, openDialog } from '../demo-desk.ts';

test('a session comes back with the right password only', () => {
  const desk = demoDesk();
  desk.expireSession();
  expect(desk.store.state.session).toEqual({ expired: true, problem: '' });
  expect(desk.signIn('guess')).toBe(false);
  expect(desk.store.state.session).toEqual({ expired: true, problem: 'Wrong password' });
  expect(desk.signIn(DEMO_PASSWORD)).toBe(true);
  expect(desk.store.state.session).toEqual({ expired: false, problem: '' });
});

test('the report takes in what was submitted, at its next refresh', async () => {
  const desk = demoDesk();
  const before = totalOf(desk.store.state.report);
  const submitted = desk.orders.submit(FIRST);
  await desk.orders.confirm(openDialog(desk, 'confirm-order'));
  await submitted;
  expect(totalOf(desk.store.state.report)).toBe(before);
  desk.refreshReport();
  expect(desk.store.state.report.taken).toEqual({ orders: 1, amount: 100 });
  expect(totalOf(desk.store.state.report)).toBeCloseTo(before + 100, 2);
});

test.each([
  [-5, 0],
  [3, 0],
  [PAGE_SIZE, PAGE_SIZE],
  [49_999, 49_992],
  [1e9, 49_992],
])('from row %d the page at %d is shown', (asked, shown) => {
  const desk = demoDesk();
  desk.showRows(asked);
  expect(desk.store.state.report.offset).toBe(shown);
});

test('a period brings its own bars', () => {
  const desk = demoDesk();
  desk.setPeriod('week');
  expect(desk.store.state.report.bars.map(({ label }) => label)).toEqual([
    'Wed',
    'Thu',
    'Fri',
    'Sat',
    'Sun',
    'Mon',
    'Tue',
  ]);
});
