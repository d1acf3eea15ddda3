import { type CallAnswer, LIMITS, type PastCall } from '@mcp-gui-bridge/page-sdk/protocol';

/** A call that this process made, as `app__call_status` tells of it. */
export interface LoggedCall {
  readonly callId: string;
  readonly tool: string;
  readonly idempotencyKey: string | undefined;
  /** The document it was sent to; `undefined` while it has not been. */
  readonly appId: string | undefined;
  /** On the process's clock. */
  readonly started: number;
  readonly answer: CallAnswer | undefined;
}

/** By call id, oldest first. */
export type CallLog = ReadonlyMap<string, LoggedCall>;

export const NO_CALLS: CallLog = new Map();

/** Answers are kept for the newest calls; `LIMITS.journalCalls` of them, as documents do. */
export function noteStart(log: CallLog, call: Omit<LoggedCall, 'answer' | 'appId'>): CallLog {
  const next = new Map(log).set(call.callId, { ...call, appId: undefined, answer: undefined });
  for (const [callId, { answer }] of next) {
    if (next.size <= LIMITS.journalCalls) break;
    if (answer !== undefined) next.delete(callId);
  }
  return next;
}

export function noteSent(log: CallLog, callId: string, appId: string): CallLog {
  const call = log.get(callId);
  return call === undefined ? log : new Map(log).set(callId, { ...call, appId });
}

export function noteEnd(log: CallLog, callId: string, answer: CallAnswer): CallLog {
  const call = log.get(callId);
  return call === undefined ? log : new Map(log).set(callId, { ...call, answer });
}

/** What a client asks about: one call, all under a key, or the last ones. */
export interface Question {
  readonly callId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
}

export interface CallStatus {
  readonly callId: string;
  readonly tool: string;
  readonly state: PastCall['state'] | 'queued';
  readonly startedMsAgo: number;
  readonly answer?: CallAnswer;
}

const isMeant = (call: { callId: string; idempotencyKey?: string | undefined }, { callId, idempotencyKey }: Question) =>
  (callId === undefined || call.callId === callId) &&
  (idempotencyKey === undefined || call.idempotencyKey === idempotencyKey);

/** The calls of this process that are meant, newest first. */
export const meantCalls = (log: CallLog, question: Question): LoggedCall[] =>
  [...log.values()]
    .reverse()
    .filter((call) => isMeant(call, question))
    .slice(0, LIMITS.historyCalls);

export const isUnknown = ({ answer }: LoggedCall): boolean =>
  answer?.ok === false && answer.error.outcome === 'unknown';

const statusOf = ({ callId, tool, started, answer }: LoggedCall, isSent: boolean, now: number): CallStatus => ({
  callId,
  tool,
  state: answer === undefined ? (isSent ? 'running' : 'queued') : answer.ok ? 'executed' : answer.error.outcome,
  startedMsAgo: Math.round(now - started),
  ...(answer && { answer }),
});

/** What documents said of calls whose answer this process does not have. */
export interface Heard {
  readonly calls: readonly PastCall[];
  /** Calls that will certainly not happen any more. */
  readonly unseen: ReadonlySet<string>;
}

/**
 * The status of the calls that are meant, newest first, `LIMITS.historyCalls` at most. An answer that this process has
 * stands; where it could not tell, and for calls of an earlier process of the same agent, the documents' word counts.
 *
 * @param isSent whether the host has passed a call on to the browser
 */
export function statuses(
  log: CallLog,
  question: Question,
  heard: Heard,
  isSent: (callId: string) => boolean,
  now: number,
): CallStatus[] {
  const told = new Map(heard.calls.map((call) => [call.callId, call]));
  const own = meantCalls(log, question).map((call): CallStatus => {
    const status = statusOf(call, isSent(call.callId), now);
    if (!isUnknown(call)) return status;
    const past = told.get(call.callId);
    if (past !== undefined) {
      const { state, answer } = past;
      const { answer: _, ...rest } = status;
      return { ...rest, state, ...(answer && { answer }) };
    }
    return heard.unseen.has(call.callId) ? { ...status, state: 'not_executed' } : status;
  });
  const others = heard.calls
    .filter((call) => !log.has(call.callId) && isMeant(call, question))
    .map(({ idempotencyKey: _, answer, ...call }): CallStatus => ({ ...call, ...(answer && { answer }) }));
  return [...own, ...others].sort((a, b) => a.startedMsAgo - b.startedMsAgo).slice(0, LIMITS.historyCalls);
}
