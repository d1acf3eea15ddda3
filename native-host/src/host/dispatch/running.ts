import { type CallAnswer, LIMITS, notLive, unknownOutcome, windowNotFound } from '@mcp-gui-bridge/page-sdk/protocol';
import { afterLeaving, failed } from './answers.ts';
import type { DispatchEvent } from './event.ts';
import type { ApplicationView, QueuedCall, RunningCall, Time } from './state.ts';
import type { Turn } from './turn.ts';
import { refuseWaitingFor } from './waiting.ts';

function actionTimeout(application: ApplicationView | undefined, call: QueuedCall['call']): number {
  const { windowId, action } = call;
  const window = application?.declared.windows.find(({ id }) => id === windowId);
  const actions = windowId === null ? application?.declared.actions : window?.actions;
  return actions?.find(({ name }) => name === action)?.timeoutMs ?? LIMITS.actionMs;
}

/** The longest time that any action of a document may run: nobody knows which one it was before the restart. */
function longestTimeout(application: ApplicationView | undefined): number {
  const { actions = [], windows = [] } = application?.declared ?? {};
  const all = [...actions, ...windows.flatMap((window) => window.actions)];
  return Math.max(LIMITS.actionMs, ...all.map(({ timeoutMs }) => timeoutMs));
}

function beginRunning(turn: Turn, call: RunningCall, now: Time): void {
  turn.running.set(call.callId, call);
  turn.setTimer('lane', call.callId, LIMITS.laneMs);
  turn.setTimer('deadline', call.callId, Math.max(1, call.deadlineAt - now));
}

/** Writes the call to the browser. It gets no more time than leaves its agent an answer within its budget. */
export function start(turn: Turn, queued: QueuedCall, now: Time): void {
  const { call, agentId, agentKey, answerBy } = queued;
  const { callId, appId } = call;
  const left = Math.max(1, Math.floor(answerBy - LIMITS.abortGraceMs - now));
  const timeoutMs = Math.min(actionTimeout(turn.applications.get(appId), call), left);
  turn.toBrowser({ type: 'call', call: { ...call, timeoutMs }, ...(agentKey !== undefined && { agentKey }) });
  turn.toAgent(agentId, { type: 'dispatched', callId });
  const times = { deadlineAt: now + timeoutMs, holdsLane: true, aborted: false, late: false };
  beginRunning(turn, { callId, appId, agentId, ...times }, now);
}

/** A call that the page was running before this host knew of it. */
export function inherit(turn: Turn, appId: string, callId: string, now: Time): RunningCall {
  const deadlineAt = now + longestTimeout(turn.applications.get(appId));
  const call = { callId, appId, agentId: undefined, deadlineAt, holdsLane: true, aborted: false, late: false };
  beginRunning(turn, call, now);
  return call;
}

export function findRunning(turn: Turn, appId: string, callId: string): RunningCall | undefined {
  const call = turn.running.get(callId);
  return call?.appId === appId ? call : undefined;
}

/** The call is over, whatever became of it: it holds nothing any more, and its quarantine is lifted. */
function finish(turn: Turn, call: RunningCall): void {
  turn.running.delete(call.callId);
  for (const kind of ['lane', 'deadline', 'grace'] as const) turn.clearTimer(kind, call.callId);
  if (call.late && !turn.isQuarantined(call.appId)) {
    turn.effects.push({ kind: 'quarantine', appId: call.appId, on: false });
  }
}

export function settleRunning(turn: Turn, call: RunningCall, answer: CallAnswer): void {
  finish(turn, call);
  turn.settle(call.agentId, call.callId, answer);
}

export function takeCommitted(turn: Turn, event: DispatchEvent & { type: 'committed' }): void {
  const call = findRunning(turn, event.appId, event.callId);
  if (call !== undefined) turn.running.set(call.callId, { ...call, committed: event.answer });
}

export function takeProgress(turn: Turn, event: DispatchEvent & { type: 'progress' }): void {
  const { appId, progress } = event;
  const agentId = findRunning(turn, appId, progress.callId)?.agentId;
  if (agentId !== undefined) turn.toAgent(agentId, { type: 'progress', progress });
}

export function abort(turn: Turn, call: RunningCall, reason: 'cancelled' | 'timeout'): void {
  if (call.aborted) return;
  turn.running.set(call.callId, { ...call, aborted: true });
  turn.toBrowser({ type: 'abort', appId: call.appId, callId: call.callId, reason });
}

export function releaseLane(turn: Turn, callId: string): void {
  const call = turn.running.get(callId);
  if (call !== undefined) turn.running.set(callId, { ...call, holdsLane: false });
}

export function passDeadline(turn: Turn, callId: string): void {
  const call = turn.running.get(callId);
  if (call === undefined) return;
  abort(turn, call, 'timeout');
  turn.setTimer('grace', callId, LIMITS.abortGraceMs);
}

/** The page had its time to stop: the agent is answered, and the document is left alone until the call ends. */
export function endGrace(turn: Turn, callId: string): void {
  const call = turn.running.get(callId);
  if (call === undefined) return;
  const wasQuarantined = turn.isQuarantined(call.appId);
  turn.running.set(callId, { ...call, agentId: undefined, holdsLane: false, late: true });
  turn.clearTimer('lane', callId);
  if (!wasQuarantined) turn.effects.push({ kind: 'quarantine', appId: call.appId, on: true });
  turn.settle(call.agentId, callId, failed(unknownOutcome('running')));
  refuseWaitingFor(turn, call.appId, notLive('unresponsive'));
}

/** The document is gone, and with it everything that ran or waited there. */
export function loseDocument(turn: Turn, appId: string): void {
  turn.awaited.delete(appId);
  turn.missing.delete(appId);
  for (const call of turn.runningIn(appId)) {
    const answer = call.committed ? afterLeaving(call.committed) : failed(unknownOutcome('document_gone'));
    settleRunning(turn, call, answer);
  }
  refuseWaitingFor(turn, appId, windowNotFound('document_gone'));
  for (const [callId, recall] of turn.recalls) {
    if (recall.appId !== appId) continue;
    turn.recalls.delete(callId);
    turn.clearTimer('recall', callId);
    turn.settle(recall.agentId, callId, failed(unknownOutcome('document_gone')));
  }
}
