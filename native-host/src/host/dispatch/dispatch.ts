import { LIMITS, notLive } from '@mcp-gui-bridge/page-sdk/protocol';
import { failed, unseen } from './answers.ts';
import { answerConsent, askPerson, endConsentTime, needsConsent, takeVerdict } from './consent.ts';
import { type DispatchEffect, type DispatchEvent, readTimerId } from './event.ts';
import { endWait, giveUp, refuseAtTurn, takeNext } from './queue.ts';
import { acceptRecall, attach, endRecall, takeAnswer, takeRecalled } from './recall.ts';
import {
  abort,
  endGrace,
  loseDocument,
  passDeadline,
  releaseLane,
  start,
  takeCommitted,
  takeProgress,
} from './running.ts';
import type { Applications, DispatchState, SeenBy, Time } from './state.ts';
import { Turn } from './turn.ts';
import { acceptCall, cancelWaiting, dropWaiting, dropWaitingOf, refuseWaitingFor } from './waiting.ts';

function expect(turn: Turn, appIds: readonly string[]): void {
  for (const appId of appIds) if (!turn.applications.has(appId)) turn.awaited.add(appId);
  if (turn.awaited.size > 0) turn.setTimer('expected', '', LIMITS.reconnectMs);
}

/** Those that have not come back may still be doing what they were told before: they are left alone until they have. */
function giveUpWaiting(turn: Turn): void {
  for (const appId of turn.awaited) {
    turn.missing.add(appId);
    refuseWaitingFor(turn, appId, notLive('unresponsive'));
  }
  turn.awaited.clear();
}

function cancel(turn: Turn, agentId: string, callId: string): void {
  cancelWaiting(turn, agentId, callId);
  const running = turn.running.get(callId);
  if (running?.agentId === agentId) abort(turn, running, 'cancelled');
}

/** What waits is dropped; what runs goes on to its end, for nobody. */
function loseAgent(turn: Turn, agentId: string): void {
  dropWaitingOf(turn, agentId);
  for (const [callId, call] of turn.running) {
    if (call.agentId === agentId) turn.running.set(callId, { ...call, agentId: undefined });
  }
  for (const [callId, recall] of turn.recalls) {
    if (recall.agentId !== agentId) continue;
    turn.recalls.delete(callId);
    turn.clearTimer('recall', callId);
  }
}

/** Somebody has been told that this call did not happen: it must not, even if it arrives late on a link that is ending. */
function neverStart(turn: Turn, callId: string): void {
  dropWaiting(turn, callId);
  if (!turn.knows(callId)) turn.settle(undefined, callId, failed(unseen()));
}

function ring(turn: Turn, id: string): void {
  const { kind, callId } = readTimerId(id);
  if (kind === 'queue') endWait(turn, callId);
  if (kind === 'consent') endConsentTime(turn, callId);
  if (kind === 'lane') releaseLane(turn, callId);
  if (kind === 'deadline') passDeadline(turn, callId);
  if (kind === 'grace') endGrace(turn, callId);
  if (kind === 'recall') endRecall(turn, callId);
  if (kind === 'expected') giveUpWaiting(turn);
}

function handle(turn: Turn, event: DispatchEvent): void {
  switch (event.type) {
    case 'expected':
      expect(turn, event.appIds);
      break;
    case 'attached':
      attach(turn, event);
      break;
    case 'detached':
      loseDocument(turn, event.appId);
      break;
    case 'call':
      acceptCall(turn, event);
      break;
    case 'consented':
      takeVerdict(turn, event.callId, event.verdict, event.now);
      break;
    case 'cancel':
      cancel(turn, event.agentId, event.callId);
      break;
    case 'recall':
      acceptRecall(turn, event);
      break;
    case 'agentGone':
      loseAgent(turn, event.agentId);
      break;
    case 'answer':
      answerConsent(turn, event.appId, event.callId, event.answer);
      takeAnswer(turn, event);
      break;
    case 'committed':
      takeCommitted(turn, event);
      break;
    case 'progress':
      takeProgress(turn, event);
      break;
    case 'recalled':
      takeRecalled(turn, event.appId, event.recalled, event.now);
      break;
    case 'unseen':
      for (const callId of event.callIds) neverStart(turn, callId);
      break;
    case 'timer':
      ring(turn, event.id);
      break;
  }
}

/** Starts what may start: one operation at a time, none before the worker's applications are back. */
function startNext(turn: Turn, now: Time): void {
  while (turn.awaited.size === 0 && !turn.isLaneHeld()) {
    const next = takeNext(turn);
    if (next === undefined) return;
    const refused = refuseAtTurn(turn, next, now);
    if (refused !== undefined) giveUp(turn, next, refused);
    else if (needsConsent(turn, next)) askPerson(turn, next, now);
    else start(turn, next, now);
  }
}

/**
 * The dispatcher (protocol §10.1): one queue per agent, turn by turn, one operation at a time. An operation holds the
 * lane until it is answered, for `LIMITS.laneMs` at most; then its document stays busy and other documents go on. At
 * its deadline the page is told to stop, and after `LIMITS.abortGraceMs` the document is quarantined until the call
 * ends. An action that asks the person is not queued before that person has allowed it. No call is ever repeated.
 * `seenBy` tells what each agent may see. Pure: no clock, no timers, no I/O.
 */
export function dispatch(
  before: DispatchState,
  event: DispatchEvent,
  applications: Applications,
  seenBy: SeenBy = () => applications,
): { state: DispatchState; effects: readonly DispatchEffect[] } {
  const turn = new Turn(before, applications, seenBy);
  handle(turn, event);
  startNext(turn, event.now);
  return { state: turn.state, effects: turn.effects };
}
