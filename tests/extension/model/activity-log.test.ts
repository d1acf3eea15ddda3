import type { CallAnswer } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import {
  type ActivityLog,
  beginEntry,
  clearEnded,
  dropEntry,
  endEntry,
  type LogEntry,
  loseEntries,
} from '../../../extension/src/model/activity-log.ts';

const entry = (callId: string, more: Partial<LogEntry> = {}): LogEntry => ({
  callId,
  at: 1_000,
  agent: 'A',
  origin: 'https://shop.example',
  application: 'Shop',
  window: 'Orders',
  action: 'drop',
  title: 'Drop',
  arguments: '{}',
  state: 'running',
  ...more,
});
const done: CallAnswer = { ok: true, value: { message: 'Dropped', openedWindowIds: [] } };
const failed = (outcome: 'not_executed' | 'unknown'): CallAnswer => ({
  ok: false,
  error: { code: 'action_timeout', outcome, message: 'Too late', reason: 'running' },
});
const asSaid = (message: string) => message;

describe('the log', () => {
  test('follows a call from the question to its end', () => {
    let log: ActivityLog = beginEntry([], entry('c1', { state: 'asking' }));
    log = beginEntry(log, entry('c1', { state: 'running', at: 5_000 }));
    expect(log).toEqual([entry('c1', { state: 'running' })]);
    log = endEntry(log, 'c1', done, 6_000, asSaid);
    expect(log).toEqual([entry('c1', { state: 'ended', outcome: 'executed', message: 'Dropped', ms: 5_000 })]);
  });

  test('keeps the truth that came first, and replaces "unknown" by one that comes late', () => {
    const unknown = endEntry([entry('c1')], 'c1', failed('unknown'), 2_000, asSaid);
    expect(unknown).toMatchObject([{ outcome: 'unknown', code: 'action_timeout', reason: 'running' }]);
    const late = endEntry(unknown, 'c1', done, 9_000, asSaid);
    expect(late).toMatchObject([{ outcome: 'executed', ms: 8_000 }]);
    expect(endEntry(late, 'c1', failed('unknown'), 9_500, asSaid)).toBe(late);
  });

  test('says what may be written down of a page’s sentence', () => {
    const log = [entry('c1')];
    expect(endEntry(log, 'c1', done, 2_000, (said) => `${said.length}`)).toMatchObject([{ message: '7' }]);
    expect(endEntry(log, 'c1', done, 2_000, () => undefined)[0]).not.toHaveProperty('message');
  });

  test('says of a question that was taken back that nothing happened', () => {
    const log = dropEntry([entry('c1', { state: 'asking' })], 'c1', 'cancelled', 3_000);
    expect(log).toMatchObject([{ state: 'ended', outcome: 'not_executed', reason: 'cancelled' }]);
    expect(dropEntry(log, 'c1', 'paused', 4_000)).toBe(log);
  });

  test('does not know what became of what ran in a page that is gone', () => {
    const log = [entry('c1'), entry('c2', { state: 'asking' }), entry('c3')];
    expect(loseEntries(log, new Set(['c1', 'c2']), 'document_gone', 2_000)).toMatchObject([
      { outcome: 'unknown', reason: 'document_gone' },
      { outcome: 'not_executed' },
      { state: 'running' },
    ]);
    expect(loseEntries(log, new Set(['c9']), 'document_gone', 2_000)).toBe(log);
  });

  test('keeps the last 500 calls', () => {
    let log: ActivityLog = [];
    for (let n = 0; n < 510; n++) log = beginEntry(log, entry(`c${n}`));
    expect(log).toHaveLength(500);
    expect(log[0]?.callId).toBe('c10');
  });

  test('forgets none that has not ended, whether it is full or cleared', () => {
    const open = [entry('running'), entry('asking', { state: 'asking' })];
    let log: ActivityLog = open;
    for (let n = 0; n < 510; n++) log = beginEntry(log, entry(`c${n}`, { state: 'ended', outcome: 'executed' }));
    expect(log).toHaveLength(500);
    expect(log.slice(0, 3).map(({ callId }) => callId)).toEqual(['running', 'asking', 'c12']);
    expect(clearEnded(log)).toEqual(open);
  });

  test('ignores what it knows nothing of', () => {
    const log = [entry('c1')];
    expect(endEntry(log, 'c9', done, 1, asSaid)).toBe(log);
    expect(dropEntry(log, 'c9', 'cancelled', 1)).toBe(log);
  });
});
