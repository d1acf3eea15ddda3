import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';

/** What one client is owed: a bit, never a queue, so that a slow client costs nothing. Times are of one steady clock, ms. */
export interface Pace {
  readonly dirty: boolean;
  readonly flushedAt: number;
  /** A timer is set. */
  readonly waiting: boolean;
  /** Something has been handed to the transport that the client has not taken yet. */
  readonly draining: boolean;
}

export type PaceEvent = 'changed' | 'timer' | 'drained' | 'response';

/** `flush` now, or after `wait` ms tell `timer`. */
export interface PaceStep {
  readonly pace: Pace;
  readonly flush: boolean;
  readonly wait?: number;
}

export const AT_REST: Pace = {
  dirty: false,
  flushedAt: Number.NEGATIVE_INFINITY,
  waiting: false,
  draining: false,
};

/** When to tell a client of changes: at once or `LIMITS.notifyEveryMs` after the last time, and before any response. */
export function stepPace(before: Pace, event: PaceEvent, now: number): PaceStep {
  const pace = {
    ...before,
    ...(event === 'changed' && { dirty: true }),
    ...(event === 'timer' && { waiting: false }),
    ...(event === 'drained' && { draining: false }),
  };
  if (!pace.dirty) return { pace, flush: false };
  const due = pace.flushedAt + LIMITS.notifyEveryMs - now;
  if (event === 'response' || (!pace.draining && due <= 0)) {
    return { pace: { ...pace, dirty: false, draining: true, flushedAt: now }, flush: true };
  }
  if (pace.draining || pace.waiting) return { pace, flush: false };
  return { pace: { ...pace, waiting: true }, flush: false, wait: due };
}
