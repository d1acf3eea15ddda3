import type { Snapshot } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import type { CallRecord } from '../../../demo-site/runner/agent.ts';
import { callLines, headingLines, plain, windowsLines } from '../../../demo-site/runner/transcript.ts';

const record = (part: Partial<CallRecord>): CallRecord => ({
  tool: 'w2abc__submit',
  arguments: {},
  answer: { ok: true, value: { openedWindowIds: [] } },
  raw: { content: [] },
  ms: 12,
  notifications: [],
  ...part,
});

describe('a call', () => {
  test('shows tool, arguments, answer, notifications and time', () => {
    const lines = callLines(
      record({
        arguments: { recipient: 'Alice' },
        answer: { ok: true, value: { message: 'A dialog opened: Confirm order', openedWindowIds: ['w9'] } },
        notifications: ['notifications/tools/list_changed', 'notifications/resources/updated'],
      }),
      plain,
    );
    expect(lines).toEqual([
      'w2abc__submit {"recipient":"Alice"}  12 ms',
      '    done  A dialog opened: Confirm order  opened w9',
      '    received tools/list_changed, resources/updated',
    ]);
  });

  test('that was refused shows code, message and what helps, without the call’s id', () => {
    const error = {
      code: 'stale_state',
      message: 'The window has changed.',
      outcome: 'not_executed',
      currentVersion: 4,
      callId: 'ffff',
    } as const;
    const [, answer] = callLines(record({ answer: { ok: false, error } }), plain);
    expect(answer).toBe('    stale_state The window has changed. {"outcome":"not_executed","currentVersion":4}');
  });

  test('with long arguments stays on one readable line, and equal notifications are counted', () => {
    const lines = callLines(
      record({
        arguments: { note: 'x'.repeat(5_000) },
        notifications: Array(3).fill('notifications/resources/updated'),
      }),
      plain,
    );
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(160);
    expect(lines.at(-1)).toBe('    received resources/updated ×3');
  });
});

test('windows are shown with their state, and applications that are not live with the reason', () => {
  const window = { appId: 'a1', modal: false, ownerId: null, version: 3, blocks: [] };
  const snapshot: Snapshot = {
    operableWindowIds: ['w2'],
    windows: [
      { ...window, id: 'w1', title: 'Order Editor' },
      { ...window, id: 'w2', title: 'Confirm order' },
    ],
    applications: [
      { id: 'a1', name: 'Order desk', origin: 'http://localhost:1', browser: 'Chromium', state: 'live' },
      {
        id: 'a2',
        name: 'Stock room',
        origin: 'http://localhost:1',
        browser: 'Chromium',
        state: 'unresponsive',
        reason: 'late',
      },
    ],
  };
  expect(windowsLines(snapshot, 5, ['notifications/resources/updated'], plain)).toEqual([
    '    received resources/updated',
    'read app://windows  5 ms',
    '    blocked   w1  Order Editor, version 3  Order desk · http://localhost:1',
    '    operable  w2  Confirm order, version 3  Order desk · http://localhost:1',
    '    unresponsive  Stock room: late',
  ]);
});

test('the painter decides about colours', () => {
  expect(headingLines('Title', (tone, text) => `<${tone}>${text}`)).toEqual(['', '<heading>Title']);
});
