import type { Snapshot } from '@mcp-gui-bridge/page-sdk/protocol';
import { expect, test } from 'vitest';
import { type TreeWindow, windowTree } from '../../../../demo-site/console/state/window-tree.ts';

const window = (id: string, more: Partial<Snapshot['windows'][number]> = {}): Snapshot['windows'][number] => ({
  id,
  appId: 'a1',
  title: id,
  modal: false,
  ownerId: null,
  version: 1,
  blocks: [],
  ...more,
});
const application = (id: string): Snapshot['applications'][number] => ({
  id,
  name: id,
  origin: 'https://x.example',
  browser: 'Chromium',
  state: 'live',
});
const outline = ({ window: { id }, operable, blocker, modals }: TreeWindow): unknown => [
  id,
  operable ? 'operable' : `waits for ${blocker?.id}`,
  ...modals.map(outline),
];

test('modals hang from the windows that own them, each with what it waits for', () => {
  const [tree] = windowTree({
    applications: [application('a1')],
    windows: [
      window('editor'),
      window('report'),
      window('confirm', { modal: true, ownerId: 'editor' }),
      window('why', { modal: true, ownerId: 'confirm' }),
    ],
    operableWindowIds: ['report', 'why'],
  });
  expect(tree?.roots.map(outline)).toEqual([
    ['editor', 'waits for why', ['confirm', 'waits for why', ['why', 'operable']]],
    ['report', 'operable'],
  ]);
});

test('an app-level modal stands first and blocks its own application only', () => {
  const tree = windowTree({
    applications: [application('a1'), application('a2')],
    windows: [window('editor'), window('login', { modal: true }), window('other', { appId: 'a2' })],
    operableWindowIds: ['login', 'other'],
  });
  expect(tree.map(({ roots }) => roots.map(outline))).toEqual([
    [
      ['login', 'operable'],
      ['editor', 'waits for login'],
    ],
    [['other', 'operable']],
  ]);
});

test('a window whose owner is not there is shown all the same', () => {
  const [tree] = windowTree({
    applications: [application('a1')],
    windows: [window('orphan', { modal: true, ownerId: 'gone' })],
    operableWindowIds: [],
  });
  expect(tree?.roots.map(({ window: { id } }) => id)).toEqual(['orphan']);
});
