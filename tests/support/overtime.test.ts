import { describe, expect, test } from 'vitest';
import { overtimeCounts, type ProgressNote, testMinutes } from './overtime.ts';

/** As the reporter writes them: `a+` is test a that passed, `-` failed, `~` skipped, `…` is running. */
const STATES: Record<string, ProgressNote['state']> = { '+': 'passed', '-': 'failed', '~': 'skipped', '…': 'running' };
const progress = (...notes: string[]): string =>
  notes.map((note) => `${JSON.stringify({ test: note[0], state: STATES[note[1] ?? ''] })}\n`).join('');

describe('a run that was killed', () => {
  test.each([
    ['nothing was noted', progress(), { passed: 0, failed: 1, running: [] }],
    ['all had passed', progress('a…', 'a+'), { passed: 1, failed: 1, running: [] }],
    ['one was running', progress('a…', 'a+', 'b…'), { passed: 1, failed: 1, running: ['b'] }],
    ['two were running', progress('a…', 'b…', 'c…', 'c-'), { passed: 0, failed: 3, running: ['a', 'b'] }],
    ['one was left out', progress('a…', 'a~'), { passed: 0, failed: 1, running: [] }],
    ['its last note was cut off', `${progress('a…', 'a+')}{"test":"b","st`, { passed: 1, failed: 1, running: [] }],
  ])('%s', (_, text, counts) => {
    expect(overtimeCounts(text)).toEqual(counts);
  });
});

describe('how long all may take', () => {
  test('25 minutes, or what the environment says', () => {
    expect(testMinutes({})).toBe(25);
    expect(testMinutes({ MCP_GUI_BRIDGE_TEST_MINUTES: '0.5' })).toBe(0.5);
  });

  test.each(['', '0', '-1', 'long'])('%j is refused with a sentence', (value) => {
    expect(() => testMinutes({ MCP_GUI_BRIDGE_TEST_MINUTES: value })).toThrow(/must be a number of minutes above 0/);
  });
});
