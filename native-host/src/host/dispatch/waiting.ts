import { LIMITS, type ToolError } from '@mcp-gui-bridge/page-sdk/protocol';
import { cancelled, failed, queueFull } from './answers.ts';
import { askPerson, endConsent, needsConsent } from './consent.ts';
import type { DispatchEvent } from './event.ts';
import { enqueue, giveUpQueued, refuseDocument, waitingOf } from './queue.ts';
import type { Turn } from './turn.ts';

/** Accepts a call, or refuses it at once. A call seen before is ignored: its answer has been, or will be, sent. */
export function acceptCall(turn: Turn, event: DispatchEvent & { type: 'call' }): void {
  const { agentId, agentKey, call, budgetMs, now } = event;
  if (turn.knows(call.callId)) return;
  const queued = { agentId, ...(agentKey !== undefined && { agentKey }), call, answerBy: now + budgetMs };
  const inAll = [...turn.queues.values()].reduce((sum, queue) => sum + queue.length, turn.consents.size);
  const full = waitingOf(turn, agentId) >= LIMITS.queuedPerAgent || inAll >= LIMITS.queuedInAll;
  const refused = refuseDocument(turn, queued) ?? (full ? queueFull() : undefined);
  if (refused !== undefined) turn.settle(agentId, call.callId, failed(refused));
  else if (needsConsent(turn, queued)) askPerson(turn, queued, now);
  else enqueue(turn, queued, now);
}

/** The agent has changed its mind about a call that was not started. */
export function cancelWaiting(turn: Turn, agentId: string, callId: string): void {
  const queued = turn.findQueued(callId);
  if (queued?.agentId === agentId) giveUpQueued(turn, queued, cancelled());
  if (turn.consents.get(callId)?.agentId === agentId) endConsent(turn, callId, cancelled());
}

/** Nobody is told, and the id is not taken again. */
export function dropWaiting(turn: Turn, callId: string): void {
  const queued = turn.findQueued(callId);
  if (queued !== undefined) giveUpQueued(turn, queued, cancelled(), 'nobody');
  endConsent(turn, callId, cancelled(), 'nobody');
}

/** The agent is gone. */
export function dropWaitingOf(turn: Turn, agentId: string): void {
  const consents = [...turn.consents.values()].filter((consent) => consent.agentId === agentId);
  for (const { call } of [...(turn.queues.get(agentId) ?? []), ...consents]) dropWaiting(turn, call.callId);
}

/** Answers everything that waits for a document which cannot be used any more. */
export function refuseWaitingFor(turn: Turn, appId: string, error: ToolError): void {
  for (const queued of turn.queuedFor(appId)) giveUpQueued(turn, queued, error);
  for (const [callId, { call }] of turn.consents) if (call.appId === appId) endConsent(turn, callId, error);
}
