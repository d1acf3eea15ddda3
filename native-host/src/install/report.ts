import type { JournalEntry } from './journal.ts';
import type { Step } from './steps.ts';

/** What became of one place. */
export interface Change {
  kind: JournalEntry['kind'];
  place: string;
  done: 'written' | 'unchanged' | 'removed' | 'already gone' | 'left alone' | 'failed';
  why?: string;
}

/** Outcome of `install` or `uninstall`; with `dryRun` the changes are what would become of each place. */
export interface Report {
  dryRun: boolean;
  changes: Change[];
  /** Sentences for a person: what to know, what to do next. */
  notes: string[];
  /** 0 all done; 1 something was left alone or failed; 3 because it could not be parsed. */
  exitCode: 0 | 1 | 3;
}

export interface InstallReport extends Report {
  /** Absolute path of the command that clients start. */
  program: string;
}

/** What a step will have done when nothing goes wrong. */
export function changeOf(step: Step): Change {
  switch (step.do) {
    case 'write':
      return { kind: step.item.kind, place: step.item.place, done: 'written' };
    case 'keep':
      return { kind: step.item.kind, place: step.item.place, done: 'unchanged' };
    case 'remove':
      return { kind: step.entry.kind, place: step.entry.place, done: 'removed' };
    case 'forget':
      return { kind: step.entry.kind, place: step.entry.place, done: 'already gone' };
    case 'leave':
      return { kind: step.kind, place: step.place, done: 'left alone', why: step.why };
  }
}

export function exitCodeOf(steps: readonly Step[], changes: readonly Change[]): Report['exitCode'] {
  if (steps.some((step) => step.do === 'leave' && step.unparsable)) return 3;
  return changes.some(({ done }) => done === 'left alone' || done === 'failed') ? 1 : 0;
}

/** The report as lines for a person. */
export function reportLines(report: Report): string[] {
  const changes = report.changes.map(({ kind, place, done, why }) => {
    const where = kind === 'registry' ? `HKCU\\Software\\${place}` : place;
    return `${done.padEnd(12)} ${where}${why === undefined ? '' : `\n             ${why}`}`;
  });
  const dry = report.dryRun ? ['Nothing was changed (--dry-run). A real run would end like this:'] : [];
  return [...dry, ...changes, ...report.notes];
}
