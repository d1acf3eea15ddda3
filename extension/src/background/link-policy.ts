/** Why the native host could not be reached, as far as the browser says; the popup has the words and the fix. */
export type HostProblem =
  | 'missing'
  | 'forbidden'
  | 'policy'
  | 'exited'
  | 'version'
  | 'protocol'
  | 'changed'
  | 'unknown';

/** A host that cannot be reached, and since when. */
interface Down {
  readonly failures: number;
  readonly problem: HostProblem;
  readonly detail: string;
  readonly since: number;
}

/** What the host's process makes of being asked: a port stays open when the process behind it stands still. */
export type HostLife = 'asked' | 'answered' | 'silent';

/** The link to the native host, as true as the browser lets us know. `since` is wall-clock ms, for people only. */
export type LinkStatus =
  | { readonly phase: 'connecting'; readonly failures: number }
  | {
      readonly phase: 'up';
      readonly failures: number;
      readonly since: number;
      readonly version: string;
      readonly life: HostLife;
    }
  | ({ readonly phase: 'waiting' } & Down)
  | ({ readonly phase: 'stopped' } & Down);

const FIRST_DELAY_MS = 500;
const LAST_DELAY_MS = 30_000;
/** A host that lived shorter than this failed fast: starting it again at once would start a storm. */
const FAST_MS = 5_000;

/** After so many fast failures in a row only a person's action starts the host again. */
export const FAILURES_ALLOWED = 5;

/** What to think of a host that says which installation it is. `changed`: only the person may let it go on. */
export function meetHost(trusted: string | null, said: string): 'first' | 'known' | 'changed' {
  if (trusted === null) return 'first';
  return trusted === said ? 'known' : 'changed';
}

/** Reads the browser's sentence about a closed native port. */
export function hostProblem(message: string | undefined): HostProblem {
  if (message === undefined) return 'exited';
  if (/not found/i.test(message)) return 'missing';
  if (/forbidden/i.test(message)) return 'forbidden';
  if (/administrator/i.test(message)) return 'policy';
  if (/exited|disconnect/i.test(message)) return 'exited';
  if (/communicating/i.test(message)) return 'protocol';
  return 'unknown';
}

/**
 * What follows from a closed port: wait and try again, or stop. A wrong version stays wrong, and another installation waits
 * for the person, so these stop at once; the latter could be started, and does not count as a failure.
 *
 * @param livedMs for how long the host was there, 0 if it was not
 * @param since when it went
 */
export function afterClose(
  { failures: before }: LinkStatus,
  livedMs: number,
  { problem, detail, since }: Omit<Down, 'failures'>,
): { readonly status: LinkStatus; readonly retryInMs?: number } {
  if (problem === 'changed') return { status: { phase: 'stopped', failures: 0, problem, detail, since } };
  const failures = livedMs >= FAST_MS ? 1 : before + 1;
  const down = { failures, problem, detail, since };
  if (problem === 'version' || failures >= FAILURES_ALLOWED) {
    return { status: { phase: 'stopped', ...down } };
  }
  const retryInMs = Math.min(LAST_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
  return { status: { phase: 'waiting', ...down }, retryInMs };
}
