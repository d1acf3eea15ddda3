import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { ActionError, LIMITS, ValidationError } from '../../page-sdk/src/index.ts';
import { useOpenPage } from './open-page.ts';

const on = useOpenPage();

const unknownOutcome = { ok: false, error: { code: 'action_timeout', outcome: 'unknown' } };

describe('outcomes', () => {
  test.each<[string, () => never, object]>([
    [
      'ValidationError',
      () => {
        throw new ValidationError([{ field: 'amount', error: 'Must be greater than 0' }], 'One field is wrong');
      },
      {
        code: 'validation_failed',
        outcome: 'not_executed',
        message: 'One field is wrong',
        fields: [{ field: 'amount' }],
      },
    ],
    [
      'ActionError',
      () => {
        throw new ActionError('The order was sent already');
      },
      {
        code: 'action_not_available',
        outcome: 'not_executed',
        reason: 'refused',
        message: /^Did not happen\. The order/,
      },
    ],
    [
      'ActionError with outcome unknown',
      () => {
        throw new ActionError('Lost the server', { outcome: 'unknown' });
      },
      { code: 'action_timeout', outcome: 'unknown', message: /^May have taken effect\..*Lost the server$/ },
    ],
  ])('%s', async (_name, run, error) => {
    const window = await on.openWith({ go: { title: 'Go', run } });
    const answer = await on.extension.call({ windowId: window.localId, action: 'go' });
    const expected = Object.fromEntries(
      Object.entries(error).map(([key, value]) => [
        key,
        value instanceof RegExp ? expect.stringMatching(value) : value,
      ]),
    );
    expect(answer).toMatchObject({ ok: false, error: expected });
  });

  test.each<[string, () => Error, object]>([
    [
      'ValidationError without fields',
      () => new ValidationError([]),
      { code: 'validation_failed', message: /^Rejected: the/ },
    ],
    [
      'ValidationError that is no list',
      () => new ValidationError('quantity' as unknown as []),
      { code: 'validation_failed', message: /^Rejected: the/, fields: [] },
    ],
    [
      'ActionError without words',
      () => new ActionError(''),
      { message: /^Did not happen\. The application gives no reason\.$/ },
    ],
    ['an error without words', () => new Error(''), { message: /^May have taken effect\. .*deciding\.$/ }],
  ])('%s still ends in a sentence', async (_what, make, error) => {
    vi.spyOn(console, 'error').mockReturnValue();
    const run = () => {
      throw make();
    };
    const window = await on.openWith({ go: { title: 'Go', run } });
    const answer = await on.extension.call({ windowId: window.localId, action: 'go' });
    const expected = Object.entries(error).map(([key, value]) => [
      key,
      value instanceof RegExp ? expect.stringMatching(value) : value,
    ]);
    expect(answer).toMatchObject({ ok: false, error: Object.fromEntries(expected) });
  });

  test('ActionError with outcome executed and without words is a success without words', async () => {
    const run = (): never => {
      throw new ActionError('', { outcome: 'executed' });
    };
    const window = await on.openWith({ go: { title: 'Go', run } });
    expect(await on.extension.call({ windowId: window.localId, action: 'go' })).toEqual({
      ok: true,
      value: { openedWindowIds: [], outcome: 'executed' },
    });
  });

  test('field errors are cleaned and cut, and 64 at most are told', async () => {
    const fields = Array.from({ length: 70 }, (_, index) => ({ field: `f${index}\u200b`, error: 'x'.repeat(400) }));
    const run = (): never => {
      throw new ValidationError(fields);
    };
    const window = await on.openWith({ go: { title: 'Go', run } });
    const answer = await on.extension.call({ windowId: window.localId, action: 'go' });
    const told = answer.ok ? [] : (answer.error.fields ?? []);
    expect(told).toHaveLength(64);
    expect(told[0]).toEqual({ field: 'f0', error: `${'x'.repeat(299)}…` });
  });

  test.each<[string, unknown]>([
    ['opened is no array', { message: 'Created', opened: { localId: 'window-1' } }],
    ['opened has a hole', { message: 'Created', opened: [undefined] }],
    [
      'reading it throws',
      {
        get message(): string {
          throw new Error('trap');
        },
      },
    ],
  ])('what a handler returns is read whatever it is: %s', async (_what, outcome) => {
    const shown = vi.spyOn(console, 'error').mockReturnValue();
    const window = await on.openWith({ go: { title: 'Go', run: () => outcome as { message: string } } });
    const answer = await on.extension.call({ windowId: window.localId, action: 'go' });
    expect(answer).toMatchObject({ ok: true, value: { openedWindowIds: [] } });
    expect(shown).toHaveBeenCalledOnce();
  });

  test('ActionError with outcome executed is a success with its message', async () => {
    const run = (): never => {
      throw new ActionError('Sent, but no receipt', { outcome: 'executed' });
    };
    const window = await on.openWith({ go: { title: 'Go', run } });
    expect(await on.extension.call({ windowId: window.localId, action: 'go' })).toEqual({
      ok: true,
      value: { message: 'Sent, but no receipt', openedWindowIds: [], outcome: 'executed' },
    });
  });

  const trap = new Proxy(
    {},
    {
      get: () => {
        throw new Error('trap');
      },
      has: () => {
        throw new Error('trap');
      },
    },
  );
  test.each([
    ['an error', new Error('Broken')],
    ['text', 'Broken'],
    ['null', null],
    ['undefined', undefined],
    ['a proxy that throws', trap],
    ['an aggregate', new AggregateError([new Error('a')], 'both')],
    ['an abort', new DOMException('stop', 'AbortError')],
  ])('anything else thrown (%s) may have taken effect', async (_what, thrown) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const window = await on.openWith({ go: { title: 'Go', run: () => Promise.reject(thrown) } });
    const answer = await on.extension.call({ windowId: window.localId, action: 'go' });
    expect(answer).toMatchObject({ ...unknownOutcome, error: { reason: 'action_threw' } });
    expect(error).toHaveBeenCalled();
  });

  const loop: Record<string, unknown> = {};
  loop['self'] = loop;
  test.each([
    ['a cycle', loop, 'result_unserialisable'],
    ['too large', { text: 'x'.repeat(LIMITS.resultBytes) }, 'result_too_large'],
    ['its own schema broken', { balance: 'much' }, 'result_invalid'],
    ['no object', [1, 2], 'result_invalid'],
  ])('executed, but not returnable: %s', async (_what, result, reason) => {
    const output = reason === 'result_invalid' ? { output: z.object({ balance: z.number() }) } : {};
    const window = await on.openWith({ go: { title: 'Go', ...output, run: () => ({ message: 'Done', result }) } });
    const answer = await on.extension.call({ windowId: window.localId, action: 'go' });
    expect(answer).toMatchObject({
      ok: true,
      value: {
        outcome: 'executed',
        reason,
        message: expect.stringMatching(/^Done, but the result could not be returned: /),
      },
    });
    expect(answer).not.toHaveProperty('value.result');
  });
});
