import * as z from 'zod';
import type { TestCounts } from './test-counts.ts';

/** Environment variable with the path of the file to which a run notes its progress. */
export const PROGRESS_FILE = 'MCP_GUI_BRIDGE_TEST_PROGRESS';

const ProgressNote = z.object({
  test: z.string(),
  state: z.enum(['running', 'passed', 'failed', 'skipped']),
});
export type ProgressNote = z.infer<typeof ProgressNote>;

const DEFAULT_MINUTES = 25;

/**
 * How long all tests together may take.
 *
 * @throws Error when `MCP_GUI_BRIDGE_TEST_MINUTES` is no number above 0
 */
export function testMinutes({ MCP_GUI_BRIDGE_TEST_MINUTES: value }: NodeJS.ProcessEnv): number {
  const minutes = value === undefined ? DEFAULT_MINUTES : Number(value);
  if (minutes > 0) return minutes;
  throw new Error(`MCP_GUI_BRIDGE_TEST_MINUTES must be a number of minutes above 0, not "${value}".`);
}

/** One note a line; the last one may have been cut off. */
function readNotes(progress: string): ProgressNote[] {
  const lines = progress.split('\n').slice(0, -1);
  return lines.map((line) => ProgressNote.parse(JSON.parse(line)));
}

/** A run that was killed: each test that was still going has failed, and something has, whatever was noted. */
export function overtimeCounts(progress: string): TestCounts & { readonly running: readonly string[] } {
  const states = new Map(readNotes(progress).map(({ test, state }) => [test, state]));
  const inState = (wanted: ProgressNote['state']) => [...states].filter(([, state]) => state === wanted);
  const running = inState('running').map(([test]) => test);
  return {
    passed: inState('passed').length,
    failed: inState('failed').length + Math.max(1, running.length),
    running,
  };
}
