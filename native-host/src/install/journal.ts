import * as z from 'zod';
import { BROWSER_NAMES } from './browsers.ts';
import { InstallError } from './install-error.ts';

/** One thing that browsers read: a browser's own place, or a profile started with `--user-data-dir`. */
export const Target = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('browser'),
    browser: z.enum(BROWSER_NAMES),
    extensionIds: z.array(z.string()),
  }),
  z.object({ kind: z.literal('profile'), userDataDir: z.string(), extensionIds: z.array(z.string()) }),
]);
export type Target = z.infer<typeof Target>;

/** `place` is a path, or a registry key below `HKCU\Software`. */
export const JournalEntry = z.object({
  kind: z.enum(['program', 'launcher', 'key', 'manifest', 'registry']),
  place: z.string(),
  sha256: z.string(),
  /** Targets that need it (`targetName`). */
  usedBy: z.array(z.string()),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

/** `install.json`: what was written and for whom, so that `uninstall` removes exactly that. */
export const Journal = z.object({
  version: z.literal(1),
  targets: z.array(Target),
  entries: z.array(JournalEntry),
  /** Directories that did not exist before, outermost first. */
  directories: z.array(z.string()),
});
export type Journal = z.infer<typeof Journal>;

export const EMPTY_JOURNAL: Journal = { version: 1, targets: [], entries: [], directories: [] };

export function journalText(journal: Journal): string {
  return `${JSON.stringify(journal, null, 2)}\n`;
}

/** Throws `InstallError` (3) when the text is not a journal: guessing what was installed could delete another's file. */
export function parseJournal(text: string | undefined, path: string): Journal {
  if (text === undefined) return EMPTY_JOURNAL;
  try {
    return Journal.parse(JSON.parse(text));
  } catch {
    throw new InstallError(
      `${path} could not be parsed, so nothing was changed. Move it away and run "mcp-gui-bridge install" again.`,
      3,
    );
  }
}

/** The browser's name or the profile's directory: two targets of one name are one target. */
export function targetName(target: Target): string {
  return target.kind === 'browser' ? target.browser : target.userDataDir;
}
