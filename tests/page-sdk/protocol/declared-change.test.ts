import {
  applyChange,
  type Block,
  ChangeError,
  type Declared,
  DeclaredChange,
  diffDeclared,
  utf8Length,
} from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { windowForest, windowState } from './window-forest.ts';

const note = (id: string, text = id): Block => ({ type: 'text', id, text });
const declared = (windows: Declared['windows'], name = 'Order desk'): Declared => ({ name, actions: [], windows });
const received = (windows: Declared['windows']) =>
  applyChange(undefined, diffDeclared(undefined, declared(windows)) ?? {});

/** Two declarations of one document, the second made from the first by closing, opening and changing windows. */
const twoDeclarations = fc
  .record({ forest: windowForest(), closing: fc.array(fc.nat(11)), changing: fc.array(fc.nat(11)), opening: fc.nat(3) })
  .map(({ forest, closing, changing, opening }) => {
    const sorted = [...forest].sort((a, b) => a.opened - b.opened);
    const before = sorted.map((view) => windowState({ ...view, blocks: [note('b1'), note('b2')] }));
    const gone = new Set(closing.map((n) => `w${n}`));
    for (const window of before) if (window.ownerId && gone.has(window.ownerId)) gone.add(window.id);
    const kept = before
      .filter((window) => !gone.has(window.id))
      .map((window, index) =>
        changing.includes(index)
          ? {
              ...window,
              version: window.version + 1,
              summary: 'changed',
              blocks: [...window.blocks.slice(1), note('b9')],
            }
          : window,
      );
    const opened = Array.from({ length: opening }, (_, n) => windowState({ id: `n${n}`, opened: 100 + n }));
    return { before: declared(before), after: declared([...kept, ...opened]) };
  });

describe('a change', () => {
  test('carries a receiver from any declaration to any later one, over the wire', () => {
    fc.assert(
      fc.property(twoDeclarations, ({ before, after }) => {
        const wire = (change: unknown) => DeclaredChange.parse(JSON.parse(JSON.stringify(change ?? {})));
        const there = applyChange(undefined, wire(diffDeclared(undefined, before)));
        const now = applyChange(there, wire(diffDeclared(before, after)));
        expect(now.windows).toEqual(after.windows);
      }),
    );
  });

  test('is nothing when nothing changed', () => {
    const same = declared([windowState({ id: 'a' })]);
    expect(diffDeclared(same, { ...same })).toBeUndefined();
  });

  test('costs the same however many windows and blocks there are', () => {
    const blocks = (count: number) => Array.from({ length: count }, (_, n) => note(`b${n}`, 'x'.repeat(100)));
    const size = (count: number) => {
      const windows = Array.from({ length: count }, (_, n) =>
        windowState({ id: `w${n}`, opened: n + 1, blocks: blocks(3) }),
      );
      const [first, ...rest] = windows;
      if (first === undefined) throw new Error('no window');
      const changed = { ...first, version: 2, blocks: [note('b0', 'new'), ...first.blocks.slice(1)] };
      return utf8Length(JSON.stringify(diffDeclared(declared(windows), declared([changed, ...rest]))));
    };
    expect(size(64)).toBe(size(1));
  });

  test('takes a summary away', () => {
    const before = declared([windowState({ id: 'a', summary: 'old' })]);
    const after = declared([windowState({ id: 'a', version: 2 })]);
    expect(diffDeclared(before, after)?.windows?.[0]?.summary).toBeNull();
    expect(applyChange(received(before.windows), diffDeclared(before, after) ?? {}).windows[0]).not.toHaveProperty(
      'summary',
    );
  });
});

describe('a receiver refuses', () => {
  const owner = windowState({ id: 'a', version: 3, blocks: [note('b1')] });
  const modal = windowState({ id: 'm', opened: 2, modal: true, ownerId: 'a' });
  test.each<[string, DeclaredChange, string]>([
    ['a document without a name', {}, 'name'],
    ['a first message with half a window', { name: 'x', windows: [{ id: 'z', version: 1 }] }, 'windows.z'],
  ])('%s, at the start', (_, change, field) => {
    expect(() => applyChange(undefined, change)).toThrow(expect.objectContaining({ field }) as ChangeError);
  });
  test.each<[string, DeclaredChange, string]>([
    ['half of a new window', { windows: [{ id: 'z', version: 1, title: 'z' }] }, 'windows.z'],
    ['an opening number used before', { windows: [windowState({ id: 'z', opened: 2 })] }, 'windows.z.opened'],
    ['an owner that is not there', { windows: [{ ...modal, id: 'z', opened: 9, ownerId: 'q' }] }, 'windows.z.ownerId'],
    ['its own id as owner', { windows: [{ ...modal, id: 'z', opened: 9, ownerId: 'z' }] }, 'windows.z.ownerId'],
    [
      'an ordinary window with an owner',
      { windows: [{ ...modal, id: 'z', opened: 9, modal: false }] },
      'windows.z.modal',
    ],
    ['a version that goes back', { windows: [{ id: 'a', version: 2 }] }, 'windows.a.version'],
    ['new content under the old version', { windows: [{ id: 'a', version: 3, title: 'new' }] }, 'windows.a.version'],
    ['a window that turns modal', { windows: [{ id: 'a', version: 4, modal: true }] }, 'windows.a.modal'],
    ['a window that changes its owner', { windows: [{ id: 'm', version: 2, ownerId: null }] }, 'windows.m.ownerId'],
    [
      'a block that is not there',
      { windows: [{ id: 'a', version: 4, blocks: [{ ref: 'b7' }] }] },
      'windows.a.blocks.0.ref',
    ],
    [
      'a block id twice',
      { windows: [{ id: 'a', version: 4, blocks: [{ ref: 'b1' }, note('b1')] }] },
      'windows.a.blocks.1.id',
    ],
    ['closing an unknown window', { closed: ['q'] }, 'closed'],
    ['closing an owner without its modal', { closed: ['a'] }, 'windows.m.ownerId'],
  ])('%s, and keeps what it had', (_, change, field) => {
    const before = received([owner, modal]);
    const copy = structuredClone(before);
    expect(() => applyChange(before, change)).toThrow(expect.objectContaining({ field }) as ChangeError);
    expect(before).toEqual(copy);
  });

  test('an id that comes back under a new window after it was closed is a new window with a new number', () => {
    const before = received([owner, modal]);
    const closed = applyChange(before, { closed: ['m'] });
    expect(() => applyChange(closed, { windows: [modal] })).toThrow(ChangeError);
  });
});
