import type { CallAnswer, HostToAgent, HostToExtension } from '@mcp-gui-bridge/page-sdk/protocol';
import { type DispatchEffect, type TimerKind, timerId } from './event.ts';
import type { Applications, DispatchState, PendingRecall, QueuedCall, RunningCall, SeenBy } from './state.ts';

/** Ids kept to recognise repeated messages; an agent has at most 16 calls waiting. */
const SETTLED_KEPT = 1_024;

/** One event being handled: a draft of the next state, and the effects so far. Never outlives the event. */
export class Turn {
  readonly applications: Applications;
  readonly seenBy: SeenBy;
  readonly effects: DispatchEffect[] = [];
  readonly queues: Map<string, readonly QueuedCall[]>;
  readonly consents: Map<string, QueuedCall>;
  readonly running: Map<string, RunningCall>;
  readonly recalls: Map<string, PendingRecall>;
  readonly awaited: Set<string>;
  readonly missing: Set<string>;
  #settled: readonly string[];

  constructor(before: DispatchState, applications: Applications, seenBy: SeenBy) {
    this.applications = applications;
    this.seenBy = seenBy;
    this.queues = new Map(before.queues);
    this.consents = new Map(before.consents);
    this.running = new Map(before.running);
    this.recalls = new Map(before.recalls);
    this.awaited = new Set(before.awaited);
    this.missing = new Set(before.missing);
    this.#settled = before.settled;
  }

  get state(): DispatchState {
    const { queues, consents, running, recalls, awaited, missing } = this;
    return { queues, consents, running, recalls, awaited, missing, settled: this.#settled };
  }

  toBrowser(message: HostToExtension): void {
    this.effects.push({ kind: 'browser', message });
  }

  toAgent(agentId: string, message: HostToAgent): void {
    this.effects.push({ kind: 'agent', agentId, message });
  }

  setTimer(kind: TimerKind, callId: string, ms: number): void {
    this.effects.push({ kind: 'timer', id: timerId(kind, callId), ms });
  }

  clearTimer(kind: TimerKind, callId = ''): void {
    this.effects.push({ kind: 'clearTimer', id: timerId(kind, callId) });
  }

  /** The call's one answer; nobody gets it when the agent is gone. */
  settle(agentId: string | undefined, callId: string, answer: CallAnswer): void {
    this.#settled = [...this.#settled.slice(-(SETTLED_KEPT - 1)), callId];
    if (agentId !== undefined) this.toAgent(agentId, { type: 'settled', callId, answer });
  }

  /** Whether this call was seen before, in any state. */
  knows(callId: string): boolean {
    return (
      this.running.has(callId) ||
      this.consents.has(callId) ||
      this.recalls.has(callId) ||
      this.findQueued(callId) !== undefined ||
      this.#settled.includes(callId)
    );
  }

  findQueued(callId: string): QueuedCall | undefined {
    for (const queue of this.queues.values()) {
      const found = queue.find(({ call }) => call.callId === callId);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  queuedFor(appId: string): QueuedCall[] {
    return [...this.queues.values()].flat().filter(({ call }) => call.appId === appId);
  }

  runningIn(appId: string): RunningCall[] {
    return [...this.running.values()].filter((call) => call.appId === appId);
  }

  isQuarantined(appId: string): boolean {
    return this.missing.has(appId) || this.runningIn(appId).some(({ late }) => late);
  }

  isLaneHeld(): boolean {
    return [...this.running.values()].some(({ holdsLane }) => holdsLane);
  }
}
