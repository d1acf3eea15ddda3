import { restore, TITLES } from './application.ts';
import { type Check, NotApplicable, Violation } from './check.ts';
import type { Wire } from './connection.ts';
import { DIALECTS, type Era } from './era.ts';
import { Exchange, type ExchangedLine } from './exchange.ts';
import { Life } from './life.ts';
import type { Patience } from './patience.ts';
import { readUntil } from './read-until.ts';
import { type Run, Session } from './session.ts';

export type Status = 'passed' | 'failed' | 'skipped';

/** What became of one check in one era. */
export interface CheckResult {
  readonly check: Check;
  readonly era: Era;
  readonly status: Status;
  /** Why it failed or was skipped. */
  readonly found: string | undefined;
  readonly exchange: readonly ExchangedLine[];
}

/** One era: its results, or why the server does not speak it. */
export interface EraRun {
  readonly era: Era;
  readonly revision: string;
  readonly refusal: string | undefined;
  readonly results: readonly CheckResult[];
}

export interface ServerUnderTest {
  /** Starts it once more. */
  start(): Wire;
  readonly patience: Patience;
}

interface Verdict {
  readonly status: Status;
  readonly found?: string;
}

async function judge(check: Check, session: Session): Promise<Verdict> {
  try {
    await check.run(session);
    return { status: 'passed' };
  } catch (error) {
    if (error instanceof NotApplicable) return { status: 'skipped', found: error.message };
    if (error instanceof Violation) return { status: 'failed', found: error.message };
    throw error;
  }
}

/** Waits for the conformance application; says what is missing when it never comes. */
async function missingApplication(session: Session): Promise<string | undefined> {
  const deadline = performance.now() + session.patience.windows;
  for (;;) {
    try {
      return await readUntil(session, ({ windows }) =>
        windows.some(({ title }) => title === TITLES.a) ? '' : undefined,
      );
    } catch (error) {
      if (error instanceof Violation) return error.message;
      if (!(error instanceof NotApplicable)) throw error;
    }
    if (performance.now() < deadline) continue;
    return `app://windows shows no window titled "${TITLES.a}": the server has to show the conformance application.`;
  }
}

/** Runs the checks in one era with one server process, and one more for a second client. */
export async function runEra(era: Era, checks: readonly Check[], server: ServerUnderTest): Promise<EraRun> {
  const { patience } = server;
  const [exchange, life] = [new Exchange(), new Life(patience.unanswered)];
  const run: Run = { era, patience, exchange, life, start: () => server.start() };
  const { revision } = DIALECTS[era];
  const session = await Session.open(run);
  if (!(session instanceof Session)) return { era, revision, refusal: session.refusal, results: [] };
  const results: CheckResult[] = [];
  try {
    const missing = await missingApplication(session);
    let restoredAt = 0;
    const settle = async (check: Check): Promise<Verdict> => {
      const { ended } = session.connection;
      if (ended !== undefined) return { status: 'failed', found: `The server ended: ${ended}` };
      if (life.over !== undefined) return { status: 'failed', found: life.over };
      if (check.windowless) return judge(check, session);
      if (missing) return { status: 'failed', found: missing };
      const prepared: Check = {
        ...check,
        run: async () => {
          if (life.calls !== restoredAt) await restore(session);
          restoredAt = life.calls;
          await check.run(session);
        },
      };
      return judge(prepared, session);
    };
    for (const check of [...checks.filter(({ last }) => !last), ...checks.filter(({ last }) => last)]) {
      const { status, found } = await settle(check);
      results.push({ check, era, status, found, exchange: exchange.take() });
    }
  } finally {
    await session.close();
  }
  return { era, revision, refusal: undefined, results };
}

/** Runs the checks in these eras. When the server speaks none of them, every check fails. */
export async function runChecks(eras: readonly Era[], checks: readonly Check[], server: ServerUnderTest) {
  const runs: EraRun[] = [];
  for (const era of eras) runs.push(await runEra(era, checks, server));
  const [first] = runs;
  if (first === undefined || runs.some(({ refusal }) => refusal === undefined)) return runs;
  const found = runs.map(({ revision, refusal }) => `${revision}: ${refusal}`).join('; ');
  const results = checks.map((check) => ({ check, era: first.era, status: 'failed' as const, found, exchange: [] }));
  return [{ ...first, refusal: undefined, results }, ...runs.slice(1)];
}
