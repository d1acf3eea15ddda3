import type { Progress } from './protocol/call.ts';
import { diffDeclared } from './protocol/declared-change.ts';
import { LIMITS } from './protocol/limits.ts';
import type { PageToWorker } from './protocol/page-hop.ts';
import { RELEASE_VERSION, WIRE_VERSION } from './protocol/version.ts';
import type { Declared } from './protocol/window.ts';

interface Link {
  readonly post: (message: PageToWorker) => void;
  /** What the worker holds. */
  sent: Declared;
  /** Unsolicited changes that may still be sent. */
  credit: number;
}

/** Sends what changed: once per task, always before an answer, and never faster than the worker gives credit. */
export class Outbox {
  readonly #declared: () => Declared;
  readonly #nextTurn: () => Promise<void>;
  #link: Link | undefined;
  #isScheduled = false;
  readonly #progress = new Map<string, Progress>();

  constructor(declared: () => Declared, nextTurn: () => Promise<void>) {
    this.#declared = declared;
    this.#nextTurn = nextTurn;
  }

  /** A fresh link: everything sent before is lost, so everything is sent again. */
  attach(post: (message: PageToWorker) => void, running: string[]): void {
    const sent = this.#declared();
    this.#link = { post, sent, credit: LIMITS.stateBurst };
    const declared = diffDeclared(undefined, sent) ?? {};
    post({ type: 'attach', wire: WIRE_VERSION, sdk: RELEASE_VERSION, declared, running });
  }

  detach(): void {
    this.#link = undefined;
    this.#progress.clear();
  }

  /** Something was declared: it leaves at the end of this task. */
  changed(): void {
    if (this.#isScheduled || this.#link === undefined) return;
    this.#isScheduled = true;
    void this.#flushNextTurn();
  }

  async #flushNextTurn(): Promise<void> {
    await this.#nextTurn();
    this.#isScheduled = false;
    this.#flush(false);
  }

  /** Keeps the newest progress of each call until the end of this task. */
  progress(progress: Progress): void {
    if (this.#link === undefined) return;
    this.#progress.set(progress.callId, progress);
    this.changed();
  }

  /** One more unsolicited change may be sent. */
  credited(): void {
    if (this.#link === undefined) return;
    this.#link.credit = Math.min(this.#link.credit + 1, LIMITS.stateBurst);
    this.#flush(false);
  }

  /** Sends a message that has nothing to do with the state. */
  post(message: PageToWorker): void {
    this.#link?.post(message);
  }

  /** Sends a message that depends on the state, the state first. */
  send(message: PageToWorker): void {
    this.#flush(true);
    this.#link?.post(message);
  }

  #flush(solicited: boolean): void {
    const link = this.#link;
    if (link === undefined) return;
    if (solicited || link.credit > 0) this.#sendChange(link, solicited);
    for (const progress of this.#progress.values()) link.post({ type: 'progress', progress });
    this.#progress.clear();
  }

  #sendChange(link: Link, solicited: boolean): void {
    const declared = this.#declared();
    const change = diffDeclared(link.sent, declared);
    link.sent = declared;
    if (change === undefined) return;
    if (!solicited) link.credit -= 1;
    link.post({ type: 'change', change, ...(solicited && { solicited }) });
  }
}
