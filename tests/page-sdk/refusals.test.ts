import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { LIMITS } from '../../page-sdk/src/index.ts';
import { gate, useOpenPage } from './open-page.ts';

const on = useOpenPage();

describe('refusals', () => {
  test('the order: gone, blocked, unknown, unavailable, stale, wrong arguments', async () => {
    const window = await on.openWith({
      set: { title: 'Set', input: z.object({ n: z.number() }), run: () => undefined },
    });
    const set = (more: Parameters<typeof on.extension.call>[0]) =>
      on.extension.call({ windowId: window.localId, ...more });
    const wrong = { arguments: { n: 'x' }, expectedVersion: 9 };
    expect(await set({ action: 'set', windowId: 'window-99', ...wrong })).toMatchObject({
      error: { code: 'window_not_found', outcome: 'not_executed' },
    });
    const modal = window.openModal({ title: 'Sure?' });
    expect(await set({ action: 'nope', ...wrong })).toMatchObject({
      error: { code: 'blocked_by_modal', blockedBy: { id: modal.localId, title: 'Sure?' } },
    });
    modal.close();
    expect(await set({ action: 'nope', ...wrong })).toMatchObject({
      error: { code: 'action_not_available', reason: 'unknown_action', message: expect.stringContaining('set') },
    });
    window.setAvailable('set', 'Nothing to set yet');
    expect(await set({ action: 'set', ...wrong })).toMatchObject({
      error: { code: 'action_not_available', reason: 'unavailable', message: 'Nothing to set yet' },
    });
    window.setAvailable('set', true);
    expect(await set({ action: 'set', ...wrong })).toMatchObject({ error: { code: 'stale_state', currentVersion: 1 } });
    expect(await set({ action: 'set', arguments: { n: 'x' }, expectedVersion: 1 })).toMatchObject({
      error: { code: 'validation_failed', outcome: 'not_executed', fields: [{ field: 'n' }] },
    });
  });

  test.each([
    ['null is the same as absent', null, true],
    ['the current version', 1, true],
    ['text', '1', false],
    ['a fraction', 1.5, false],
  ])('expectedVersion: %s', async (_what, expectedVersion, fine) => {
    const inputs: unknown[] = [];
    const window = await on.openWith({
      go: { title: 'Go', input: z.looseObject({}), run: (input) => void inputs.push(input) },
    });
    const answer = await on.extension.call({ windowId: window.localId, action: 'go', expectedVersion });
    const inArguments = await on.extension.call({
      windowId: window.localId,
      action: 'go',
      arguments: { expectedVersion },
    });
    expect([answer.ok, inArguments.ok]).toEqual([fine, fine]);
    if (fine) expect(inputs).toEqual([{}, {}]);
    else expect(answer).toMatchObject({ error: { code: 'validation_failed', fields: [{ field: 'expectedVersion' }] } });
  });

  test('an action of the application has no version, and is refused under an app-level modal only', async () => {
    on.bridge.setActions({ make: { title: 'Make', run: () => ({ message: 'Made' }) } });
    const window = await on.openWith({});
    window.openModal({ title: 'Sure?' });
    expect(await on.extension.call({ action: 'make' })).toMatchObject({ ok: true });
    expect(await on.extension.call({ action: 'make', expectedVersion: 1 })).toMatchObject({
      error: { code: 'validation_failed' },
    });
    on.bridge.openAppModal({ title: 'Session expired' });
    expect(await on.extension.call({ action: 'make' })).toMatchObject({ error: { code: 'blocked_by_modal' } });
  });

  test('what changes while arguments are checked is seen: check and start are one task', async () => {
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
    const callId = on.extension.start({ windowId: window.localId, action: 'go', expectedVersion: 1 });
    await on.extension.quiet();
    window.update({ summary: 'The person was faster' });
    open();
    expect(await on.extension.answerTo(callId)).toMatchObject({ error: { code: 'stale_state', currentVersion: 2 } });
    expect(ran).toBe(false);
    expect(on.extension.window('Orders')?.version).toBe(2);
  });

  test.each([
    ['the person paused agents', () => on.extension.send({ type: 'status', status: 'paused' }), 'paused'],
    ['the site was taken back', () => on.extension.signal('closed'), 'reconnecting'],
  ])('%s while arguments were checked: it does not start', async (_what, happen, reason) => {
    const { opened, open } = gate<boolean>();
    const run = vi.fn();
    const input = z.object({}).refine(() => opened);
    const window = await on.openWith({ go: { title: 'Go', input, run } });
    const callId = on.extension.start({ windowId: window.localId, action: 'go' });
    await on.extension.quiet();
    const before = on.bridge.status;
    happen();
    await expect.poll(() => on.bridge.status).not.toBe(before);
    open(true);
    on.extension.signal('open');
    await on.extension.attached();
    on.extension.send({ type: 'recall', callId });
    const told = await on.extension.until(() => on.extension.messages.find(({ type }) => type === 'recalled'));
    const answer = { ok: false, error: { code: 'action_not_available', reason, outcome: 'not_executed' } };
    expect(told).toMatchObject({ recalled: { state: 'answered', answer } });
    expect(run).not.toHaveBeenCalled();
  });

  test('an action replaced while arguments are checked is checked again with the new schema', async () => {
    const { opened, open } = gate();
    const ran: string[] = [];
    const slow = z.object({ a: z.string() }).refine(async () => {
      await opened;
      return true;
    });
    const window = await on.openWith({ go: { title: 'Go', input: slow, run: () => void ran.push('old') } });
    const callId = on.extension.start({ windowId: window.localId, action: 'go', arguments: { a: 'x' } });
    await on.extension.quiet();
    window.setActions({ go: { title: 'Go', input: z.object({ b: z.string() }), run: () => void ran.push('new') } });
    open();
    expect(await on.extension.answerTo(callId)).toMatchObject({
      error: { code: 'validation_failed', fields: [{ field: 'b' }] },
    });
    expect(ran).toEqual([]);
  });

  test('arguments over the limit are refused, an action that takes none says so', async () => {
    const window = await on.openWith({ go: { title: 'Go', run: () => undefined } });
    const big = { text: 'x'.repeat(LIMITS.argumentsBytes) };
    expect(await on.extension.call({ windowId: window.localId, action: 'go', arguments: big })).toMatchObject({
      error: { code: 'validation_failed', fields: [{ field: 'arguments' }] },
    });
    expect(await on.extension.call({ windowId: window.localId, action: 'go', arguments: { 'a/b': 1 } })).toMatchObject({
      error: { fields: [{ field: 'a~1b', error: 'This action takes no arguments' }] },
    });
  });
});
