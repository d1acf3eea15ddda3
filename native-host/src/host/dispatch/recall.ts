import { LIMITS, type Recalled, unknownOutcome } from '@mcp-gui-bridge/page-sdk/protocol';
import { failed, unseen } from './answers.ts';
import type { DispatchEvent } from './event.ts';
import { reassign } from './queue.ts';
import { findRunning, inherit, settleRunning } from './running.ts';
import type { PendingRecall, RunningCall, Time } from './state.ts';
import type { Turn } from './turn.ts';

const askPage = (turn: Turn, appId: string, callId: string): void => turn.toBrowser({ type: 'recall', appId, callId });

/** An agent asks what became of a call of an earlier host. The page is asked now, or as soon as it has attached. */
export function acceptRecall(turn: Turn, event: DispatchEvent & { type: 'recall' }): void {
  const { agentId, appId, callId, budgetMs, now } = event;
  if (turn.recalls.has(callId)) return;
  const queued = turn.findQueued(callId);
  const asked = turn.consents.get(callId);
  if (queued !== undefined || asked !== undefined) {
    // The agent's link broke, and this host has yet to notice.
    if (queued !== undefined) reassign(turn, queued, agentId);
    if (asked !== undefined) turn.consents.set(callId, { ...asked, agentId });
    return;
  }
  const here = turn.applications.has(appId);
  if (!here && !turn.awaited.has(appId) && !turn.missing.has(appId)) {
    turn.settle(agentId, callId, failed(unknownOutcome('document_gone')));
    return;
  }
  turn.recalls.set(callId, { agentId, appId, answerBy: now + budgetMs });
  turn.setTimer('recall', callId, budgetMs);
  if (here) askPage(turn, appId, callId);
}

export function endRecall(turn: Turn, callId: string): void {
  const recall = turn.recalls.get(callId);
  if (recall === undefined) return;
  turn.recalls.delete(callId);
  turn.settle(recall.agentId, callId, failed(unknownOutcome('link_lost')));
}

/** A document attached, for the first time or anew: whatever was on its way to or from it is lost, so its journal is asked. */
export function attach(turn: Turn, event: DispatchEvent & { type: 'attached' }): void {
  const { appId, running, now } = event;
  turn.missing.delete(appId);
  turn.awaited.delete(appId);
  const asked = [...turn.recalls].filter(([, recall]) => recall.appId === appId).map(([callId]) => callId);
  const outstanding = turn.runningIn(appId).map(({ callId }) => callId);
  for (const callId of new Set([...outstanding, ...asked])) askPage(turn, appId, callId);
  for (const callId of running) {
    if (!turn.running.has(callId)) inherit(turn, appId, callId, now);
  }
}

/** Who asked waits for the answer now, within its own budget: knowing the id it is the call's own agent, on a link that it has made since. */
function adopt(turn: Turn, call: RunningCall, recall: PendingRecall, now: Time): void {
  const byBudget = recall.answerBy - LIMITS.abortGraceMs;
  const deadlineAt = call.late ? byBudget : Math.min(call.deadlineAt, byBudget);
  turn.running.set(call.callId, { ...call, agentId: recall.agentId, deadlineAt });
  turn.setTimer('deadline', call.callId, Math.max(1, deadlineAt - now));
}

/** The page's journal has spoken; its word alone counts. */
export function takeRecalled(turn: Turn, appId: string, recalled: Recalled, now: Time): void {
  const { callId } = recalled;
  const pending = turn.recalls.get(callId);
  const recall = pending?.appId === appId ? pending : undefined;
  const found = findRunning(turn, appId, callId);
  if (recall !== undefined) {
    turn.recalls.delete(callId);
    turn.clearTimer('recall', callId);
    turn.toAgent(recall.agentId, { type: 'recalled', recalled });
  }
  if (recalled.state === 'running') {
    if (recall !== undefined) adopt(turn, found ?? inherit(turn, appId, callId, now), recall, now);
    return;
  }
  if (found === undefined) {
    // It may still arrive on the link that broke, and must not run then.
    if (recall !== undefined && !turn.knows(callId)) turn.settle(undefined, callId, failed(unseen()));
    return;
  }
  // Whoever asked has just been told.
  const agentId = found.agentId === recall?.agentId ? undefined : found.agentId;
  settleRunning(turn, { ...found, agentId }, recalled.state === 'answered' ? recalled.answer : failed(unseen()));
}

/**
 * The page's answer. A late one has nobody to go to, but ends the quarantine. One that was on its way when the page was
 * asked is what it would have been told: the worker lets nothing of an answered call follow.
 */
export function takeAnswer(turn: Turn, event: DispatchEvent & { type: 'answer' }): void {
  const { appId, callId, answer, now } = event;
  if (turn.recalls.get(callId)?.appId === appId) {
    takeRecalled(turn, appId, { callId, state: 'answered', answer }, now);
    return;
  }
  const call = findRunning(turn, appId, callId);
  if (call !== undefined) settleRunning(turn, call, answer);
}
