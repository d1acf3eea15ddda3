import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assignIds, type BlockIds, NO_IDS, type Unnamed } from '../../page-sdk/src/block-ids.ts';

const ids = (state: BlockIds): string[] => state.shown.map(({ id }) => id);
const of = (...kinds: string[]): Unnamed[] => kinds.map((kind) => ({ kind }));

describe('block ids', () => {
  test('unnamed blocks are matched by kind in order; new ones take the next number', () => {
    const first = assignIds(NO_IDS, of('text', 'table', 'text'));
    expect(ids(first)).toEqual(['b1', 'b2', 'b3']);
    const second = assignIds(first, of('table', 'text', 'notice'));
    expect(ids(second)).toEqual(['b2', 'b1', 'b4']);
    const third = assignIds(second, of('text', 'text'));
    expect(ids(third)).toEqual(['b1', 'b5']);
  });

  test('a named block keeps its id while it stays, and comes back under another', () => {
    const first = assignIds(NO_IDS, [{ kind: 'notice', name: 'error' }]);
    const same = assignIds(first, [{ kind: 'text' }, { kind: 'notice', name: 'error' }]);
    expect(ids(same)).toEqual(['b1', 'error']);
    const gone = assignIds(same, of('text'));
    const back = assignIds(gone, [{ kind: 'notice', name: 'error' }]);
    expect(ids(back)).toEqual(['error~2']);
    expect(ids(assignIds(back, [{ kind: 'notice', name: 'error' }]))).toEqual(['error~2']);
  });

  test('names that look generated never meet a generated id', () => {
    const first = assignIds(NO_IDS, [{ kind: 'text' }, { kind: 'text', name: 'b1' }, { kind: 'text', name: 'b7' }]);
    expect(ids(first)).toEqual(['b1', 'b1~2', 'b7']);
    expect(ids(assignIds(first, of('text', 'text')))).toEqual(['b1', 'b8']);
  });

  test.each([
    ['twice', ['a', 'a'], /blocks\[1\]\.id: "a" is used twice/],
    ['empty', [''], /blocks\[0\]\.id: must be a line/],
    ['too long', ['x'.repeat(65)], /1 to 64/],
    ['invisible', ['a\u200bb'], /visible/],
  ])('a name that is %s is refused', (_what, names, message) => {
    expect(() =>
      assignIds(
        NO_IDS,
        names.map((name) => ({ kind: 'text', name })),
      ),
    ).toThrow(message);
  });

  test('ids are unique at any time, stable while a block stays, and never used again', () => {
    const name = fc.constantFrom(undefined, undefined, 'a', 'b', 'b1', 'b3', 'a~2', 'error');
    const block = fc.record({ kind: fc.constantFrom('text', 'table', 'notice'), name });
    const update = fc.uniqueArray(block, { maxLength: 6, selector: (made) => made.name ?? {} });
    fc.assert(
      fc.property(fc.array(update, { maxLength: 30 }), (updates) => {
        let state = NO_IDS;
        const dead = new Set<string>();
        for (const blocks of updates) {
          const before = new Map(state.shown.map((shown) => [shown.name, shown.id]));
          const shownBefore = new Set(ids(state));
          state = assignIds(state, blocks);
          const now = ids(state);
          expect(new Set(now).size).toBe(now.length);
          for (const id of now) expect(dead.has(id)).toBe(false);
          for (const shown of state.shown) {
            if (shown.name !== undefined && before.has(shown.name)) expect(shown.id).toBe(before.get(shown.name));
          }
          for (const id of shownBefore) if (!now.includes(id)) dead.add(id);
        }
      }),
    );
  });
});
