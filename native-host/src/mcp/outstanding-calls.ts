import type {
  AgentToHost,
  ApplicationCall,
  CallAnswer,
  HostToAgent,
  Progress,
} from '@mcp-gui-bridge/page-sdk/protocol';
import type { Clock } from '../link/clock.ts';
import type { Unsubscribe } from '../link/unsubscribe.ts';
import { type CallLog, type LoggedCall, NO_CALLS, noteEnd, noteSent, noteStart } from './call-log.ts';
import { type ApplicationLinks, type CallEvent, type CallTable, stepCalls } from './call-table.ts';
import type { LinkId, Mirror } from './mirror.ts';

interface Waiting {
  readonly answered: (answer: CallAnswer) => void;
  readonly progressed: (progress: Progress) => void;
  readonly stopWaiting: Unsubscribe;
}

/** What a caller wants of a call besides its answer. */
export interface CallOptions {
  /** On the process's clock; the call is answered by then. */
  readonly deadline: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

function linksOf(mirror: Mirror): ApplicationLinks {
  return new Map(
    [...mirror.profiles.values()].flatMap(({ applications, link }) =>
      [...applications].map(([id, { orphaned }]) => [id, orphaned === undefined ? link : undefined] as const),
    ),
  );
}

/** The call table with its clock and wires, and what this process remembers of its calls. */
export class OutstandingCalls {
  /** Names this agent to the journals of documents. */
  readonly owner: string;
  readonly #clock: Clock;
  readonly #send: (link: LinkId, message: AgentToHost) => void;
  readonly #waiting = new Map<string, Waiting>();
  #table: CallTable = new Map();
  #log: CallLog = NO_CALLS;

  constructor(owner: string, clock: Clock, send: (link: LinkId, message: AgentToHost) => void) {
    this.owner = owner;
    this.#clock = clock;
    this.#send = send;
  }

  /** Every call of this process, also those that were refused before they were sent. */
  get log(): CallLog {
    return this.#log;
  }

  isDispatched(callId: string): boolean {
    return this.#table.get(callId)?.dispatched === true;
  }

  noteStart(call: Pick<LoggedCall, 'callId' | 'tool' | 'idempotencyKey'>): void {
    this.#log = noteStart(this.#log, { ...call, started: this.#clock.now() });
  }

  noteEnd(callId: string, answer: CallAnswer): void {
    this.#log = noteEnd(this.#log, callId, answer);
  }

  /** Sends a call and resolves with its one answer. Aborting asks for a stop; the truth still comes as the answer. */
  run(call: ApplicationCall, link: LinkId, options: CallOptions): Promise<CallAnswer> {
    const { callId } = call;
    return new Promise((resolve) => {
      const stop = () => this.#step({ type: 'cancel', callId });
      const answered = (answer: CallAnswer) => {
        options.signal.removeEventListener('abort', stop);
        resolve(answer);
      };
      const left = Math.max(0, options.deadline - this.#clock.now());
      const stopWaiting = this.#clock.after(left, () => this.#step({ type: 'deadline', callId }));
      this.#waiting.set(callId, { answered, progressed: options.onProgress, stopWaiting });
      this.#log = noteSent(this.#log, callId, call.appId);
      this.#step({ type: 'start', call, link, deadline: options.deadline });
      options.signal.addEventListener('abort', stop);
      if (options.signal.aborted) stop();
    });
  }

  hostSaid(message: HostToAgent): void {
    if (message.type === 'settled') {
      this.#step({ type: 'settled', callId: message.callId, answer: message.answer });
    } else if (message.type === 'dispatched') {
      this.#step({ type: 'dispatched', callId: message.callId });
    } else if (message.type === 'recalled') {
      this.#step({ type: 'recalled', recalled: message.recalled });
    } else if (message.type === 'progress') {
      this.#waiting.get(message.progress.callId)?.progressed(message.progress);
    } else if (message.type === 'awaiting_consent') {
      const { callId } = message;
      this.#waiting.get(callId)?.progressed({ callId, done: 0, message: 'Waiting for the user to allow this.' });
    }
  }

  /** To be told before the mirror is, whose `modelChanged` then decides what becomes of the calls on that link. */
  linkLost(link: LinkId): void {
    this.#step({ type: 'link_lost', link });
  }

  modelChanged(mirror: Mirror): void {
    if (this.#table.size > 0) this.#step({ type: 'model', links: linksOf(mirror) });
  }

  #step(event: CallEvent): void {
    const { table, effects } = stepCalls(this.#table, event, this.#clock.now());
    this.#table = table;
    for (const effect of effects) {
      if (effect.type === 'send') this.#send(effect.link, effect.message);
      else this.#answer(effect.callId, effect.answer);
    }
  }

  #answer(callId: string, answer: CallAnswer): void {
    const waiting = this.#waiting.get(callId);
    if (waiting === undefined) return;
    this.#waiting.delete(callId);
    waiting.stopWaiting();
    waiting.answered(answer);
  }
}
