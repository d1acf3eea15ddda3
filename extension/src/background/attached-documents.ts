import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import * as z from 'zod';
import type { StorageArea } from './browser-api.ts';

const Stored = z.array(z.string()).catch([]);

/**
 * The documents that are attached, told to the next worker through `storage.session`: a host that starts with it waits
 * for those documents before it lets a call through.
 */
export class AttachedDocuments {
  readonly #session: StorageArea;
  readonly #attached = new Set<string>();
  #missing = new Set<string>();

  constructor(session: StorageArea) {
    this.#session = session;
  }

  /** Reads what the previous worker had; after `LIMITS.reconnectMs` nobody waits for them any more. */
  async load(after: (ms: number, callback: () => void) => void): Promise<void> {
    const stored = Stored.parse((await this.#session.get('attached'))['attached']);
    this.#missing = new Set(stored.filter((documentId) => !this.#attached.has(documentId)));
    after(LIMITS.reconnectMs, () => {
      this.#missing.clear();
      this.#store();
    });
  }

  /** Documents of the previous worker that are not back yet. */
  get missing(): readonly string[] {
    return [...this.#missing];
  }

  /** The documents that are attached now. */
  update(documentIds: Iterable<string>): void {
    const now = new Set(documentIds);
    const isSame = now.size === this.#attached.size && [...now].every((documentId) => this.#attached.has(documentId));
    if (isSame) return;
    this.#attached.clear();
    for (const documentId of now) {
      this.#attached.add(documentId);
      this.#missing.delete(documentId);
    }
    this.#store();
  }

  #store(): void {
    void this.#session.set({ attached: [...this.#attached, ...this.#missing] });
  }
}
