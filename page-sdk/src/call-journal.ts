import type { CallAnswer } from './protocol/answer.ts';
import type { History, PageCall, PastCall, Recalled } from './protocol/call.ts';
import { LIMITS } from './protocol/limits.ts';
import { utf8Length } from './protocol/utf8.ts';

/** What is remembered of a call besides how it went. */
export interface About {
  readonly tool: string;
  readonly owner: string | undefined;
  readonly idempotencyKey: string | undefined;
  /** Tells a repeat of the call from another call under the same key. */
  readonly content: string;
}

interface Entry {
  readonly about: About | undefined;
  readonly answer: CallAnswer | undefined;
  /** When it came, and when it was answered; milliseconds of the page's monotonic clock. */
  readonly started: number;
  readonly since: number;
}

/**
 * Every call this document has seen, the only word that counts after a link was lost: no call runs twice. At most 256
 * answered calls of the last 10 minutes are remembered; calls that are not answered are never forgotten.
 */
export type Journal = ReadonlyMap<string, Entry>;

export const EMPTY_JOURNAL: Journal = new Map();

function withoutOld(journal: Journal, now: number): Map<string, Entry> {
  const kept = new Map(journal);
  for (const [callId, { answer, since }] of journal) {
    if (answer === undefined) continue;
    if (kept.size >= LIMITS.journalCalls || now - since > LIMITS.journalMs) kept.delete(callId);
  }
  return kept;
}

/** Notes a call that was not seen before, before anything is done about it. */
export function noteCall(journal: Journal, callId: string, now: number, about?: About): Journal {
  return withoutOld(journal, now).set(callId, { about, answer: undefined, started: now, since: now });
}

/** Notes the answer of a call; the first one stands, however its handler ends when it had waited for a dialog. */
export function noteAnswer(journal: Journal, callId: string, answer: CallAnswer, now: number): Journal {
  const before = journal.get(callId);
  if (before === undefined || before.answer !== undefined) return journal;
  return new Map(journal).set(callId, { ...before, answer, since: now });
}

/** What is known of a call. A call that is still being checked counts as running, because it may yet start. */
export function recall(journal: Journal, callId: string): Recalled {
  const entry = journal.get(callId);
  if (entry === undefined) return { callId, state: 'unseen' };
  return entry.answer === undefined
    ? { callId, state: 'running' }
    : { callId, state: 'answered', answer: entry.answer };
}

/** Calls that have no answer yet, in the order in which they came. */
export const runningCalls = (journal: Journal): string[] =>
  [...journal].flatMap(([callId, { answer }]) => (answer === undefined ? [callId] : []));

/** Two FNV-1a hashes: tells calls apart, guards nothing. */
function digest(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193) >>> 0;
    b = Math.imul(b + text.charCodeAt(i), 0x85ebca6b) >>> 0;
  }
  return `${text.length}:${a.toString(36)}:${b.toString(36)}`;
}

/** A repeat may name another version: it is still the same thing that is to be done once. */
export function aboutCall({ tool, action, windowId, arguments: args, owner, idempotencyKey }: PageCall): About {
  const content = idempotencyKey === undefined ? '' : digest(JSON.stringify([windowId, action, args]));
  return { tool: tool ?? action, owner, idempotencyKey, content };
}

const didNotHappen = (answer: CallAnswer | undefined): boolean =>
  answer?.ok === false && answer.error.outcome === 'not_executed';

/**
 * The call that an agent made under the same key before; the new one must not run. One that did not happen is none:
 * trying it again is what the key is for.
 */
export function firstUnderKey(
  journal: Journal,
  { owner, idempotencyKey }: About,
): { readonly callId: string; readonly about: About; readonly answer: CallAnswer | undefined } | undefined {
  if (idempotencyKey === undefined) return undefined;
  for (const [callId, { about, answer }] of journal) {
    if (about?.idempotencyKey !== idempotencyKey || about.owner !== owner || didNotHappen(answer)) continue;
    return { callId, about, answer };
  }
  return undefined;
}

function stateOf(answer: CallAnswer | undefined): PastCall['state'] {
  if (answer === undefined) return 'running';
  return answer.ok ? 'executed' : answer.error.outcome;
}

/** The calls of one agent, newest first, with their answers as far as they fit beside each other. */
export function historyOf(journal: Journal, owner: string, now: number): History {
  let room = LIMITS.historyBytes;
  const own = [...journal].filter(([, { about }]) => about?.owner === owner).reverse();
  const calls = own.map(([callId, { about, answer, started }]): PastCall => {
    const bytes = answer === undefined ? 0 : utf8Length(JSON.stringify(answer));
    const fits = answer !== undefined && bytes <= room;
    if (fits) room -= bytes;
    return {
      callId,
      tool: (about?.tool ?? '').slice(0, LIMITS.toolNameLength),
      ...(about?.idempotencyKey !== undefined && { idempotencyKey: about.idempotencyKey }),
      state: stateOf(answer),
      startedMsAgo: Math.max(0, Math.round(now - started)),
      ...(fits && { answer }),
    };
  });
  return { calls: calls.slice(0, LIMITS.journalCalls), complete: journal.size < LIMITS.journalCalls };
}
