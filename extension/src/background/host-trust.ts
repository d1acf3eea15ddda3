import { InstallationFingerprint } from '@mcp-gui-bridge/page-sdk/protocol';
import type { StorageArea } from './browser-api.ts';
import { meetHost } from './link-policy.ts';
import { Stored } from './stored.ts';

/**
 * Which installation of the host this profile knows: the first that it met, or another that the person has trusted since.
 * A program of the same user can copy a fingerprint, so this tells of a change, and prevents none.
 */
export class HostTrust {
  readonly #trusted: Stored<string | null>;
  #stranger: string | null = null;

  constructor(local: StorageArea) {
    this.#trusted = new Stored<string | null>(local, 'installation', InstallationFingerprint.nullable().catch(null));
  }

  load(): Promise<void> {
    return this.#trusted.load();
  }

  /** The installation that was met last, when it is not the one that is known. */
  get stranger(): string | null {
    return this.#stranger;
  }

  /** Returns whether a host of this installation may go on. */
  meet(installation: string): boolean {
    const meeting = meetHost(this.#trusted.value, installation);
    if (meeting === 'first') this.#trusted.set(installation);
    this.#stranger = meeting === 'changed' ? installation : null;
    return meeting !== 'changed';
  }

  /** The person trusts what they were shown. Returns whether that is still what waits. */
  accept(installation: string): boolean {
    if (installation !== this.#stranger) return false;
    this.#trusted.set(installation);
    this.#stranger = null;
    return true;
  }
}
