import {
  type CallAnswer,
  type ConsentVerdict,
  consentMissing,
  LIMITS,
  type ToolError,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { enqueue, giveUp, refuseAtTurn } from './queue.ts';
import type { QueuedCall, Time } from './state.ts';
import type { Turn } from './turn.ts';

/** Whether the person has still to be asked, by what the worker last told of the action. */
export function needsConsent(turn: Turn, { call, consented }: QueuedCall): boolean {
  if (consented) return false;
  const { declared } = turn.applications.get(call.appId) ?? {};
  const window = declared?.windows.find(({ id }) => id === call.windowId);
  const actions = call.windowId === null ? declared?.actions : window?.actions;
  return actions?.find(({ name }) => name === call.action)?.asks === true;
}

/**
 * Has the worker ask the person, who is troubled only with what could be done now. The call holds nothing meanwhile;
 * the time it takes is the agent's.
 */
export function askPerson(turn: Turn, queued: QueuedCall, now: Time): void {
  const { call, agentKey, answerBy } = queued;
  const refused = refuseAtTurn(turn, queued, now);
  if (refused !== undefined) {
    giveUp(turn, queued, refused);
    return;
  }
  turn.consents.set(call.callId, queued);
  turn.toBrowser({ type: 'consent', call, ...(agentKey !== undefined && { agentKey }) });
  turn.setTimer('consent', call.callId, answerBy - LIMITS.abortGraceMs - now);
}

function takeConsent(turn: Turn, callId: string): QueuedCall | undefined {
  const pending = turn.consents.get(callId);
  turn.consents.delete(callId);
  if (pending !== undefined) turn.clearTimer('consent', callId);
  return pending;
}

/** A call that the person is being asked about ends, and with it the question. */
export function endConsent(turn: Turn, callId: string, error: ToolError, to?: 'agent' | 'nobody'): void {
  const pending = takeConsent(turn, callId);
  if (pending !== undefined) giveUp(turn, { ...pending, consented: true }, error, to);
}

/** The agent's time is nearly over and the person has not answered. */
export function endConsentTime(turn: Turn, callId: string): void {
  endConsent(turn, callId, consentMissing('consent_required'));
}

/** What the worker says of its question. Once allowed, a call goes to the end of its agent's queue; all is checked again at its turn. */
export function takeVerdict(turn: Turn, callId: string, verdict: ConsentVerdict, now: Time): void {
  const pending = turn.consents.get(callId);
  if (pending === undefined) return;
  if (verdict === 'asking') {
    turn.toAgent(pending.agentId, { type: 'awaiting_consent', callId });
    return;
  }
  takeConsent(turn, callId);
  if (verdict === 'allowed') enqueue(turn, { ...pending, consented: true }, now);
  else giveUp(turn, pending, consentMissing(verdict === 'denied' ? 'consent_denied' : 'consent_required'));
}

/** The worker's answer to a call that it would not have made anyway. */
export function answerConsent(turn: Turn, appId: string, callId: string, answer: CallAnswer): void {
  if (turn.consents.get(callId)?.call.appId !== appId) return;
  const pending = takeConsent(turn, callId);
  if (pending !== undefined) turn.settle(pending.agentId, callId, answer);
}
