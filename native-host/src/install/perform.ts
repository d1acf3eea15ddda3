import { type Journal, type JournalEntry, journalText, type Target, targetName } from './journal.ts';
import { type Change, changeOf } from './report.ts';
import { entryOf, type Step } from './steps.ts';
import type { Store } from './store.ts';

export interface Intent {
  journal: Journal;
  journalPath: string;
  steps: readonly Step[];
  /** Who is installed afterwards. */
  targets: Target[];
  /** Entries that no step touches. */
  untouched: JournalEntry[];
}

/**
 * Takes the steps. Before the first of them the journal is made to name all that was and will be there, so that
 * whatever happens in between `uninstall` knows every file; afterwards it is reduced to what really is there.
 */
export function perform(intent: Intent, store: Store): Change[] {
  const { journal, journalPath, steps, targets, untouched } = intent;
  const planned = steps.flatMap((step) => (step.do === 'write' || step.do === 'keep' ? [entryOf(step.item)] : []));
  const replaced = new Set(planned.map((entry) => entry.place));
  const before: Journal = {
    ...journal,
    targets: withNeeded(targets, journal, journal.entries),
    entries: [...journal.entries.filter((entry) => !replaced.has(entry.place)), ...planned],
  };
  const directories = [...journal.directories, ...saveJournal(before, journalPath, store)];

  const results = steps.map((step) => ({ step, ...take(step, store) }));
  const entries = [...untouched, ...results.flatMap(({ step, change }) => remembered(step, change, journal))];
  const after: Journal = {
    ...journal,
    targets: withNeeded(targets, journal, entries),
    entries,
    directories: [...directories, ...results.flatMap(({ created }) => created)],
  };
  finish(after, journalPath, store);
  return results.map(({ change }) => change);
}

/** Targets stay known as long as there is an entry for them, so that a removal that failed can be asked for again. */
function withNeeded(targets: readonly Target[], journal: Journal, entries: readonly JournalEntry[]): Target[] {
  const names = new Set(targets.map(targetName));
  const needed = new Set(entries.flatMap((entry) => entry.usedBy));
  const others = journal.targets.filter((target) => !names.has(targetName(target)) && needed.has(targetName(target)));
  return [...targets, ...others];
}

/** What the journal says of a place after a step: where a step failed, what it said before. */
function remembered(step: Step, change: Change, journal: Journal): JournalEntry[] {
  if (change.done === 'failed') return journal.entries.filter((entry) => entry.place === change.place);
  return step.do === 'write' || step.do === 'keep' ? [entryOf(step.item)] : [];
}

/** Removes directories of ours that are empty now, and the journal itself when it has nothing more to say. */
function finish(journal: Journal, path: string, store: Store): void {
  const over = journal.targets.length === 0 && journal.entries.length === 0;
  if (over) store.remove('journal', path);
  const left = journal.directories.toReversed().filter((directory) => !store.removeDirectory(directory));
  if (!over) saveJournal({ ...journal, directories: left.toReversed() }, path, store);
}

/** Returns the directories that were created for it. A journal that says the same already is not touched. */
function saveJournal(journal: Journal, path: string, store: Store): string[] {
  const text = journalText(journal);
  const present = store.read('journal', path);
  if (present !== undefined && new TextDecoder().decode(present) === text) return [];
  return store.write('journal', path, new TextEncoder().encode(text));
}

function take(step: Step, store: Store): { change: Change; created: string[] } {
  const change = changeOf(step);
  try {
    if (step.do === 'write')
      return { change, created: store.write(step.item.kind, step.item.place, step.item.content) };
    if (step.do === 'remove') store.remove(step.entry.kind, step.entry.place);
    return { change, created: [] };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { change: { ...change, done: 'failed', why }, created: [] };
  }
}
