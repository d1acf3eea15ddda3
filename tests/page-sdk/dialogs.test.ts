import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { CallEvent } from '../../page-sdk/src/index.ts';
import { gate, useOpenPage } from './open-page.ts';

const on = useOpenPage();

describe('abort', () => {
  test.each(['cancelled', 'timeout'] as const)('%s reaches the handler, whose end is the answer', async (reason) => {
    const window = await on.openWith({
      go: {
        title: 'Go',
        run: (_input, { signal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve({ message: `Stopped: ${signal.reason.name}` }));
          }),
      },
    });
    const callId = on.extension.start({ windowId: window.localId, action: 'go' });
    await on.extension.quiet();
    on.extension.send({ type: 'abort', callId, reason });
    const name = reason === 'timeout' ? 'TimeoutError' : 'AbortError';
    expect(await on.extension.answerTo(callId)).toMatchObject({ ok: true, value: { message: `Stopped: ${name}` } });
  });

  test('before the start it is certain that nothing happened', async () => {
    const { opened, open } = gate();
    let ran = false;
    const slow = z.object({}).refine(async () => {
      await opened;
      return true;
    });
    const window = await on.openWith({
      go: {
        title: 'Go',
        input: slow,
        run: () => {
          ran = true;
        },
      },
    });
    const callId = on.extension.start({ windowId: window.localId, action: 'go' });
    await on.extension.quiet();
    on.extension.send({ type: 'abort', callId, reason: 'cancelled' });
    expect(await on.extension.answerTo(callId)).toMatchObject({
      error: { outcome: 'not_executed', reason: 'cancelled' },
    });
    open();
    await on.extension.quiet();
    expect(ran).toBe(false);
    expect(on.extension.answersTo(callId)).toHaveLength(1);
  });

  test('closing the window tells the handler, and the call settles by it', async () => {
    const window = await on.openWith({
      go: {
        title: 'Go',
        run: (_input, { signal }) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => resolve({ message: 'Stopped' }));
          }),
      },
    });
    const callId = on.extension.start({ windowId: window.localId, action: 'go' });
    await on.extension.quiet();
    window.close();
    expect(await on.extension.answerTo(callId)).toMatchObject({ ok: true, value: { message: 'Stopped' } });
  });
});

describe('an action that awaits its own dialog', () => {
  test('is answered when the dialog stands; its later end goes to the journal only', async () => {
    const { opened, open } = gate();
    const events: CallEvent[] = [];
    on.bridge.onCall((event) => events.push(event));
    const window = await on.openWith({
      submit: {
        title: 'Submit',
        run: async () => {
          const dialog = window.openModal({ title: 'Confirm order' });
          await opened;
          dialog.close();
          return { message: 'Submitted' };
        },
      },
      other: { title: 'Other', run: () => undefined },
    });
    const callId = on.extension.start({ windowId: window.localId, action: 'submit' });
    const answer = await on.extension.answerTo(callId);
    const dialog = on.extension.window('Confirm order');
    expect(answer).toEqual({
      ok: true,
      value: { message: 'A dialog opened: Confirm order', openedWindowIds: [dialog?.id], outcome: 'executed' },
    });
    expect(await on.extension.call({ windowId: window.localId, action: 'other' })).toMatchObject({
      error: { code: 'blocked_by_modal' },
    });
    open();
    await on.extension.until(() => (on.extension.declared?.windows.length === 1 ? true : undefined));
    await expect.poll(() => events.at(-1)?.phase).toBe('finished');
    expect(on.extension.answersTo(callId)).toHaveLength(1);
    on.extension.send({ type: 'recall', callId });
    const recalled = await on.extension.until(() => on.extension.messages.find(({ type }) => type === 'recalled'));
    expect(recalled).toMatchObject({ recalled: { state: 'answered', answer } });
    expect(events.filter((event) => event.callId === callId).map(({ phase }) => phase)).toEqual([
      'started',
      'answered',
      'finished',
    ]);
  });

  test('a dialog that opens later counts too, and one that closes at once does not', async () => {
    const { opened, open } = gate();
    const done = gate();
    const window = await on.openWith({
      go: {
        title: 'Go',
        run: async () => {
          window.openModal({ title: 'Flash' }).close();
          await opened;
          on.bridge.openAppModal({ title: 'Sign in' });
          await done.opened;
        },
      },
    });
    const callId = on.extension.start({ windowId: window.localId, action: 'go' });
    await on.extension.quiet();
    expect(on.extension.answersTo(callId)).toEqual([]);
    open();
    expect(await on.extension.answerTo(callId)).toMatchObject({ value: { message: 'A dialog opened: Sign in' } });
    done.open();
  });

  test('a dialog that the person opened meanwhile is not its own', async () => {
    const { opened, open } = gate();
    const window = await on.openWith({
      go: {
        title: 'Go',
        run: async () => {
          await opened;
          return { message: 'Gone' };
        },
      },
    });
    const callId = on.extension.start({ windowId: window.localId, action: 'go' });
    await on.extension.quiet();
    on.page.personActs = true;
    window.openModal({ title: 'Change address' });
    on.page.personActs = false;
    await on.extension.quiet();
    expect(on.extension.answersTo(callId)).toEqual([]);
    open();
    expect(await on.extension.answerTo(callId)).toMatchObject({ value: { message: 'Gone' } });
  });

  test('a handler that opens a dialog and returns is answered by what it returns', async () => {
    const window = await on.openWith({
      go: {
        title: 'Go',
        run: () => {
          window.openModal({ title: 'Confirm' });
          return { message: 'Please confirm' };
        },
      },
    });
    const answer = await on.extension.call({ windowId: window.localId, action: 'go' });
    expect(answer).toMatchObject({ value: { message: 'Please confirm', openedWindowIds: [expect.any(String)] } });
  });

  test('a continuation that throws later is not answered again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { opened, open } = gate();
    const events: string[] = [];
    on.bridge.onCall(({ phase }) => events.push(phase));
    const window = await on.openWith({
      go: {
        title: 'Go',
        run: async () => {
          window.openModal({ title: 'Confirm' });
          await opened;
          throw new Error('Late');
        },
      },
    });
    const callId = on.extension.start({ windowId: window.localId, action: 'go' });
    await on.extension.answerTo(callId);
    open();
    await expect.poll(() => events).toEqual(['started', 'answered', 'finished']);
    await on.extension.quiet();
    expect(on.extension.answersTo(callId)).toHaveLength(1);
  });
});
