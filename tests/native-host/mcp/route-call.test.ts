import { describe, expect, test } from 'vitest';
import type { GuiModel } from '../../../native-host/src/mcp/gui-model.ts';
import { routeCall } from '../../../native-host/src/mcp/route-call.ts';
import { action, appId, attached, modelOf, window, windowId } from './model-events.ts';

const A = appId('orders');
const EDITOR = windowId('editor');
const route = (gui: GuiModel, name: string, version?: unknown) => routeCall(gui.mirror, gui.view, name, version);
const desk = (...more: ReturnType<typeof window>[]) =>
  modelOf([
    attached(
      'orders',
      [window('editor', 1, { version: 4, actions: [action('go'), action('off', { available: 'Empty' })] }), ...more],
      {
        actions: [action('new')],
      },
    ),
  ]);

test('a window’s and an application’s tool, listed or not', () => {
  expect(route(desk(), `${EDITOR}__go`, 4)).toMatchObject({ kind: 'call', appId: A, windowId: EDITOR });
  expect(route(desk(), `${EDITOR}__go`, null)).toMatchObject({ kind: 'call' });
  expect(route(desk(), `app__${A}_new`)).toMatchObject({ kind: 'call', appId: A, windowId: null });
});

describe('refusals', () => {
  const modal = window('sure', 2, { modal: true, ownerId: EDITOR });
  const appModal = window('expired', 2, { modal: true });
  const table: [string, GuiModel, string, unknown, object][] = [
    ['a window that never was', desk(), `${windowId('nobody')}__go`, undefined, { code: 'window_not_found' }],
    ['a name like a window’s', desk(), 'w-1__go', undefined, { code: 'window_not_found' }],
    ['an application that never was', desk(), `app__${appId('nobody')}_x`, undefined, { code: 'window_not_found' }],
    [
      'a helper that is none',
      desk(),
      'app__nothing',
      undefined,
      { code: 'action_not_available', reason: 'unknown_action' },
    ],
    ['any other name', desk(), 'click', undefined, { code: 'action_not_available', reason: 'unknown_action' }],
    [
      'an unknown action',
      desk(),
      `${EDITOR}__fly`,
      undefined,
      { code: 'action_not_available', reason: 'unknown_action' },
    ],
    ['an unavailable action', desk(), `${EDITOR}__off`, undefined, { reason: 'unavailable', message: 'Empty' }],
    [
      'a blocked window',
      desk(modal),
      `${EDITOR}__go`,
      undefined,
      { code: 'blocked_by_modal', blockedBy: { id: windowId('sure') } },
    ],
    ['a blocked application', desk(appModal), `app__${A}_new`, undefined, { code: 'blocked_by_modal' }],
    ['another version', desk(), `${EDITOR}__go`, 3, { code: 'stale_state', currentVersion: 4 }],
    [
      'a version that is no integer',
      desk(),
      `${EDITOR}__go`,
      '4',
      { code: 'validation_failed', fields: [{ field: 'expectedVersion' }] },
    ],
    ['a version for an application', desk(), `app__${A}_new`, 1, { code: 'validation_failed' }],
  ];
  test.each(table)('%s', (_, gui, name, version, error) => {
    expect(route(gui, name, version)).toMatchObject({ kind: 'refused', error: { outcome: 'not_executed', ...error } });
  });

  test.each(['paused', 'suspended', 'unresponsive', 'over_limit'] as const)('%s', (condition) => {
    const gui = desk();
    gui.apply({ type: 'model', link: 'one', event: { type: 'changed', appId: A, condition } });
    expect(route(gui, `${EDITOR}__go`)).toMatchObject({ error: { code: 'action_not_available', reason: condition } });
  });
});

test('why a window is gone is told as far as it is known', () => {
  const gui = desk();
  gui.apply({ type: 'model', link: 'one', event: { type: 'changed', appId: A, change: { closed: [EDITOR] } } });
  expect(route(gui, `${EDITOR}__go`)).toMatchObject({ error: { code: 'window_not_found', reason: 'closed' } });

  const gone = desk();
  gone.apply({ type: 'model', link: 'one', event: { type: 'detached', appId: A, reason: 'closed' } });
  expect(route(gone, `${EDITOR}__go`)).toMatchObject({ error: { code: 'window_not_found', reason: 'document_gone' } });
});

test('a lost browser: reconnecting first, then not connected, which is not the same as gone', () => {
  const gui = desk();
  const [effect] = gui.apply({ type: 'lost', link: 'one' });
  expect(route(gui, `${EDITOR}__go`)).toEqual({ kind: 'reconnecting' });
  if (effect?.type === 'grace') gui.apply({ ...effect, type: 'grace_over' });
  expect(route(gui, `${EDITOR}__go`)).toMatchObject({
    error: { code: 'action_not_available', outcome: 'not_executed', reason: 'not_connected' },
  });
});

test('an agent limited to other sites is told nothing but that there is no such window', () => {
  const gui = modelOf([attached('orders', [window('editor', 1)])], new Set(['https://other.example']));
  expect(route(gui, `${EDITOR}__go`)).toMatchObject({ error: { code: 'window_not_found' } });
});
