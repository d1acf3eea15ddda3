import {
  type Action,
  type Declared,
  refuseCall,
  type ToolError,
  wrongExpectedVersion,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { windowState } from './window-forest.ts';

const action = (name: string, available: Action['available'] = true): Action => ({
  name,
  title: name,
  inputSchema: { type: 'object' },
  available,
  timeoutMs: 1_000,
});
const editor = windowState({ id: 'A', version: 42, actions: [action('save'), action('submit', 'Recipient is empty')] });
const dialog = windowState({
  id: 'D',
  title: 'Confirm',
  opened: 2,
  modal: true,
  ownerId: 'A',
  actions: [action('ok')],
});
const session = windowState({ id: 'S', title: 'Session expired', opened: 3, modal: true, ownerId: null });
const app = (...windows: Declared['windows']): Declared => ({ name: 'Desk', actions: [action('new_order')], windows });

describe('whether a call may start', () => {
  test.each<[string, Declared, Parameters<typeof refuseCall>[1], Partial<ToolError> | undefined]>([
    ['yes', app(editor), { windowId: 'A', action: 'save' }, undefined],
    ['yes, at the version read', app(editor), { windowId: 'A', action: 'save', expectedVersion: 42 }, undefined],
    ['yes, without a version', app(editor), { windowId: 'A', action: 'save', expectedVersion: null }, undefined],
    ['yes, in the dialog', app(editor, dialog), { windowId: 'D', action: 'ok' }, undefined],
    [
      'yes, of the application under a window-level modal',
      app(editor, dialog),
      { windowId: null, action: 'new_order' },
      undefined,
    ],
    ['no window', app(editor), { windowId: 'Z', action: 'save' }, { code: 'window_not_found', reason: 'closed' }],
    [
      'blocked',
      app(editor, dialog),
      { windowId: 'A', action: 'save' },
      { code: 'blocked_by_modal', blockedBy: { id: 'D', title: 'Confirm' } },
    ],
    [
      'blocked comes before unknown action and version',
      app(editor, dialog),
      { windowId: 'A', action: 'nope', expectedVersion: 1 },
      { code: 'blocked_by_modal' },
    ],
    [
      'application blocked by an app-level modal',
      app(editor, session),
      { windowId: null, action: 'new_order' },
      { code: 'blocked_by_modal', blockedBy: { id: 'S', title: 'Session expired' } },
    ],
    [
      'unknown action',
      app(editor),
      { windowId: 'A', action: 'nope' },
      { code: 'action_not_available', reason: 'unknown_action' },
    ],
    [
      'not now, with the reason of the page',
      app(editor),
      { windowId: 'A', action: 'submit' },
      { code: 'action_not_available', reason: 'unavailable', message: 'Recipient is empty' },
    ],
    [
      'unavailable comes before version',
      app(editor),
      { windowId: 'A', action: 'submit', expectedVersion: 1 },
      { reason: 'unavailable' },
    ],
    [
      'stale',
      app(editor),
      { windowId: 'A', action: 'save', expectedVersion: 41 },
      { code: 'stale_state', currentVersion: 42 },
    ],
    [
      'a version of another type is not stale',
      app(editor),
      { windowId: 'A', action: 'save', expectedVersion: '42' },
      undefined,
    ],
  ])('%s', (_, declared, target, expected) => {
    const error = refuseCall(declared, target);
    if (expected === undefined) expect(error).toBeUndefined();
    else expect(error).toMatchObject({ ...expected, outcome: 'not_executed' });
  });

  test('a refusal says what there is instead', () => {
    expect(refuseCall(app(editor), { windowId: 'A', action: 'nope' })?.message).toContain('It offers: save.');
  });
});

test.each([
  [undefined, 'A', undefined],
  [null, 'A', undefined],
  [7, 'A', undefined],
  ['7', 'A', 'must be an integer'],
  [7.5, 'A', 'must be an integer'],
  [2 ** 60, 'A', 'must be an integer'],
  [7, null, 'actions of an application have no version; leave it out'],
  [null, null, undefined],
])('expectedVersion %j for window %j', (expectedVersion, windowId, error) => {
  expect(wrongExpectedVersion({ windowId, action: 'x', expectedVersion })?.error).toBe(error);
});
