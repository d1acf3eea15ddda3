import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { growing, type ProgressReport, progressReports } from '../../../native-host/src/mcp/progress-reports.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a silent page: the client is told every 10 s that the call is still waited for, until it ends', () => {
  const sent: ProgressReport[] = [];
  const reports = progressReports((report) => sent.push(report));
  vi.advanceTimersByTime(3 * LIMITS.progressEveryMs);
  expect(sent).toHaveLength(3);
  reports.close();
  vi.advanceTimersByTime(3 * LIMITS.progressEveryMs);
  expect(sent).toHaveLength(3);
});

test('a talkative page is passed on ten times a second, its last word always', () => {
  const sent: ProgressReport[] = [];
  const { report } = progressReports((each) => sent.push(each));
  for (let done = 1; done <= 1_000; done++) {
    report({ done, total: 1_000 });
    vi.advanceTimersByTime(1);
  }
  expect(sent.length).toBeLessThanOrEqual(12);
  expect(sent.at(-1)).toEqual({ progress: 1_000, total: 1_000 });
});

test('progress only ever grows, whatever a page says', () => {
  const finite = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 });
  fc.assert(fc.property(finite, finite, (last, wanted) => growing(last, wanted) > last));
});
