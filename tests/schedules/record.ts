import { type CallAnswer, LIMITS, type Outcome } from '@mcp-gui-bridge/page-sdk/protocol';

export interface Running {
  readonly callId: string;
  readonly op: string;
  readonly document: string;
}

/** Versions by window title. */
type Versions = ReadonlyMap<string, number>;

interface Known {
  /** When a host wrote the call to the browser, or learned that a page was running it. */
  readonly at: number;
  /** The host's how-manieth this is. */
  readonly order: number;
  readonly appId: string;
  /** When the host gave it up and quarantined its document. */
  lateAt: number;
}

/** What a host waits for when it begins, beside what is attached. */
interface HostStart {
  readonly at: number;
  /** When the worker that started it did. */
  readonly workerAt: number;
  isExpected(document: string): boolean;
}

/** What really happened in the simulated world: the judge of everything that is said about it. */
export class Record {
  readonly effects = new Map<string, number>();
  readonly outcomes = new Map<string, Outcome>();
  readonly reasons = new Map<string, string>();
  /** Handlers that were started and not answered, in documents that are there. */
  readonly running = new Map<string, Running>();
  readonly #opOf = new Map<string, string>();
  readonly #dispatchedBy = new Map<string, string>();
  readonly #known = new Map<string, Map<string, Known>>();
  readonly #hostStarts = new Map<string, HostStart>();
  readonly #shown = new Map<string, Versions>();
  readonly #keyed = new Set<string>();
  readonly #claims: (readonly [string, Outcome])[] = [];
  readonly #calls = new Set<string>();
  /** By window: what each agent has read of it last. */
  readonly #read = new Map<string, { readonly version: number; readonly content: string; readonly key: string }>();
  readonly #keyOf = new Map<string, string>();
  /** The first thing that must never happen and has. */
  violation: string | undefined;
  maxOverlap = 0;
  claims = 0;

  fail(problem: string): void {
    this.violation ??= problem;
  }

  call(callId: string, op: string, isKeyed: boolean): void {
    this.#calls.add(callId);
    this.#opOf.set(callId, op);
    if (isKeyed) this.#keyed.add(callId);
  }

  /** The agent of this call is gone, and nobody waits for its answer. */
  forget(callId: string): void {
    this.#calls.delete(callId);
  }

  effect(op: string): void {
    const count = (this.effects.get(op) ?? 0) + 1;
    this.effects.set(op, count);
    if (count > 1) this.fail(`${op} took effect twice`);
  }

  /** What the page shows when it answers. */
  pageAnswers(callId: string, versions: Versions): void {
    this.running.delete(callId);
    // A repeated call is answered again with the answer of the first.
    if (!this.#shown.has(callId)) this.#shown.set(callId, versions);
  }

  /** `read`: what the agent can read at the moment in which it gets the answer. */
  answered(callId: string, answer: CallAnswer, read: Versions): void {
    const outcome = answer.ok ? 'executed' : answer.error.outcome;
    if (this.outcomes.has(callId)) this.fail(`${callId} was answered twice`);
    this.outcomes.set(callId, outcome);
    this.reasons.set(callId, answer.ok ? outcome : `${outcome} ${answer.error.code} ${answer.error.reason ?? ''}`);
    if (outcome !== 'executed') return;
    for (const [title, version] of this.#shown.get(callId) ?? []) {
      const seen = read.get(title);
      if (seen !== undefined && seen < version) this.fail(`${callId} was answered before ${title} could be read`);
    }
  }

  hostStarted(host: string, start: HostStart): void {
    this.#hostStarts.set(host, start);
  }

  /** A host wrote a call to the browser, or heard that a page is running it. */
  hostKnows(host: string, appId: string, callId: string, now: number): void {
    const known = this.#known.get(host) ?? new Map<string, Known>();
    this.#known.set(host, known);
    if (!known.has(callId)) known.set(callId, { at: now, order: known.size, appId, lateAt: Number.POSITIVE_INFINITY });
  }

  hostQuarantines(host: string, appId: string, now: number): void {
    for (const known of this.#known.get(host)?.values() ?? []) if (known.appId === appId) known.lateAt = now;
  }

  dispatched(host: string, callId: string): void {
    if (this.#dispatchedBy.has(callId)) this.fail(`${callId} was sent to the browser twice`);
    this.#dispatchedBy.set(callId, host);
  }

  documentGone(document: string): void {
    for (const [callId, call] of this.running) if (call.document === document) this.running.delete(callId);
  }

  started(call: Running): void {
    for (const other of this.running.values()) {
      if (other.document === call.document) this.fail(`${call.op} started in the busy document of ${other.op}`);
      if (!this.#mayOverlap(other, call)) this.fail(`${call.op} started beside ${other.op}`);
    }
    this.running.set(call.callId, call);
    this.maxOverlap = Math.max(this.maxOverlap, this.running.size);
  }

  /** Two operations overlap only when the one before has held the lane for its time, or has missed its deadline. */
  #mayOverlap(one: Running, other: Running): boolean {
    const host = this.#dispatchedBy.get(other.callId) ?? '';
    const [a, b] = [one, other].map(({ callId }) => this.#known.get(host)?.get(callId));
    if (b === undefined) return false;
    const isUnheardOf = a === undefined || (a.order > b.order && this.#dispatchedBy.get(one.callId) !== host);
    if (isUnheardOf) return b.at - this.#awaitedSince(host, one.document) >= LIMITS.reconnectMs;
    const [first, second] = a.at <= b.at ? [a, b] : [b, a];
    return second.at >= Math.min(first.at + LIMITS.laneMs, first.lateAt);
  }

  /** Since when a document that has not come back was waited for: by its host, or in vain by the worker before that. */
  #awaitedSince(host: string, document: string): number {
    const start = this.#hostStarts.get(host);
    if (start === undefined) return Number.POSITIVE_INFINITY;
    return start.isExpected(document) ? start.at : start.workerAt;
  }

  /** An agent reads a window. `key` names what it really is. */
  read(agent: string, id: string, version: number, content: string, key: string): void {
    const known = this.#keyOf.get(id);
    if (known !== undefined && known !== key) this.fail(`the id of ${known} is used for ${key}`);
    this.#keyOf.set(id, key);
    const at = `${agent} ${id}`;
    const before = this.#read.get(at);
    if (before !== undefined && version < before.version) {
      this.fail(`the version of ${key} went back from ${before.version} to ${version}`);
    }
    if (before?.version === version && before.content !== content) {
      this.fail(`the content of ${key} changed and its version did not`);
    }
    this.#read.set(at, { version, content, key });
  }

  /** Every call of an agent that is there has one outcome, and each outcome is true. */
  check(): void {
    for (const callId of this.#calls) {
      if (!this.outcomes.has(callId)) this.fail(`${callId} was never answered`);
    }
    for (const [callId, outcome] of [...this.outcomes, ...this.#claims]) this.#checkClaim(callId, outcome);
  }

  /** An agent was told later what became of a call. */
  claim(callId: string, outcome: Outcome): void {
    this.#checkClaim(callId, outcome);
    this.#claims.push([callId, outcome]);
  }

  #checkClaim(callId: string, outcome: Outcome): void {
    this.claims += 1;
    const op = this.#opOf.get(callId) ?? '';
    const effects = this.effects.get(op) ?? 0;
    if (outcome === 'executed' && effects !== 1) this.fail(`${op} was said to be done and was not`);
    // A repeat that was refused says nothing of the first call under its key.
    if (outcome === 'not_executed' && effects !== 0 && !this.#keyed.has(callId))
      this.fail(`${op} was done and was said not to be`);
  }
}
