import {
  type ConsentVerdict,
  type HostToAgent,
  type HostToExtension,
  LIMITS,
  type Outcome,
} from '@mcp-gui-bridge/page-sdk/protocol';
import type { dispatch } from '../../../../native-host/src/host/dispatch/dispatch.ts';
import { callTo, DispatchBench, done, type Step } from './dispatch-bench.ts';

const ACTIONS = ['save', 'quick', 'slow', 'erase'];
const VERDICTS: ConsentVerdict[] = ['allowed', 'asking', 'allowed', 'denied', 'unanswered'];

interface Started {
  readonly appId: string;
  readonly at: number;
}

function endOf(message: HostToAgent & { type: 'settled' | 'recalled' }): { callId: string; outcome?: Outcome } {
  if (message.type === 'settled') {
    const { callId, answer } = message;
    return { callId, outcome: answer.ok ? 'executed' : answer.error.outcome };
  }
  const { recalled } = message;
  if (recalled.state === 'running') return { callId: recalled.callId };
  return { callId: recalled.callId, outcome: recalled.state === 'unseen' ? 'not_executed' : 'executed' };
}

/**
 * Agents and pages around the real dispatcher, driven by numbers, with what must hold whatever happens. It keeps its own
 * record of what the pages do and never looks into the dispatcher's state for a verdict, except that it ends empty.
 */
export class ScheduleWorld {
  readonly #bench = new DispatchBench('A', 'B', 'C');
  /** Calls whose handlers run in a page. */
  readonly #running = new Map<string, Started>();
  readonly #journal = new Map<string, string>();
  readonly #everStarted = new Set<string>();
  readonly #lost = new Set<string>();
  readonly #agentOf = new Map<string, string>();
  /** Calls of an earlier host that nobody has asked about. */
  readonly #inherited = new Map<string, string>();
  /** Questions that the person has before them. */
  readonly #questions = new Set<string>();
  /** Allowed by the person, and neither made nor said to be over. */
  readonly #allowed = new Set<string>();
  readonly #ended = new Map<string, Outcome>();
  #agents = ['x', 'y', 'z'];
  #calls = 0;
  #documents = 0;
  #readBrowser = 0;
  #readAgents = 0;

  constructor(decide: typeof dispatch) {
    this.#bench.decide = decide;
  }

  /** One thing happens, chosen by `n`. */
  step(n: number): void {
    const kind = n % 18;
    const pick = Math.floor(n / 18);
    if (kind < 6) this.#call(pick);
    else if (kind < 10) this.#answer(pick);
    else if (kind === 10) this.#advance(pick % 3_000);
    else if (kind === 11) this.#advance(pick % 40_000);
    else if (kind === 12) this.#cancel(pick);
    else if (kind === 13) this.#reattach(pick);
    else if (kind === 14) this.#replace(pick);
    else if (kind > 15) this.#decideConsent(pick);
    else if (pick % 2 === 0) this.#agentLeaves(pick);
    else this.#askWhatBecame(pick);
  }

  /** Pages finish what they run, time passes, and everything must have come to an end. */
  settleEverything(): void {
    for (let i = 0; i < 300 && (this.#running.size > 0 || this.#bench.timers.size > 0); i++) {
      this.#answer(0);
      this.#advance(500);
    }
    while (this.#questions.size > 0) this.#decideConsent(3);
    for (const [callId, agentId] of this.#agentOf) {
      if (this.#agents.includes(agentId) && !this.#ended.has(callId)) throw new Error(`${callId} was never answered`);
    }
    const { queues, consents, running, recalls, awaited, missing } = this.#bench.state;
    const allowed = this.#allowed;
    const held = {
      queues,
      consents,
      running,
      recalls,
      awaited,
      missing,
      allowed,
      quarantined: this.#bench.quarantined,
    };
    for (const [what, things] of Object.entries(held)) if (things.size > 0) throw new Error(`${what} are left`);
  }

  #do(step: Step): void {
    this.#bench.do(step);
    this.#observe();
  }

  #advance(ms: number): void {
    const until = this.#bench.now + ms;
    for (;;) {
      const due = Math.min(until, ...this.#bench.timers.values());
      this.#bench.advance(Math.max(0, due - this.#bench.now));
      this.#observe();
      if (due >= until) return;
    }
  }

  #call(pick: number): void {
    const agentId = this.#agents[pick % this.#agents.length] ?? 'x';
    const apps = [...this.#bench.applications.keys()];
    const appId = apps[Math.floor(pick / 3) % apps.length] ?? 'A';
    const action = ACTIONS[Math.floor(pick / 9) % 4] ?? 'save';
    const again = pick % 11 === 0 && this.#calls > 0;
    const callId = again ? `c${pick % this.#calls}` : `c${this.#calls++}`;
    if (!again) this.#agentOf.set(callId, agentId);
    this.#do({ type: 'call', agentId, call: callTo(appId, callId, { action }), budgetMs: 1_000 + (pick % 50_000) });
    const { queues, consents } = this.#bench.state;
    const asked = [...consents.values()].filter((consent) => consent.agentId === agentId);
    const waiting = (queues.get(agentId)?.length ?? 0) + asked.length;
    if (waiting > LIMITS.queuedPerAgent) throw new Error(`${waiting} calls of ${agentId} wait`);
  }

  #answer(pick: number): void {
    const ids = [...this.#running.keys()];
    const callId = ids[pick % ids.length];
    const started = callId === undefined ? undefined : this.#running.get(callId);
    if (callId === undefined || started === undefined) return;
    this.#running.delete(callId);
    this.#journal.set(callId, started.appId);
    this.#do({ type: 'answer', appId: started.appId, callId, answer: done() });
  }

  #decideConsent(pick: number): void {
    const callId = [...this.#questions][pick % Math.max(1, this.#questions.size)];
    const verdict = VERDICTS[pick % VERDICTS.length];
    if (callId === undefined || verdict === undefined) return;
    if (verdict !== 'asking') this.#questions.delete(callId);
    if (verdict === 'allowed') this.#allowed.add(callId);
    this.#do({ type: 'consented', callId, verdict });
  }

  #cancel(pick: number): void {
    const callId = `c${pick % Math.max(1, this.#calls)}`;
    this.#do({ type: 'cancel', agentId: this.#agentOf.get(callId) ?? 'x', callId });
  }

  /** The page's port breaks and comes back; a call may have been lost on its way, an answer on its way back. */
  #reattach(pick: number): void {
    const apps = [...this.#bench.applications.keys()];
    const appId = apps[pick % apps.length] ?? 'A';
    const own = [...this.#running].filter(([, started]) => started.appId === appId).map(([callId]) => callId);
    const [first] = own;
    if (first !== undefined && pick % 3 === 0) {
      this.#running.delete(first);
      this.#lost.add(first);
    } else if (first !== undefined && pick % 3 === 1) {
      this.#running.delete(first);
      this.#journal.set(first, appId);
    }
    this.#do({ type: 'attached', appId, running: own.filter((callId) => this.#running.has(callId)) });
  }

  /** A document is closed and another one opens. */
  #replace(pick: number): void {
    const apps = [...this.#bench.applications.keys()];
    const appId = apps[pick % apps.length] ?? 'A';
    for (const [callId, started] of this.#running) if (started.appId === appId) this.#running.delete(callId);
    this.#bench.detach(appId);
    this.#observe();
    const opened = `${appId.slice(0, 1)}${this.#documents++}`;
    if (pick % 4 > 0) {
      this.#bench.attach(opened);
    } else {
      const old = `old in ${opened}`;
      this.#running.set(old, { appId: opened, at: this.#bench.now });
      this.#everStarted.add(old);
      this.#inherited.set(old, opened);
      this.#bench.attach(opened, old);
    }
    this.#observe();
  }

  /** An agent outlived the host that ran its call. */
  #askWhatBecame(pick: number): void {
    const agentId = this.#agents[pick % this.#agents.length] ?? 'x';
    const [callId, appId] = [...this.#inherited][0] ?? [];
    if (callId === undefined || appId === undefined) return;
    this.#inherited.delete(callId);
    this.#agentOf.set(callId, agentId);
    this.#do({ type: 'recall', agentId, appId, callId, budgetMs: 1_000 + (pick % 50_000) });
  }

  #agentLeaves(pick: number): void {
    const index = pick % this.#agents.length;
    const gone = this.#agents[index];
    if (gone === undefined) return;
    this.#agents = this.#agents.with(index, `${gone}'`);
    this.#do({ type: 'agentGone', agentId: gone });
  }

  #observe(): void {
    while (this.#readBrowser < this.#bench.browser.length || this.#readAgents < this.#bench.told.length) {
      const message = this.#bench.browser[this.#readBrowser];
      if (message !== undefined) {
        this.#readBrowser += 1;
        this.#inBrowser(message);
        continue;
      }
      const told = this.#bench.told[this.#readAgents];
      this.#readAgents += 1;
      if (told !== undefined) this.#atAgent(told.agentId, told.message);
    }
  }

  #inBrowser(message: HostToExtension): void {
    if (message.type === 'recall') this.#recall(message.appId, message.callId);
    if (message.type === 'consent') this.#ask(message.call.callId);
    if (message.type === 'call_over') this.#forgetQuestion(message.callId);
    if (message.type !== 'call') return;
    const { callId, appId, action } = message.call;
    if (action === 'erase' && !this.#allowed.delete(callId))
      throw new Error(`${callId} was sent and nobody allowed it`);
    if (!this.#agents.includes(this.#agentOf.get(callId) ?? '')) throw new Error(`${callId} was sent for nobody`);
    if (this.#everStarted.has(callId)) throw new Error(`${callId} was sent twice`);
    if (this.#bench.quarantined.has(appId)) throw new Error(`${callId} was sent to a quarantined document`);
    for (const [other, started] of this.#running) {
      if (started.appId === appId) throw new Error(`${callId} was sent to the busy document of ${other}`);
      const released = this.#bench.now - started.at >= LIMITS.laneMs || this.#bench.quarantined.has(started.appId);
      if (!released) throw new Error(`${callId} started beside ${other}`);
    }
    this.#everStarted.add(callId);
    this.#running.set(callId, { appId, at: this.#bench.now });
  }

  #ask(callId: string): void {
    if (this.#questions.has(callId) || this.#allowed.has(callId)) throw new Error(`${callId} was asked about twice`);
    if (!this.#agents.includes(this.#agentOf.get(callId) ?? ''))
      throw new Error(`${callId} was asked about for nobody`);
    this.#questions.add(callId);
  }

  #forgetQuestion(callId: string): void {
    const known = this.#questions.delete(callId) || this.#allowed.delete(callId);
    if (!known) throw new Error(`${callId} is over and nobody had asked`);
  }

  #recall(appId: string, callId: string): void {
    const answered = this.#journal.get(callId) === appId;
    const state = this.#running.has(callId) ? 'running' : 'unseen';
    const recalled = answered ? ({ callId, state: 'answered', answer: done() } as const) : ({ callId, state } as const);
    this.#bench.do({ type: 'recalled', appId, recalled });
  }

  #atAgent(agentId: string, message: HostToAgent): void {
    if (message.type !== 'settled' && message.type !== 'recalled') return;
    const { callId, outcome } = endOf(message);
    if (outcome === undefined) return;
    if (this.#agentOf.get(callId) !== agentId) throw new Error(`${agentId} got the answer to another's ${callId}`);
    if (this.#ended.has(callId)) throw new Error(`${callId} was answered twice`);
    this.#ended.set(callId, outcome);
    const ran = this.#everStarted.has(callId) && !this.#lost.has(callId);
    if (outcome === 'not_executed' && ran) throw new Error(`${callId} ran and was said not to have`);
    if (outcome === 'executed' && !ran) throw new Error(`${callId} did not run and was said to have`);
  }
}
