import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountOf,
  contentsOf,
  emptyOrder,
  isLarge,
  linesTotal,
  type Order,
  problemsOf,
  withFields,
  withFile,
  withFileSent,
  withLine,
  withoutFile,
  withoutLine,
} from '../../../demo-site/src/state/order.ts';

const mug = { product: 'Ceramic mug', quantity: 3, price: 14.5 };
const tea = { product: 'Tea', quantity: 1, price: 0.1 };
const ready: Order = { ...withLine(emptyOrder(7), mug), recipient: 'Ada' };

describe('the amount', () => {
  test('follows the lines until it is set, and again once it is cleared', () => {
    expect(amountOf(ready)).toBe(43.5);
    const agreed = withFields(ready, { amount: 40 });
    expect(amountOf(withLine(agreed, tea))).toBe(40);
    expect(amountOf(withFields(agreed, { amount: null }))).toBe(43.5);
  });

  test('is whole cents for any lines', () => {
    const line = fc.record({
      product: fc.string(),
      quantity: fc.integer({ min: 1, max: 9_999 }),
      price: fc.float({ min: 0, max: 1_000, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const total = linesTotal(lines.reduce(withLine, emptyOrder(1)));
        expect(total).toBe(Number(total.toFixed(2)));
      }),
    );
  });

  test.each([
    [999.99, false],
    [1_000, true],
  ])('of %d is large: %s', (amount, large) => {
    expect(isLarge(withFields(ready, { amount }))).toBe(large);
  });
});

describe('what keeps an order from being submitted', () => {
  const file = { id: 1, name: 'plan.pdf', kilobytes: 10, sent: 4 };
  test.each<[string, Order, string[]]>([
    ['nothing', ready, []],
    ['no recipient', { ...ready, recipient: '  ' }, ['Recipient cannot be empty']],
    ['no amount', { ...ready, lines: [] }, ['Amount must be greater than 0: add a line or set the amount']],
    ['an upload', withFile(ready, file), ['Wait until plan.pdf is uploaded, or cancel the upload']],
    ['a finished upload', withFileSent(withFile(ready, file), 1, 10), []],
  ])('%s', (_, order, problems) => {
    expect(problemsOf(order)).toEqual(problems);
  });

  test('a missing recipient is told first', () => {
    expect(problemsOf(emptyOrder(1))[0]).toBe('Recipient cannot be empty');
  });
});

test('fields that are not given stay', () => {
  const order = withFields(withFields(ready, { note: 'Ring twice' }), { recipient: 'Grace' });
  expect(order).toMatchObject({ recipient: 'Grace', note: 'Ring twice', amount: null });
});

test('lines are removed by position and keep their identity', () => {
  const order = withoutLine(withLine(withLine(ready, tea), mug), 2);
  expect(order.lines.map(({ id, product }) => [id, product])).toEqual([
    [1, 'Ceramic mug'],
    [3, 'Ceramic mug'],
  ]);
});

test.each<[Order, string]>([
  [emptyOrder(1), ''],
  [ready, '1 line'],
  [withLine(withFile(ready, { id: 4, name: 'a', kilobytes: 1, sent: 1 }), tea), '2 lines and 1 file'],
])('what an order holds, in words', (order, words) => {
  expect(contentsOf(order)).toBe(words);
});

test('a removed file is gone, others stay', () => {
  const file = (id: number) => ({ id, name: `${id}`, kilobytes: 1, sent: 1 });
  expect(withoutFile(withFile(withFile(ready, file(1)), file(2)), 1).files).toEqual([file(2)]);
});
