/** How long the kit waits, in milliseconds. */
export interface Patience {
  /** For the answer to the first request: some commands fetch the server before they start it. */
  readonly greeting: number;
  /** For the answer to any other request. */
  readonly answer: number;
  /** For a notification that has to come. */
  readonly notification: number;
  /** For the conformance application to be shown after the start. */
  readonly windows: number;
  /** Without a notification, before the kit takes what comes next for the consequence of what it does next. */
  readonly quiet: number;
  /** For unanswered requests of one revision together; after that the server counts as silent. */
  readonly unanswered: number;
}

/** A server that does not answer, or stops answering, has failed every check of both revisions within a minute. */
export const PATIENCE: Patience = {
  greeting: 15_000,
  answer: 6_000,
  notification: 2_000,
  windows: 8_000,
  quiet: 40,
  unanswered: 12_000,
};
