import { LIMITS, notLive, refuseCall, type ToolError, windowNotFound } from '@mcp-gui-bridge/page-sdk/protocol';
import { failed, waitedTooLong } from './answers.ts';
import type { QueuedCall, Time } from './state.ts';
import type { Turn } from './turn.ts';

type Asked = Pick<QueuedCall, 'agentId' | 'call'>;

/** Why a call cannot be accepted whatever happens before its turn. What an agent may not see is not there for it. */
export function refuseDocument(turn: Turn, { agentId, call: { appId } }: Asked): ToolError | undefined {
  const seen = turn.seenBy(agentId).get(appId);
  if (seen === undefined && turn.applications.has(appId)) return windowNotFound('document_gone');
  if (turn.isQuarantined(appId)) return notLive('unresponsive');
  if (turn.awaited.has(appId)) return undefined;
  if (seen === undefined) return windowNotFound('document_gone');
  return seen.condition === 'live' ? undefined : notLive(seen.condition);
}

/**
 * Why a call cannot start, at its turn. Only what agents have been told is used, and it may be older than the page,
 * which checks again: a call refused here would have been refused there, or has been decided on a state that is past.
 */
export function refuseAtTurn(turn: Turn, queued: QueuedCall, now: Time): ToolError | undefined {
  const { agentId, call, answerBy } = queued;
  if (answerBy - now <= LIMITS.abortGraceMs) return waitedTooLong();
  const refused = refuseDocument(turn, queued);
  const application = turn.seenBy(agentId).get(call.appId);
  return refused ?? (application && refuseCall(application.declared, call));
}

/** Calls of an agent that have not been started. */
export const waitingOf = (turn: Turn, agentId: string): number =>
  (turn.queues.get(agentId)?.length ?? 0) +
  [...turn.consents.values()].filter((consent) => consent.agentId === agentId).length;

export function enqueue(turn: Turn, queued: QueuedCall, now: Time): void {
  const { agentId, call, answerBy } = queued;
  turn.queues.set(agentId, [...(turn.queues.get(agentId) ?? []), queued]);
  turn.toAgent(agentId, { type: 'queued', callId: call.callId });
  turn.setTimer('queue', call.callId, Math.max(1, Math.min(LIMITS.queueMs, answerBy - now)));
}

function takeOut(turn: Turn, { agentId, call }: QueuedCall): void {
  const rest = (turn.queues.get(agentId) ?? []).filter((other) => other.call.callId !== call.callId);
  if (rest.length > 0) turn.queues.set(agentId, rest);
  else turn.queues.delete(agentId);
}

/** Takes a call out of its agent's queue; the agent keeps its place while it has others waiting. */
export function removeQueued(turn: Turn, queued: QueuedCall): void {
  takeOut(turn, queued);
  turn.clearTimer('queue', queued.call.callId);
}

/** The call waits on for another connection of its agent. */
export function reassign(turn: Turn, queued: QueuedCall, agentId: string): void {
  takeOut(turn, queued);
  turn.queues.set(agentId, [...(turn.queues.get(agentId) ?? []), { ...queued, agentId }]);
}

/** A call ends without having been started. `to`: nobody is told when its agent is gone. */
export function giveUp(turn: Turn, queued: QueuedCall, error: ToolError, to: 'agent' | 'nobody' = 'agent'): void {
  const { agentId, call, consented } = queued;
  const { callId } = call;
  if (consented) turn.toBrowser({ type: 'call_over', callId, ...(error.reason && { reason: error.reason }) });
  turn.settle(to === 'agent' ? agentId : undefined, callId, failed(error));
}

/** As `giveUp`, for a call that is in a queue. */
export function giveUpQueued(turn: Turn, queued: QueuedCall, error: ToolError, to?: 'agent' | 'nobody'): void {
  removeQueued(turn, queued);
  giveUp(turn, queued, error, to);
}

export function endWait(turn: Turn, callId: string): void {
  const queued = turn.findQueued(callId);
  if (queued !== undefined) giveUpQueued(turn, queued, waitedTooLong());
}

/**
 * The next call to start: of the agent whose turn it is, its oldest whose document is not busy. The agent then goes to
 * the end of the line.
 */
export function takeNext(turn: Turn): QueuedCall | undefined {
  const busy = new Set([...turn.running.values()].map(({ appId }) => appId));
  for (const [agentId, queue] of turn.queues) {
    const next = queue.find(({ call }) => !busy.has(call.appId));
    if (next === undefined) continue;
    removeQueued(turn, next);
    const rest = turn.queues.get(agentId);
    turn.queues.delete(agentId);
    if (rest !== undefined) turn.queues.set(agentId, rest);
    return next;
  }
  return undefined;
}
