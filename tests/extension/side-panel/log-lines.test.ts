import { describe, expect, test } from 'vitest';
import type { LogEntry } from '../../../extension/src/model/activity-log.ts';
import { filterLog, jsonLines } from '../../../extension/src/side-panel/log-lines.ts';

const entry = (callId: string, more: Partial<LogEntry> = {}): LogEntry => ({
  callId,
  at: Date.UTC(2030, 0, 1),
  agent: 'Claude',
  origin: 'https://shop.example',
  application: 'Shop',
  window: null,
  action: 'drop',
  title: 'Drop the order',
  arguments: '{"id":7}',
  state: 'ended',
  outcome: 'executed',
  ms: 12,
  ...more,
});

describe('the filter', () => {
  const log = [entry('c1'), entry('c2', { agent: 'Other', outcome: 'unknown' }), entry('c3', { title: 'Open' })];
  test.each<[string, string[]]>([
    ['', ['c3', 'c2', 'c1']],
    ['claude', ['c3', 'c1']],
    ['  drop  UNKNOWN ', ['c2']],
    ['"id":7', ['c3', 'c2', 'c1']],
    ['nothing like it', []],
  ])('%o finds, newest first', (text, found) => {
    expect(filterLog(log, text).map(({ callId }) => callId)).toEqual(found);
  });
});

describe('the export', () => {
  test('is one line of JSON an entry, oldest first, with times that machines read', () => {
    const cut = entry('c2', { at: Date.UTC(2029, 0, 1), arguments: '{"text":"so long…' });
    const lines = jsonLines([entry('c1'), cut]).split('\n');
    expect(lines.at(-1)).toBe('');
    const [first, second] = lines.slice(0, -1).map((line) => JSON.parse(line) as unknown);
    expect(first).toMatchObject({ time: '2029-01-01T00:00:00.000Z', callId: 'c2', arguments: '{"text":"so long…' });
    expect(second).toMatchObject({ time: '2030-01-01T00:00:00.000Z', arguments: { id: 7 }, outcome: 'executed' });
  });

  test('of nothing is nothing', () => {
    expect(jsonLines([])).toBe('');
  });
});
