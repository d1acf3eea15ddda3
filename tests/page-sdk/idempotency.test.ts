import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ActionError } from '../../page-sdk/src/index.ts';
import { gate, useOpenPage } from './open-page.ts';

const on = useOpenPage();

async function counter() {
  let runs = 0;
  const { opened, open } = gate();
  let isHeld = false;
  let fails = false;
  const window = await on.openWith({
    add: {
      title: 'Add',
      input: z.object({ amount: z.number() }),
      run: async () => {
        if (isHeld) await opened;
        if (fails) throw new ActionError('Out of stock');
        runs += 1;
        return { message: `Run ${runs}` };
      },
    },
  });
  const call = (more: object = {}) => ({
    windowId: window.localId,
    action: 'add',
    arguments: { amount: 1 },
    owner: 'me',
    idempotencyKey: 'order 7',
    ...more,
  });
  return {
    call,
    window,
    open,
    runs: () => runs,
    hold: () => {
      isHeld = true;
    },
    failing: (yes: boolean) => {
      fails = yes;
    },
  };
}

describe('a call under a key that was used before', () => {
  test('returns the first answer and never runs again, not even at another version', async () => {
    const { call, window, runs } = await counter();
    const first = await on.extension.call(call({ expectedVersion: 1 }));
    window.update({ summary: 'changed' });
    expect(await on.extension.call(call({ expectedVersion: 2 }))).toEqual(first);
    expect(await on.extension.call(call({ expectedVersion: 1 }))).toEqual(first);
    expect(runs()).toBe(1);
  });

  test('waits for the first while that runs', async () => {
    const { call, hold, open, runs } = await counter();
    hold();
    const [first, second] = [on.extension.start(call()), on.extension.start(call())];
    await on.extension.quiet();
    expect(on.extension.answersTo(second)).toEqual([]);
    open();
    expect(await on.extension.answerTo(second)).toEqual(await on.extension.answerTo(first));
    expect(runs()).toBe(1);
  });

  test('runs if the first did not happen', async () => {
    const { call, failing, runs } = await counter();
    failing(true);
    expect(await on.extension.call(call())).toMatchObject({ error: { outcome: 'not_executed' } });
    failing(false);
    expect(await on.extension.call(call())).toMatchObject({ ok: true });
    expect(runs()).toBe(1);
  });

  test('is refused if it asks for something else', async () => {
    const { call, runs } = await counter();
    await on.extension.call(call());
    expect(await on.extension.call(call({ arguments: { amount: 2 } }))).toMatchObject({
      error: { code: 'validation_failed', outcome: 'not_executed', fields: [{ field: 'idempotencyKey' }] },
    });
    expect(runs()).toBe(1);
  });

  test('is another call when it is of another agent', async () => {
    const { call, runs } = await counter();
    await on.extension.call(call());
    await on.extension.call(call({ owner: 'somebody else' }));
    expect(runs()).toBe(2);
  });
});

test('a page tells an agent what became of its own calls', async () => {
  const { call } = await counter();
  const callId = on.extension.start(call({ tool: 'wabcdefghij__add' }));
  await on.extension.answerTo(callId);
  await on.extension.call(call({ owner: 'somebody else' }));
  on.extension.send({ type: 'history', id: 3, owner: 'me' });
  const told = await on.extension.until(() => on.extension.messages.find(({ type }) => type === 'history'));
  expect(told).toMatchObject({
    id: 3,
    history: {
      complete: true,
      calls: [{ callId, tool: 'wabcdefghij__add', idempotencyKey: 'order 7', state: 'executed', answer: { ok: true } }],
    },
  });
});
