import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { type CallEvent, text } from '../../page-sdk/src/index.ts';
import { gate, useOpenPage } from './open-page.ts';

const on = useOpenPage();

describe('a call', () => {
  test('is validated, run with the parsed arguments, and answered', async () => {
    const window = on.bridge.openWindow({
      title: 'Orders',
      actions: {
        set: {
          title: 'Set',
          input: z.object({ name: z.string().trim(), count: z.number().default(3) }),
          output: z.object({ said: z.string() }),
          run: ({ name, count }, { agent }) => ({ message: 'Set', result: { said: `${name} ${count} ${agent.name}` } }),
        },
      },
    });
    await on.extension.untilWindow('Orders');
    const answer = await on.extension.call({ windowId: window.localId, action: 'set', arguments: { name: ' Ada ' } });
    expect(answer).toEqual({
      ok: true,
      value: { message: 'Set', openedWindowIds: [], result: { said: 'Ada 3 Test agent' } },
    });
  });

  test('is answered after the state that it changed', async () => {
    const window = await on.openWith({
      go: { title: 'Go', run: () => window.update({ blocks: [text('Gone')] }) },
    });
    const before = on.extension.messages.length;
    await on.extension.call({ windowId: window.localId, action: 'go' });
    expect(on.extension.messages.slice(before)).toMatchObject([
      { type: 'change', change: { windows: [{ version: 2 }] } },
      { type: 'answer' },
    ]);
  });

  test('a refusal too is sent after the state it depends on, in one batch that costs no credit', async () => {
    const input = z.object({}).refine(() => {
      window.update({ summary: 'Changed in this very task' });
      return true;
    });
    const window = on.bridge.openWindow({
      title: 'Orders',
      actions: { go: { title: 'Go', input, run: () => undefined } },
    });
    await on.extension.untilWindow('Orders');
    const before = on.extension.messages.length;
    const answer = await on.extension.call({ windowId: window.localId, action: 'go', expectedVersion: 1 });
    expect(answer).toMatchObject({ error: { code: 'stale_state', currentVersion: 2 } });
    expect(on.extension.messages.slice(before)).toMatchObject([
      { type: 'change', solicited: true, change: { windows: [{ version: 2 }] } },
      { type: 'answer' },
    ]);
  });

  test('never runs twice: repeated while it runs it is ignored, afterwards the same answer is given', async () => {
    const { opened, open } = gate();
    let runs = 0;
    const window = await on.openWith({
      go: {
        title: 'Go',
        run: async () => {
          runs += 1;
          await opened;
          return { message: `Run ${runs}` };
        },
      },
    });
    const callId = on.extension.start({ windowId: window.localId, action: 'go' });
    on.extension.start({ windowId: window.localId, action: 'go', callId });
    await on.extension.quiet();
    expect(on.extension.answersTo(callId)).toEqual([]);
    open();
    const answer = await on.extension.answerTo(callId);
    on.extension.start({ windowId: window.localId, action: 'go', callId });
    await on.extension.until(() => (on.extension.answersTo(callId).length === 2 ? true : undefined));
    expect(on.extension.answersTo(callId)).toEqual([answer, answer]);
    expect(runs).toBe(1);
  });

  test('the journal tells what became of a call after the link was lost', async () => {
    const { opened, open } = gate();
    const window = await on.openWith({ go: { title: 'Go', run: () => opened } });
    const callId = on.extension.start({ windowId: window.localId, action: 'go' });
    const unseen = 'f'.repeat(32);
    await on.extension.quiet();
    on.extension.signal('closed');
    on.extension.signal('open');
    await on.extension.attached();
    expect(on.extension.messages.findLast(({ type }) => type === 'attach')).toMatchObject({ running: [callId] });
    on.extension.send({ type: 'recall', callId });
    on.extension.send({ type: 'recall', callId: unseen });
    await on.extension.quiet();
    on.extension.signal('closed');
    open();
    await expect.poll(() => window.isOpen).toBe(true);
    on.extension.signal('open');
    await on.extension.attached();
    await on.extension.until(() => {
      on.extension.send({ type: 'recall', callId });
      return on.extension.messages.find(
        (message) => message.type === 'recalled' && message.recalled.state === 'answered',
      );
    });
    const recalled = on.extension.messages.flatMap((message) =>
      message.type === 'recalled' ? [message.recalled] : [],
    );
    expect(recalled.slice(0, 2)).toEqual([
      { callId, state: 'running' },
      { callId: unseen, state: 'unseen' },
    ]);
    expect(recalled.at(-1)).toMatchObject({ state: 'answered', answer: { ok: true } });
  });

  test('progress travels while it runs and not after', async () => {
    let late: (() => void) | undefined;
    const window = await on.openWith({
      go: {
        title: 'Go',
        run: (_input, { progress }) => {
          late = () => progress(9);
          progress(1, 4, 'One\u0000 of four');
          progress(Number.NaN);
        },
      },
    });
    const callId = on.extension.start({ windowId: window.localId, action: 'go' });
    await on.extension.answerTo(callId);
    late?.();
    await on.extension.quiet();
    const progress = on.extension.messages.flatMap((message) =>
      message.type === 'progress' ? [message.progress] : [],
    );
    expect(progress).toEqual([{ callId, done: 1, total: 4, message: 'One of four' }]);
  });

  test('commit arms an answer for a document that goes away', async () => {
    const { opened, open } = gate();
    const window = await on.openWith({
      leave: {
        title: 'Leave',
        run: async (_input, { commit }) => {
          window.update({ summary: 'Leaving' });
          commit({ message: 'Order sent', result: { id: 7 } });
          await opened;
          commit({ message: 'Twice' });
          return { message: 'Stayed' };
        },
      },
    });
    const callId = on.extension.start({ windowId: window.localId, action: 'leave' });
    const committed = await on.extension.until(() => on.extension.messages.find(({ type }) => type === 'committed'));
    expect(committed).toEqual({
      type: 'committed',
      callId,
      answer: {
        ok: true,
        value: {
          message: 'Order sent',
          openedWindowIds: [],
          result: { id: 7 },
        },
      },
    });
    expect(on.extension.window('Orders')?.summary).toBe('Leaving');
    open();
    expect(await on.extension.answerTo(callId)).toMatchObject({ ok: true, value: { message: 'Stayed' } });
  });

  test('openedWindowIds: windows opened since the start and still open, or those that the handler names', async () => {
    const window = await on.openWith({
      open: {
        title: 'Open',
        run: () => {
          on.bridge.openWindow({ title: 'Gone' }).close();
          on.bridge.openWindow({ title: 'New' });
        },
      },
      name: { title: 'Name', run: () => ({ opened: [window] }) },
    });
    const opened = await on.extension.call({ windowId: window.localId, action: 'open' });
    expect(opened).toMatchObject({ ok: true, value: { openedWindowIds: [on.extension.window('New')?.id] } });
    const named = await on.extension.call({ windowId: window.localId, action: 'name' });
    expect(named).toMatchObject({ ok: true, value: { openedWindowIds: [window.localId] } });
  });

  test('settlers are awaited before the answer; one that fails is reported and does no harm', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const order: string[] = [];
    const { opened, open } = gate();
    on.bridge.onSettle(async () => {
      order.push('settling');
      await opened;
      order.push('settled');
    });
    on.bridge.onSettle(() => Promise.reject(new Error('no')));
    const window = await on.openWith({ go: { title: 'Go', run: () => void order.push('ran') } });
    const callId = on.extension.start({ windowId: window.localId, action: 'go' });
    await expect.poll(() => order).toEqual(['ran', 'settling']);
    expect(on.extension.answersTo(callId)).toEqual([]);
    open();
    await on.extension.answerTo(callId);
    expect(order).toEqual(['ran', 'settling', 'settled']);
    expect(error).toHaveBeenCalled();
  });
});

describe('onCall', () => {
  test('tells who does what where, and how it ended', async () => {
    const events: CallEvent[] = [];
    const stop = on.bridge.onCall((event) => events.push(event));
    const window = await on.openWith({ go: { title: 'Go there', run: () => ({ message: 'There' }) } });
    const place = { localId: window.localId, title: 'Orders' };
    const agent = { name: 'Test agent', version: '1' };
    await on.extension.call({ windowId: window.localId, action: 'go' });
    await on.extension.call({ windowId: window.localId, action: 'nope' });
    stop();
    await on.extension.call({ windowId: window.localId, action: 'go' });
    expect(events.map(({ callId: _id, ...event }) => event)).toMatchObject([
      { phase: 'started', agent, window: place, action: 'go', title: 'Go there' },
      {
        phase: 'answered',
        agent,
        window: place,
        action: 'go',
        title: 'Go there',
        outcome: 'executed',
        message: 'There',
      },
      { phase: 'answered', action: 'nope', title: 'nope', outcome: 'not_executed' },
    ]);
  });
});
