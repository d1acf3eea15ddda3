import type {
  AgentKey,
  ApplicationCall,
  ApplicationCondition,
  CallAnswer,
  Declared,
} from '@mcp-gui-bridge/page-sdk/protocol';

/** Milliseconds of whatever clock the events carry; only differences count. */
export type Time = number;

export interface QueuedCall {
  readonly agentId: string;
  readonly agentKey?: AgentKey;
  readonly call: ApplicationCall;
  /** The agent must have its answer by then. */
  readonly answerBy: Time;
  /** The person has allowed it. */
  readonly consented?: true;
}

/** A call that was written to the browser, or that the page said it was running when it attached. */
export interface RunningCall {
  readonly callId: string;
  readonly appId: string;
  /** Whom the answer is for; nobody once it has been answered, when the agent left, and while nobody asked after a restart. */
  readonly agentId: string | undefined;
  readonly deadlineAt: Time;
  /** Nothing else is dispatched meanwhile. */
  readonly holdsLane: boolean;
  /** The page was told to stop. */
  readonly aborted: boolean;
  /** The deadline and its grace are over: the document is quarantined until this call ends. */
  readonly late: boolean;
  /** Answer to give if the document goes away first. */
  readonly committed?: CallAnswer;
}

/** An agent that asked what became of a call of an earlier host. */
export interface PendingRecall {
  readonly agentId: string;
  readonly appId: string;
  readonly answerBy: Time;
}

export interface DispatchState {
  /** Waiting calls of each agent that has any; the agent whose turn it is comes first. */
  readonly queues: ReadonlyMap<string, readonly QueuedCall[]>;
  /** Calls that the person is asked about, by call id; they hold no lane and have no place in a queue. */
  readonly consents: ReadonlyMap<string, QueuedCall>;
  /** By call id. */
  readonly running: ReadonlyMap<string, RunningCall>;
  /** By call id. */
  readonly recalls: ReadonlyMap<string, PendingRecall>;
  /** Applications of the worker before, not attached yet: until they are, nothing is dispatched. */
  readonly awaited: ReadonlySet<string>;
  /** Applications that did not attach in time: quarantined until they do. */
  readonly missing: ReadonlySet<string>;
  /** The last calls that were answered, so that a repeated message does not run one again. */
  readonly settled: readonly string[];
}

export const EMPTY: DispatchState = {
  queues: new Map(),
  consents: new Map(),
  running: new Map(),
  recalls: new Map(),
  awaited: new Set(),
  missing: new Set(),
  settled: [],
};

/** What is decided on, as the model has it at this moment. */
export interface ApplicationView {
  readonly condition: ApplicationCondition;
  readonly declared: Declared;
}

export type Applications = ReadonlyMap<string, ApplicationView>;

/** The applications as an agent may see them. */
export type SeenBy = (agentId: string) => Applications;
