import { SECRETS } from './application.ts';
import type { SeenAnswer, SeenSnapshot } from './seen.ts';

/** What one client has seen during all checks, for those that judge the whole. */
export class Observed {
  /** Failed calls, in order. */
  readonly failures: SeenAnswer[] = [];
  /** Sentences about versions that went back. */
  readonly lowered: string[] = [];
  /** Sentences about answers, other than reads of the windows, that carried a sensitive value. */
  readonly leaks: string[] = [];
  readonly #versions = new Map<string, number>();

  addAnswer(answer: SeenAnswer): void {
    if (answer.failed) this.failures.push(answer);
  }

  addSnapshot({ windows }: SeenSnapshot): void {
    for (const { id, title, version } of windows) {
      const before = this.#versions.get(id);
      if (version === undefined) continue;
      if (before !== undefined && version < before) {
        this.lowered.push(`the version of "${title}" (${id}) went from ${before} back to ${version}`);
      }
      this.#versions.set(id, version);
    }
  }

  /** @param what names the message, such as `tools/list` */
  addMessage(what: string, message: unknown): void {
    const text = JSON.stringify(message) ?? '';
    for (const secret of Object.values(SECRETS)) {
      if (text.includes(secret)) this.leaks.push(`${what} carries the sensitive value "${secret}"`);
    }
  }
}
