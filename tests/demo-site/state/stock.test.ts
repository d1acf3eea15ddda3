import { expect, test } from 'vitest';
import { createStock } from '../../../demo-site/src/state/stock.ts';
import { stockIndexContent } from '../../../demo-site/src/windows/stock-index.ts';
import { manualClock } from '../manual-clock.ts';

test('rebuilding takes 2.5 seconds of the clock, and says so meanwhile', async () => {
  const clock = manualClock(500);
  const stock = createStock(clock);
  const rebuilt = stock.rebuild();
  expect(stockIndexContent(stock.store.state).summary).toBe('The index is being rebuilt');
  await rebuilt;
  expect(clock.ticks).toBe(5);
  expect(stockIndexContent(stock.store.state).summary).toBe('Index of 4 shelves, built 2 times');
});

test('asking again while it runs does not start it twice', async () => {
  const stock = createStock(manualClock(500));
  await Promise.all([stock.rebuild(), stock.rebuild()]);
  expect(stock.store.state.builds).toBe(2);
  await stock.rebuild();
  expect(stock.store.state.builds).toBe(3);
});

test('items are counted over all shelves', () => {
  const stock = createStock(manualClock(1));
  expect(stock.count()).toBe(418 + 267 + 1_096 + 38);
});
