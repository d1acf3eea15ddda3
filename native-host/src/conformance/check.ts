import type { Session } from './session.ts';

export type Level = 'MUST' | 'SHOULD';

/** One demand of the specification and how to see from outside whether a server meets it. */
export interface Check {
  /** Section, dash, running number: `7.1-3`. Stays the same for ever. */
  readonly id: string;
  readonly section: string;
  readonly level: Level;
  /** What the section demands. */
  readonly text: string;
  /** Judges what was seen during all other checks, so it runs after them. */
  readonly last?: true;
  /** Needs a server that answers, but no window of the conformance application. */
  readonly windowless?: true;
  /**
   * @throws Violation when the server does not do what `text` says
   * @throws NotApplicable when this server gives no opportunity to see it, or another check is about the obstacle
   */
  run(session: Session): Promise<void>;
}

/** The server does not do what the section demands; the message says what was found instead. */
export class Violation extends Error {
  override readonly name: string = 'Violation';
}

/** The check cannot be made here; the message says why. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}

/** @throws Violation saying what was found instead of what the check's text demands */
export function demand(met: boolean, found: string): asserts met {
  if (!met) throw new Violation(found);
}

/** @throws NotApplicable when the opportunity is missing, which is what another check is about */
export function given(there: boolean, why: string): asserts there {
  if (!there) throw new NotApplicable(why);
}

/** A value in a sentence: one line of JSON, cut. */
export function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 200 ? `${json.slice(0, 199)}…` : json;
}
