import type { Outcome } from './protocol/answer.ts';

/** What agents do in this document, for the page to show. */
export type CallEvent = {
  readonly callId: string;
  /** How the agent names itself; do not trust it. */
  readonly agent: { readonly name: string; readonly version?: string | undefined };
  /** The window it concerns, `null` for an action of the application. */
  readonly window: { readonly localId: string; readonly title: string } | null;
  /** Name and title of the action; both are the name when there is no such action. */
  readonly action: string;
  readonly title: string;
} & (
  | { readonly phase: 'started' }
  /** Every call has exactly one answer; a refused one was never started. */
  | { readonly phase: 'answered'; readonly outcome: Outcome; readonly message: string }
  /** `run` has settled after the call had been answered, because it waited for a dialog. */
  | { readonly phase: 'finished' }
);
