import type { History } from './history.ts';
import type { RecordedAgent } from './recorded-agent.ts';

/** How far a call is when the fault strikes. */
export const PHASES = ['idle', 'queued', 'sent', 'started', 'committed', 'answered'] as const;
export type Phase = (typeof PHASES)[number];

/** One document with a counter, two agents, and everything between them. */
export interface World {
  /** Of the run that is on. */
  readonly history: History;
  /** Makes the call that the fault strikes. */
  readonly subject: RecordedAgent;
  /** Sees what becomes of the state; holds the document while a call has to queue. */
  readonly observer: RecordedAgent;
  /** The document that calls go to. */
  readonly document: string;
  /** Makes whole what earlier faults broke, and begins a new history. */
  prepare(): Promise<void>;
  /** How many calls the host has taken from agents. */
  acceptedCalls(): Promise<number>;
  /** Lets the document's handlers go on, those that wait and those to come. Resolves when told, whatever the page can do. */
  release(): Promise<void>;
}

/** Calls of one run that the fault was to strike; each resolves with its outcome. */
export interface Struck {
  readonly calls: readonly Promise<string>[];
}

export interface Fault<W extends World> {
  readonly name: string;
  /** Rows of the fault table that it stands for. */
  readonly rows: string;
  /** The agent's own end is cut, so its call may stay without an answer. */
  readonly cutsAgent?: boolean;
  /** The document goes away without a successor that could answer for it. */
  readonly endsDocument?: boolean;
  /** The call may run for one second only, so that its deadline passes during the fault. */
  readonly brief?: boolean;
  /** Phases in which there is nothing to strike, and why. */
  readonly notIn?: Partial<Record<Phase, string>>;
  begin(world: W, struck: Struck): Promise<void>;
  /** Takes a lasting fault away again. */
  end?(world: W, struck: Struck): Promise<void>;
}
