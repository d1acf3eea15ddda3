import { describe, expect, test } from 'vitest';
import { findCustomer } from '../../../demo-site/src/state/customer.ts';
import { demoDesk, FIRST, openDialog } from '../demo-desk.ts';

const kinds = (desk: ReturnType<typeof demoDesk>) => desk.store.state.dialogs.map(({ kind }) => kind);

describe('submitting', () => {
  test('awaits its dialog', async () => {
    const desk = demoDesk();
    desk.orders.setFields(FIRST, { recipient: 'Ada' });
    const submitted = desk.orders.submit(FIRST);
    expect(kinds(desk)).toEqual(['confirm-order']);
    expect(desk.orders.find(FIRST)?.status).toBe('draft');
    await desk.orders.confirm(openDialog(desk, 'confirm-order'));
    await expect(submitted).resolves.toBe(true);
    expect(desk.orders.find(FIRST)?.status).toBe('submitted');
    expect(desk.store.state).toMatchObject({ dialogs: [], submitted: [100] });
  });

  test('does nothing when it is cancelled', async () => {
    const desk = demoDesk();
    const submitted = desk.orders.submit(FIRST);
    desk.questions.answer(openDialog(desk, 'confirm-order').id, false);
    await expect(submitted).resolves.toBe(false);
    expect(desk.orders.find(FIRST)?.status).toBe('draft');
  });

  test('of a large amount needs an approval, nested in the confirmation', async () => {
    const desk = demoDesk();
    desk.orders.setFields(FIRST, { recipient: 'Ada', amount: 1_000 });
    const submitted = desk.orders.submit(FIRST);
    const confirmed = desk.orders.confirm(openDialog(desk, 'confirm-order'));
    expect(openDialog(desk, 'large-amount').parent).toBe(openDialog(desk, 'confirm-order').id);
    desk.orders.approve(openDialog(desk, 'large-amount'), 'Yearly stock-up');
    await expect(Promise.all([confirmed, submitted])).resolves.toEqual([true, true]);
    expect(desk.orders.find(FIRST)).toMatchObject({ status: 'submitted', approval: 'Yearly stock-up' });
  });

  test('goes back from the approval to the confirmation', async () => {
    const desk = demoDesk();
    desk.orders.setFields(FIRST, { amount: 5_000 });
    void desk.orders.submit(FIRST);
    const confirmed = desk.orders.confirm(openDialog(desk, 'confirm-order'));
    desk.questions.answer(openDialog(desk, 'large-amount').id, false);
    await expect(confirmed).resolves.toBe(false);
    expect(kinds(desk)).toEqual(['confirm-order']);
  });
});

describe('discarding', () => {
  test('asks twice when there is something to lose', async () => {
    const desk = demoDesk();
    const discarded = desk.orders.discard(FIRST);
    const confirmed = desk.orders.confirmDiscard(openDialog(desk, 'discard-order'));
    expect(kinds(desk)).toEqual(['discard-order', 'discard-everything']);
    desk.questions.answer(openDialog(desk, 'discard-everything').id, true);
    await expect(Promise.all([confirmed, discarded])).resolves.toEqual([true, true]);
    expect(desk.store.state).toMatchObject({ orders: [], dialogs: [], front: { orderId: null } });
  });

  test('asks once for an empty order, and its neighbour comes to the front', async () => {
    const desk = demoDesk();
    const second = desk.orders.open();
    const discarded = desk.orders.discard(second);
    await desk.orders.confirmDiscard(openDialog(desk, 'discard-order'));
    await expect(discarded).resolves.toBe(true);
    expect(desk.store.state.front.orderId).toBe(FIRST);
  });

  test('closes nested questions with the one that asked them', async () => {
    const desk = demoDesk();
    const discarded = desk.orders.discard(FIRST);
    const confirmed = desk.orders.confirmDiscard(openDialog(desk, 'discard-order'));
    desk.questions.answer(openDialog(desk, 'discard-order').id, false);
    await expect(Promise.all([confirmed, discarded])).resolves.toEqual([false, false]);
    expect(kinds(desk)).toEqual([]);
  });
});

describe('questions of two orders', () => {
  test('do not disturb each other', async () => {
    const desk = demoDesk();
    const second = desk.orders.open(findCustomer('Paper Lark'));
    const first = desk.orders.submit(FIRST);
    void desk.orders.submit(second);
    desk.questions.answer(openDialog(desk, 'confirm-order').id, false);
    await expect(first).resolves.toBe(false);
    expect(desk.store.state.dialogs.map(({ orderId }) => orderId)).toEqual([second]);
  });
});

describe('attaching a file', () => {
  test('tells progress and ends attached', async () => {
    const desk = demoDesk({ tickMs: 200 });
    const told: [number, number][] = [];
    const onProgress = (sent: number, total: number) => void told.push([sent, total]);
    await expect(desk.orders.attach(FIRST, { name: 'a.pdf', kilobytes: 500 }, { onProgress })).resolves.toBe(true);
    expect(told).toEqual([
      [200, 500],
      [400, 500],
      [500, 500],
    ]);
    expect(desk.orders.find(FIRST)?.files).toMatchObject([{ name: 'a.pdf', sent: 500 }]);
  });

  test('leaves nothing behind when the caller cancels', async () => {
    const desk = demoDesk();
    const cancel = new AbortController();
    const attached = desk.orders.attach(FIRST, { name: 'a.pdf', kilobytes: 500 }, { signal: cancel.signal });
    cancel.abort();
    await expect(attached).resolves.toBe(false);
    expect(desk.orders.find(FIRST)?.files).toEqual([]);
  });

  test('leaves nothing behind when a person cancels', async () => {
    const desk = demoDesk();
    const attached = desk.orders.attach(FIRST, { name: 'a.pdf', kilobytes: 500 });
    const [file] = desk.orders.find(FIRST)?.files ?? [];
    desk.orders.removeFile(FIRST, file?.id ?? 0);
    await expect(attached).resolves.toBe(false);
    expect(desk.orders.find(FIRST)?.files).toEqual([]);
  });

  test('stops when the editor is closed', async () => {
    const desk = demoDesk();
    const attached = desk.orders.attach(FIRST, { name: 'a.pdf', kilobytes: 500 });
    desk.orders.close(FIRST);
    await expect(attached).resolves.toBe(false);
  });
});

describe('opening an order', () => {
  test('fills in the customer and comes to the front', () => {
    const desk = demoDesk();
    const id = desk.orders.open(findCustomer('blue finch books'));
    expect(desk.orders.find(id)?.recipient).toBe('Blue Finch Books');
    expect(desk.store.state.front.orderId).toBe(id);
  });

  test('does not hide the editor that the user is typing in', () => {
    const desk = demoDesk({ isUserEditing: () => true });
    desk.orders.open();
    expect(desk.store.state.front.orderId).toBe(FIRST);
  });

  test('never uses a number twice', () => {
    const desk = demoDesk();
    const second = desk.orders.open();
    desk.orders.close(second);
    expect(desk.orders.open()).not.toBe(second);
  });
});
