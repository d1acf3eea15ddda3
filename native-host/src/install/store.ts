import { existsSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { createDirectories, writeAtomically } from './atomic-write.ts';
import type { JournalEntry } from './journal.ts';
import { type WindowsRegistry, windowsRegistry } from './windows-registry.ts';

type Kind = JournalEntry['kind'] | 'journal';

/** Files and registry values behind one door, so that the same rules apply to both. */
export interface Store {
  exists(path: string): boolean;
  read(kind: Kind, place: string): Uint8Array | undefined;
  /** Returns the directories that had to be created. */
  write(kind: Kind, place: string, content: Uint8Array): string[];
  remove(kind: Kind, place: string): void;
  /** Removes a directory that is empty; returns whether it is gone. */
  removeDirectory(path: string): boolean;
}

const modes: Record<Exclude<Kind, 'registry'>, number> = {
  program: 0o755,
  launcher: 0o755,
  key: 0o600,
  manifest: 0o644,
  journal: 0o600,
};

/** The disk of this machine, and on Windows its registry. */
export function machineStore(registry: WindowsRegistry = windowsRegistry()): Store {
  return {
    exists: existsSync,
    read(kind, place) {
      if (kind === 'registry') {
        const value = registry.read(place);
        return value === undefined ? undefined : new TextEncoder().encode(value);
      }
      return existsSync(place) ? readFileSync(place) : undefined;
    },
    write(kind, place, content) {
      if (kind === 'registry') {
        registry.write(place, new TextDecoder().decode(content));
        return [];
      }
      const created = createDirectories(dirname(place), existsSync);
      writeAtomically(place, content, modes[kind]);
      return created;
    },
    remove(kind, place) {
      if (kind === 'registry') registry.remove(place);
      else rmSync(place, { force: true });
    },
    removeDirectory(path) {
      try {
        rmdirSync(path);
      } catch {
        return !existsSync(path);
      }
      return true;
    },
  };
}
