import { expect, test } from 'vitest';
import type { Desk } from '../../../demo-site/src/state/desk.ts';
import { shownWindows } from '../../../demo-site/src/windows/shown-windows.ts';
import { demoDesk, FIRST, openDialog } from '../demo-desk.ts';

const titles = (desk: Desk) => shownWindows(desk.store.state).map(({ content }) => content.title);

test('three windows are open at the start', () => {
  const windows = shownWindows(demoDesk().store.state);
  expect(windows.map(({ content, owner }) => [content.title, owner])).toEqual([
    ['Order Editor', null],
    ['Report Details', null],
    ['Customers', null],
  ]);
});

test('dialogs form a chain to their editor', () => {
  const desk = demoDesk();
  desk.orders.setFields(FIRST, { amount: 5_000 });
  void desk.orders.submit(FIRST);
  void desk.orders.confirm(openDialog(desk, 'confirm-order'));
  const windows = shownWindows(desk.store.state);
  const byTitle = (title: string) => windows.find(({ content }) => content.title === title);
  expect(byTitle('Large amount')?.owner).toBe(byTitle('Confirm order')?.key);
  expect(byTitle('Confirm order')?.owner).toBe(byTitle('Order Editor')?.key);
});

test('every window comes after its owner, and no key twice, in any state', () => {
  const desk = demoDesk();
  const second = desk.orders.open();
  void desk.orders.discard(FIRST);
  void desk.orders.confirmDiscard(openDialog(desk, 'discard-order'));
  void desk.orders.submit(second);
  desk.expireSession();
  const windows = shownWindows(desk.store.state);
  const keys = windows.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  for (const { key, owner } of windows) {
    if (owner !== null) expect(keys.indexOf(owner)).toBeLessThan(keys.indexOf(key));
  }
  expect(titles(desk)).toContain('Session expired');
});

test('a dialog keeps its key while others come and go', () => {
  const desk = demoDesk();
  void desk.orders.submit(FIRST);
  const keyOf = () => shownWindows(desk.store.state).find(({ content }) => content.title === 'Confirm order')?.key;
  const before = keyOf();
  desk.orders.open();
  desk.expireSession();
  expect(keyOf()).toBe(before);
});
