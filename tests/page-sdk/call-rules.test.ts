import { describe, expect, test } from 'vitest';
import { dialogInFront, refusalOf, splitArguments } from '../../page-sdk/src/call-rules.ts';
import type { Declared, PageCall, WindowState } from '../../page-sdk/src/protocol/index.ts';

const action = { name: 'go', title: 'Go', inputSchema: {}, available: true as const, timeoutMs: 1 };

function window(opened: number, more: Partial<WindowState> = {}): WindowState {
  const id = `window-${opened}`;
  return { id, opened, title: id, modal: false, ownerId: null, version: 3, blocks: [], actions: [action], ...more };
}

const modalOf = (ownerId: string | null, opened: number) => window(opened, { modal: true, ownerId });

describe('whether a call may start', () => {
  const declared: Declared = { name: 'A', actions: [action], windows: [window(1), window(2), modalOf('window-2', 3)] };
  const held = [{ field: 'a', error: 'Is wrong' }];

  test.each<[string, string | null, string, unknown, boolean, string | undefined]>([
    ['all is well', 'window-1', 'go', 3, false, undefined],
    ['no version given', 'window-1', 'go', undefined, false, undefined],
    ['an action of the application', null, 'go', undefined, false, undefined],
    ['no such window comes before all', 'window-9', 'no', 'x', true, 'window_not_found'],
    ['a modal comes before the action', 'window-2', 'no', 'x', true, 'blocked_by_modal'],
    ['the action comes before the version', 'window-1', 'no', 2, true, 'action_not_available'],
    ['the version comes before the arguments', 'window-1', 'go', 2, true, 'stale_state'],
    ['a version of another type is an argument error', 'window-1', 'go', '3', false, 'validation_failed'],
    ['a version for the application', null, 'go', 3, false, 'validation_failed'],
    ['wrong arguments come last', 'window-1', 'go', 3, true, 'validation_failed'],
  ])('%s', (_what, windowId, name, expectedVersion, isWrong, code) => {
    const refusal = refusalOf('connected', declared, { windowId, action: name, expectedVersion }, isWrong ? held : []);
    expect(refusal?.code).toBe(code);
  });

  test.each([
    ['paused', 'paused'],
    ['absent', 'reconnecting'],
  ] as const)('a page that is %s starts nothing, before all other checks', (status, reason) => {
    const target = { windowId: 'window-9', action: 'no', expectedVersion: 'x' };
    expect(refusalOf(status, declared, target, held)).toMatchObject({ code: 'action_not_available', reason });
  });

  test('both kinds of argument error are told together', () => {
    const refusal = refusalOf(
      'connected',
      declared,
      { windowId: 'window-1', action: 'go', expectedVersion: 1.5 },
      held,
    );
    expect(refusal?.fields?.map(({ field }) => field)).toEqual(['expectedVersion', 'a']);
  });
});

describe('the dialog in front', () => {
  test.each<[string, WindowState[], string | null, string | undefined]>([
    ['none', [window(1)], 'window-1', undefined],
    ['a modal of the window', [window(1), modalOf('window-1', 3)], 'window-1', 'window-3'],
    ['a modal of the modal', [window(1), modalOf('window-1', 3), modalOf('window-3', 4)], 'window-1', 'window-4'],
    ['a modal of another window', [window(1), window(2), modalOf('window-2', 3)], 'window-1', undefined],
    ['a modal that was there before', [window(1), modalOf('window-1', 2)], 'window-1', undefined],
    ['an app-level modal', [window(1), modalOf(null, 3)], 'window-1', 'window-3'],
    ['an app-level modal before the application', [window(1), modalOf(null, 3)], null, 'window-3'],
    ["a window's modal does not stand before the application", [window(1), modalOf('window-1', 3)], null, undefined],
    ['the window itself is the modal', [window(1), modalOf('window-1', 3)], 'window-3', undefined],
  ])('%s', (_what, windows, windowId, front) => {
    expect(dialogInFront(windows, windowId, 2)?.id).toBe(front);
  });
});

describe('expectedVersion', () => {
  const request = (more: Partial<PageCall>): PageCall => ({
    callId: 'c',
    windowId: 'window-1',
    action: 'go',
    arguments: { a: 1 },
    agent: { name: 'T' },
    timeoutMs: 1,
    ...more,
  });

  test.each<[string, Partial<PageCall>, unknown]>([
    ['absent', {}, undefined],
    ['beside the arguments', { expectedVersion: 3 }, 3],
    ['among the arguments', { arguments: { a: 1, expectedVersion: 3 } }, 3],
    ['in both places', { expectedVersion: 4, arguments: { a: 1, expectedVersion: 3 } }, 4],
    ['null beside, a version among', { expectedVersion: null, arguments: { a: 1, expectedVersion: 3 } }, 3],
  ])('%s', (_what, more, expectedVersion) => {
    const { target, input } = splitArguments(request(more));
    expect(target).toEqual({ windowId: 'window-1', action: 'go', expectedVersion });
    expect(input).toEqual({ a: 1 });
  });
});
