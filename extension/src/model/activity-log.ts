import type { CallAnswer, ErrorCode, Outcome, Reason } from '@mcp-gui-bridge/page-sdk/protocol';

/** One call, as the person may read it later. */
export interface LogEntry {
  readonly callId: string;
  /** Wall-clock ms. */
  readonly at: number;
  readonly agent: string;
  readonly origin: string;
  readonly application: string;
  /** Title of the window; `null` for an action of the application. */
  readonly window: string | null;
  readonly action: string;
  readonly title: string;
  /** JSON, secrets masked, cut. */
  readonly arguments: string;
  readonly state: 'asking' | 'running' | 'ended';
  readonly outcome?: Outcome;
  readonly code?: ErrorCode;
  readonly reason?: Reason;
  readonly message?: string;
  /** How long it took, the person's time to answer included. */
  readonly ms?: number;
}

export type ActivityLog = readonly LogEntry[];

export const ENTRIES_KEPT = 500;
/** UTF-16 units of arguments that are kept. */
export const ARGUMENTS_KEPT = 2_000;

/** A call comes in; an entry of the same call is the same call, later. */
export function beginEntry(log: ActivityLog, entry: LogEntry): ActivityLog {
  const known = log.find(({ callId }) => callId === entry.callId);
  if (known !== undefined) return amend(log, entry.callId, { state: entry.state });
  return keepNewest([...log, entry]);
}

/** Of too many, those go that ended, the oldest first: how the others end is still to be told. */
function keepNewest(log: ActivityLog): ActivityLog {
  const ended = log.filter(({ state }) => state === 'ended');
  const gone = new Set(ended.slice(0, Math.max(0, log.length - ENTRIES_KEPT)));
  return log.filter((entry) => !gone.has(entry)).slice(-ENTRIES_KEPT);
}

/** What the person clears is what is over. */
export const clearEnded = (log: ActivityLog): ActivityLog => log.filter(({ state }) => state !== 'ended');

function amend(log: ActivityLog, callId: string, change: Partial<LogEntry>): ActivityLog {
  return log.map((entry) => (entry.callId === callId ? { ...entry, ...change } : entry));
}

/**
 * How a call ended; a true answer that comes late replaces "unknown".
 *
 * @param readable what may be written down of a page's sentence
 */
export function endEntry(
  log: ActivityLog,
  callId: string,
  answer: CallAnswer,
  now: number,
  readable: (message: string) => string | undefined,
): ActivityLog {
  const entry = log.find((candidate) => candidate.callId === callId);
  if (entry === undefined || (entry.state === 'ended' && entry.outcome !== 'unknown')) return log;
  const { message: said, reason, outcome = 'executed' } = answer.ok ? answer.value : answer.error;
  const message = said === undefined ? undefined : readable(said);
  return amend(log, callId, {
    state: 'ended',
    outcome,
    ms: Math.max(0, now - entry.at),
    ...(!answer.ok && { code: answer.error.code }),
    ...(reason !== undefined && { reason }),
    ...(message !== undefined && { message }),
  });
}

/** A question was taken back before the call was made. */
export function dropEntry(log: ActivityLog, callId: string, reason: Reason | undefined, now: number): ActivityLog {
  const entry = log.find((candidate) => candidate.callId === callId);
  if (entry === undefined || entry.state === 'ended') return log;
  const end = { state: 'ended', outcome: 'not_executed', ms: Math.max(0, now - entry.at) } as const;
  return amend(log, callId, { ...end, ...(reason !== undefined && { reason }) });
}

/** Nobody will say what became of these calls: their document, or the worker that knew of them, is gone. */
export function loseEntries(log: ActivityLog, callIds: ReadonlySet<string>, reason: Reason, now: number): ActivityLog {
  const isLost = (entry: LogEntry) => callIds.has(entry.callId) && entry.state !== 'ended';
  if (!log.some(isLost)) return log;
  return log.map((entry) =>
    isLost(entry)
      ? {
          ...entry,
          state: 'ended',
          outcome: entry.state === 'asking' ? 'not_executed' : 'unknown',
          reason,
          ms: Math.max(0, now - entry.at),
        }
      : entry,
  );
}
