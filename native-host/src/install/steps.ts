import { createHash } from 'node:crypto';
import type { Journal, JournalEntry } from './journal.ts';
import { LAUNCHER_MARK } from './launcher.ts';
import { parseManifest } from './manifest.ts';
import type { Item } from './plan.ts';

/** What to do with one place. `leave` is a refusal: `unparsable` ends the command with exit code 3. */
export type Step =
  | { do: 'write'; item: Item }
  | { do: 'keep'; item: Item }
  | { do: 'remove'; entry: JournalEntry }
  | { do: 'forget'; entry: JournalEntry }
  | { do: 'leave'; kind: JournalEntry['kind']; place: string; why: string; unparsable: boolean };

/** Bytes at a place now, or undefined when there is nothing. */
export type Found = (kind: JournalEntry['kind'], place: string) => Uint8Array | undefined;

export function digest(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

export function entryOf({ kind, place, content, usedBy }: Item): JournalEntry {
  return { kind, place, sha256: digest(content), usedBy: [...usedBy] };
}

/** Steps of `install`: everything wanted is written, what an earlier installation left over is removed. */
export function installSteps(wanted: readonly Item[], journal: Journal, found: Found): Step[] {
  const places = new Set(wanted.map((item) => item.place));
  const obsolete = journal.entries.filter((entry) => !places.has(entry.place));
  return [...wanted.map((item) => writeStep(item, journal, found)), ...removalSteps(obsolete, found)];
}

/** Removes what was written and still is as it was written; manifests go before the programs that they name. */
export function removalSteps(entries: readonly JournalEntry[], found: Found): Step[] {
  return entries
    .map((entry): Step => {
      const content = found(entry.kind, entry.place);
      if (content === undefined) return { do: 'forget', entry };
      if (digest(content) === entry.sha256) return { do: 'remove', entry };
      const why = 'It was changed after it was written. Remove it yourself if it is not needed.';
      return { do: 'leave', kind: entry.kind, place: entry.place, why, unparsable: false };
    })
    .reverse();
}

function writeStep(item: Item, journal: Journal, found: Found): Step {
  const content = found(item.kind, item.place);
  if (content === undefined) return { do: 'write', item };
  if (digest(content) === digest(item.content)) return { do: 'keep', item };
  const known = journal.entries.find((entry) => entry.place === item.place);
  if (known?.sha256 === digest(content)) return { do: 'write', item };
  const objection = foreign(item, new TextDecoder().decode(content));
  if (objection === undefined) return { do: 'write', item };
  return { do: 'leave', kind: item.kind, place: item.place, ...objection };
}

/** Why something that is there is not ours to overwrite; undefined when it is ours after all. */
function foreign(item: Item, text: string): { why: string; unparsable: boolean } | undefined {
  switch (item.kind) {
    case 'program':
    case 'key':
      return undefined;
    case 'launcher':
      if (text.includes(LAUNCHER_MARK)) return undefined;
      return { why: 'Another program put this file there. Remove it and install again.', unparsable: false };
    case 'manifest': {
      const manifest = parseManifest(text);
      if (manifest === undefined) {
        return { why: 'It could not be parsed. Repair or remove it and install again.', unparsable: true };
      }
      if (manifest.path === item.leadsTo) return undefined;
      return { why: `It starts ${manifest.path}. Remove it and install again to replace it.`, unparsable: false };
    }
    case 'registry':
      return { why: `It names ${text}. Remove the key and install again to replace it.`, unparsable: false };
  }
}
