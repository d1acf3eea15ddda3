import { describe, expect, test } from 'vitest';
import { type Actions, compileActions } from '../../page-sdk/src/action.ts';
import { LIMITS } from '../../page-sdk/src/index.ts';
import { Action } from '../../page-sdk/src/protocol/index.ts';

const run = () => undefined;
const announced = (actions: Actions) => [...compileActions(actions).values()].map((action) => action.announced);

describe('action declarations', () => {
  test('announce what is declared, with defaults', () => {
    const [plain, full] = announced({
      go: { title: 'Go', run },
      'Größe ändern': {
        title: 'Resize\nnow',
        description: 'Resizes.\nCarefully.',
        hints: { destructive: true, readOnly: undefined },
        available: 'Nothing is selected',
        timeoutMs: 1,
        visibility: ['app'],
        output: { properties: { size: { type: 'number' } } },
        run,
      },
    });
    expect(plain).toEqual({
      name: 'go',
      title: 'Go',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      available: true,
      timeoutMs: LIMITS.actionMs,
    });
    expect(full).toMatchObject({
      name: 'Größe ändern',
      title: 'Resize now',
      description: 'Resizes.\nCarefully.',
      hints: { destructive: true },
      available: 'Nothing is selected',
      timeoutMs: 1,
      visibility: ['app'],
      outputSchema: { type: 'object' },
    });
    for (const action of [plain, full]) expect(Action.safeParse(action).success).toBe(true);
  });

  test.each<[string, unknown, RegExp]>([
    ['no object', 5, /^actions\.go: must be an object, but is of type number/],
    ['no function', { title: 'Go' }, /^actions\.go\.run: must be a function/],
    ['no title', { run }, /^actions\.go\.title: must be a string/],
    ['an invisible title', { title: '\u200b', run }, /^actions\.go\.title: must say/],
    [
      'available without a reason',
      { title: 'Go', available: '', run },
      /^actions\.go\.available: must be true, or the reason/,
    ],
    ['available: false', { title: 'Go', available: false, run }, /^actions\.go\.available/],
    ['no time', { title: 'Go', timeoutMs: 0, run }, /^actions\.go\.timeoutMs: must be whole milliseconds/],
    ['too much time', { title: 'Go', timeoutMs: LIMITS.actionMsMax + 1, run }, /from 1 to 300000/],
    ['nobody to see it', { title: 'Go', visibility: [], run }, /^actions\.go\.visibility/],
    ['somebody unknown', { title: 'Go', visibility: ['user'], run }, /^actions\.go\.visibility/],
  ])('%s is refused', (_what, declaration, message) => {
    expect(() => compileActions({ go: declaration } as Actions)).toThrow(message);
  });

  test('names that agents could not tell apart, or not read, are refused', () => {
    expect(() => compileActions({ a: { title: 'A', run }, 'a\u200b': { title: 'B', run } })).toThrow(/reads the same/);
    expect(() => compileActions({ '\u200b': { title: 'A', run } })).toThrow(/needs a name/);
    const long = 'n'.repeat(LIMITS.actionNameLength);
    expect(announced({ [`${long}x`]: { title: 'A', run } })[0]?.name).toHaveLength(LIMITS.actionNameLength);
    expect(announced({ [long]: { title: 'A', run } })[0]?.name).toBe(long);
  });

  test.each([
    ['at the limit', LIMITS.actionsPerWindow, true],
    ['one over', LIMITS.actionsPerWindow + 1, false],
  ])('actions: %s', (_what, count, fine) => {
    const many = Object.fromEntries(Array.from({ length: count }, (_, index) => [`a${index}`, { title: 'A', run }]));
    const compile = () => compileActions(many).size;
    if (fine) expect(compile()).toBe(count);
    else expect(compile).toThrow(/^actions: are 65, but at most 64/);
  });
});
