import type { Declared } from './protocol/window.ts';
import type { Secrets } from './secrets.ts';

const MOST_TOLD = 4_096;

/**
 * Which names may be said. A person may type what a block or an action is called, so one that agents have heard before
 * stays: it tells them nothing. A new one that contains a secret may be data, and what is called so is left out.
 */
export class Addresses {
  readonly #secrets: Secrets;
  /** The first 4,096. */
  readonly #told = new Set<string>();
  readonly #warned = new Set<string>();

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** @param what it is the name of, for the console, which does not learn the name: consoles are often collected */
  maySay(name: string, what: 'block' | 'action' | 'view'): boolean {
    if (this.#told.has(name) || !this.#secrets.isIn(name)) return true;
    if (!this.#warned.has(what)) {
      this.#warned.add(what);
      console.warn(
        `[mcp-gui-bridge] agents do not see this ${what}: a name in it contains a sensitive value; rename it`,
      );
    }
    return false;
  }

  tell({ windows, actions }: Declared): void {
    for (const { blocks, actions: own } of [...windows, { blocks: [], actions }]) {
      for (const name of [...blocks.map(({ id }) => id), ...own.map((action) => action.name)]) {
        if (this.#told.size < MOST_TOLD) this.#told.add(name);
      }
    }
  }
}
