import { appModalTop, blockerOf, type ModalityView, operableWindows } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOperableByDefinition, windowForest } from './window-forest.ts';

const top = (id: string, opened: number): ModalityView => ({ id, opened, modal: false, ownerId: null });
const modal = (id: string, opened: number, ownerId: string | null): ModalityView => ({
  id,
  opened,
  modal: true,
  ownerId,
});
const ids = (windows: ModalityView[]) => operableWindows(windows).map(({ id }) => id);

describe('operable windows', () => {
  const [A, B, C] = [top('A', 1), top('B', 2), top('C', 3)];
  test.each<[string, ModalityView[], string[]]>([
    ['nothing open', [], []],
    ['ordinary windows are all operable', [A, B, C], ['A', 'B', 'C']],
    ["the protocol's example: B has a chain", [A, B, C, modal('D1', 4, 'B'), modal('D2', 5, 'D1')], ['A', 'C', 'D2']],
    ['of two modals of one owner the last opened', [A, modal('D1', 2, 'A'), modal('D2', 3, 'A')], ['D2']],
    [
      'a chain under the older sibling stays behind',
      [A, modal('D1', 2, 'A'), modal('D2', 3, 'A'), modal('E', 4, 'D1')],
      ['D2'],
    ],
    ['an app-level modal collapses everything', [A, B, modal('M', 3, null)], ['M']],
    ['the top of the app-level modal', [A, modal('M', 2, null), modal('N', 3, 'M')], ['N']],
    ['of two app-level modals the last opened', [A, modal('M', 2, null), modal('N', 3, null)], ['N']],
    [
      'a chain under the older app-level modal stays behind',
      [modal('M', 1, null), modal('N', 2, null), modal('O', 3, 'M')],
      ['N'],
    ],
  ])('%s', (_, windows, expected) => {
    expect(ids(windows)).toEqual(expected);
  });

  test('equal a brute-force oracle on random window forests, whatever the order of the array', () => {
    fc.assert(
      fc.property(windowForest(), (windows) => {
        const expected = windows.filter((window) => isOperableByDefinition(windows, window)).map(({ id }) => id);
        expect(ids(windows).sort()).toEqual(expected.sort());
      }),
      { numRuns: 2_000 },
    );
  });

  test('no window is both operable and blocked, and who blocks is operable', () => {
    fc.assert(
      fc.property(windowForest(), (windows) => {
        const operable = new Set(ids(windows));
        for (const { id } of windows) {
          const blocker = blockerOf(windows, id);
          expect(blocker === undefined).toBe(operable.has(id));
          if (blocker) expect(operable.has(blocker.id)).toBe(true);
        }
      }),
    );
  });

  test('there is always an operable window while one is open', () => {
    fc.assert(fc.property(windowForest(), (windows) => ids(windows).length > 0 || windows.length === 0));
  });
});

test('an unknown window is blocked by nobody', () => {
  expect(blockerOf([top('A', 1)], 'Z')).toBeUndefined();
});

test('the top of an app-level modal is found, and there is none without one', () => {
  expect(appModalTop([top('A', 1), modal('M', 2, null), modal('N', 3, 'M')])?.id).toBe('N');
  expect(appModalTop([top('A', 1), modal('D', 2, 'A')])).toBeUndefined();
});
