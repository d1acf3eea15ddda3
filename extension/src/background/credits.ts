import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';

const EVERY_MS = 1000 / LIMITS.statePerSecond;

/**
 * The rate at which pages may send state unasked: each starts with `LIMITS.stateBurst` and gets one credit back every
 * 50 ms while it owes some. The clock is here because timers of hidden pages run once a second.
 */
export class Credits {
  readonly #owed = new Map<string, number>();
  readonly #give: (documentId: string) => void;
  readonly #after: (ms: number, callback: () => void) => void;
  #isTicking = false;

  constructor(give: (documentId: string) => void, after: (ms: number, callback: () => void) => void) {
    this.#give = give;
    this.#after = after;
  }

  /**
   * A document spent some. False for one that sends far beyond what it has, which no page that keeps the rule does. What
   * it owes stays when it attaches anew or goes: else that would be the way around the rule.
   */
  spend(documentId: string, cost = 1): boolean {
    const owed = (this.#owed.get(documentId) ?? 0) + cost;
    this.#owed.set(documentId, owed);
    this.#tick();
    return owed <= 2 * LIMITS.stateBurst;
  }

  #tick(): void {
    if (this.#isTicking || this.#owed.size === 0) return;
    this.#isTicking = true;
    this.#after(EVERY_MS, () => {
      this.#isTicking = false;
      for (const [documentId, owed] of [...this.#owed]) {
        if (owed > 1) this.#owed.set(documentId, owed - 1);
        else this.#owed.delete(documentId);
        this.#give(documentId);
      }
      this.#tick();
    });
  }
}
