import assert from 'node:assert/strict';
import type { Snapshot } from '@mcp-gui-bridge/page-sdk/protocol';

/** Ids are the bridge's own. What can be said of them: each stays with its window or application and is never used again. */
export class KnownIds {
  readonly #ids = new Map<string, string>();
  readonly #names = new Map<string, string>();
  readonly #readBy = new Map<object, Set<string>>();

  /** By window key and application name. */
  get ids(): ReadonlyMap<string, string> {
    return this.#ids;
  }

  /** Keys of all windows that any agent ever read. */
  get windowKeys(): string[] {
    return [...this.#ids].filter(([, id]) => id.startsWith('w')).map(([key]) => key);
  }

  keyOf(id: string): string {
    return this.#names.get(id) ?? `(nobody read ${id})`;
  }

  /** Whether this agent itself has read it. */
  hasRead(reader: object, id: string): boolean {
    return this.#readBy.get(reader)?.has(id) === true;
  }

  /** Takes in the ids of a snapshot as one agent read it; windows show their keys. */
  learn(reader: object, text: string): void {
    const { windows, applications } = JSON.parse(text) as Snapshot;
    const read = this.#readBy.get(reader) ?? new Set();
    this.#readBy.set(reader, read);
    for (const { id } of [...windows, ...applications]) read.add(id);
    for (const { id, name } of applications) this.#learn(name, id);
    for (const { id, blocks } of windows) {
      const [block] = blocks;
      this.#learn(String(block?.type === 'fields' ? block.items[0]?.value : undefined), id);
    }
  }

  #learn(name: string, id: string): void {
    const known = this.#ids.get(name);
    if (known === id) return;
    assert.equal(known, undefined, `${name} has another id than before`);
    assert.equal(this.#names.get(id), undefined, `the id of ${name} was used before`);
    this.#ids.set(name, id);
    this.#names.set(id, name);
  }
}
