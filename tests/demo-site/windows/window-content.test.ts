import { describe, expect, test } from 'vitest';
import { emptyOrder, type Order, withFile, withLine } from '../../../demo-site/src/state/order.ts';
import { confirmOrderContent } from '../../../demo-site/src/windows/confirm-order.ts';
import { customersContent } from '../../../demo-site/src/windows/customers.ts';
import { discardEverythingContent, discardOrderContent } from '../../../demo-site/src/windows/discard-order.ts';
import { largeAmountContent } from '../../../demo-site/src/windows/large-amount.ts';
import { orderEditorAvailability, orderEditorContent } from '../../../demo-site/src/windows/order-editor.ts';
import { reportDetailsContent } from '../../../demo-site/src/windows/report-details.ts';
import { sessionExpiredContent } from '../../../demo-site/src/windows/session-expired.ts';
import { CHART, demoDesk } from '../demo-desk.ts';

const draft: Order = withLine(emptyOrder(7), { product: 'Mug', quantity: 2, price: 50 });
const ready: Order = { ...draft, recipient: 'Ada' };
const submitted: Order = { ...ready, status: 'submitted' };
const file = { id: 1, name: 'plan.pdf', kilobytes: 2_000, sent: 500 };

describe('Order Editor', () => {
  test.each([
    ['without a recipient', draft, 'Editing order #7, recipient not yet filled in'],
    ['ready', ready, 'Editing order #7, $100.00 to Ada, ready to submit'],
    ['with an upload', withFile(ready, file), 'Editing order #7, not yet ready to submit'],
    ['submitted', submitted, 'Order #7 has been submitted'],
  ])('sums up an order %s', (_, order, summary) => {
    expect(orderEditorContent(order)).toMatchObject({ title: 'Order Editor', summary });
  });

  test('shows fields, lines and what is missing', () => {
    const { blocks } = orderEditorContent({ ...draft, paymentPassword: 'swordfish' });
    expect(blocks).toContainEqual({
      type: 'fields',
      items: [
        { label: 'Recipient', value: '' },
        { label: 'Amount', value: '$100.00' },
        { label: 'Amount follows the lines', value: true },
        { label: 'Note', value: '' },
        { label: 'Payment password', value: 'swordfish', sensitive: true },
      ],
    });
    expect(blocks).toContainEqual(expect.objectContaining({ rows: [[1, 'Mug', 2, '$50.00', '$100.00']] }));
    expect(blocks).toContainEqual({ type: 'notice', severity: 'error', text: 'Recipient cannot be empty' });
  });

  test('is not changed by the progress of an upload, only by its end', () => {
    const at = (sent: number) => orderEditorContent(withFile(ready, { ...file, sent }));
    expect(at(1_999)).toEqual(at(0));
    expect(at(2_000)).not.toEqual(at(1_999));
  });

  test('says that the order has been submitted', () => {
    const { blocks } = orderEditorContent(submitted);
    expect(blocks.filter(({ type }) => type === 'notice')).toEqual([
      { type: 'notice', severity: 'success', text: 'Order #7 submitted' },
    ]);
  });

  test('lets an order be submitted once nothing is missing', () => {
    expect(orderEditorAvailability(draft)['submit']).toBe('Recipient cannot be empty');
    expect(orderEditorAvailability(ready)['submit']).toBe(true);
    expect(orderEditorAvailability(withFile(ready, file))['submit']).toContain('plan.pdf');
  });

  test('lets a submitted order be closed and nothing else', () => {
    const { close, ...others } = orderEditorAvailability(submitted);
    expect(close).toBe(true);
    expect(new Set(Object.values(others))).toEqual(new Set(['Order #7 has been submitted']));
    expect(orderEditorAvailability(ready)['close']).not.toBe(true);
  });

  test('offers no line to remove when there is none', () => {
    expect(orderEditorAvailability(emptyOrder(1))['remove_line']).toBe('The order has no lines');
    expect(orderEditorAvailability(draft)['remove_line']).toBe(true);
  });
});

describe('dialogs', () => {
  const large = { ...ready, amount: 1_000 };

  test('Confirm order shows what is confirmed, and warns of a large amount', () => {
    const content = confirmOrderContent(ready);
    expect(content.title).toBe('Confirm order');
    expect(content.summary).toContain('$100.00 to Ada');
    expect(content.blocks.some(({ type }) => type === 'notice')).toBe(false);
    expect(confirmOrderContent(large).blocks).toContainEqual(expect.objectContaining({ severity: 'warn' }));
  });

  test.each([
    [largeAmountContent(large), 'Large amount', '$1,000.00'],
    [discardOrderContent(ready), 'Discard order?', '#7'],
    [discardEverythingContent(withFile(ready, file)), 'Discard everything?', '1 line and 1 file'],
    [sessionExpiredContent(''), 'Session expired', 'Signed out'],
  ])('say what they ask', (content, title, said) => {
    expect(content.title).toBe(title);
    expect(content.summary).toContain(said);
  });

  test('Session expired tells a wrong password', () => {
    const wrong = { type: 'notice', severity: 'error', text: 'Wrong password' };
    expect(sessionExpiredContent('Wrong password').blocks).toContainEqual(wrong);
    expect(sessionExpiredContent('').blocks).not.toContainEqual(expect.objectContaining({ type: 'notice' }));
  });
});

test('Report Details shows the period, the chart with its words, and the archive with its size', () => {
  const desk = demoDesk();
  desk.setPeriod('week');
  const { summary, blocks } = reportDetailsContent(desk.store.state.report);
  expect(summary).toMatch(/^Sales of the last week: \$[\d,.]+; archive of 50,000 order lines$/);
  expect(blocks).toContainEqual({
    type: 'media',
    mimeType: 'image/png',
    url: CHART,
    alt: expect.stringMatching(/^Bar chart of sales, last week: Wed \$/),
  });
  const archive = blocks.find(({ type }) => type === 'table');
  expect(archive).toMatchObject({ total: 50_000 });
});

describe('Customers', () => {
  test.each([
    ['', 'All 10 customers', 10],
    [' porto ', '1 of 10 customers match "porto"', 1],
    ['nobody', '0 of 10 customers match "nobody"', 0],
  ])('searched for "%s"', (query, summary, rows) => {
    const content = customersContent(query);
    expect(content).toMatchObject({ title: 'Customers', summary });
    const found = content.blocks.find(({ type }) => type === 'table');
    expect(found?.type === 'table' && found.rows.length).toBe(rows);
  });
});
