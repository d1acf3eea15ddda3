import { describe, expect, test } from 'vitest';
import { CHECKS } from '../../native-host/src/conformance/checks/all-checks.ts';
import { ERAS, type Era } from '../../native-host/src/conformance/era.ts';
import type { Patience } from '../../native-host/src/conformance/patience.ts';
import { runChecks, type Status } from '../../native-host/src/conformance/run-checks.ts';
import { type Behaviour, CORRECT } from './wrong-servers/behaviour.ts';
import { FAULTS } from './wrong-servers/faults.ts';
import { Gui } from './wrong-servers/gui.ts';
import { serveReference } from './wrong-servers/reference-server.ts';

/** The reference server answers within a few milliseconds, so what does not come soon never comes. */
const PATIENCE: Patience = {
  greeting: 5_000,
  answer: 5_000,
  notification: 100,
  windows: 500,
  quiet: 2,
  unanswered: 10_000,
};

const ids = CHECKS.map(({ id }) => id);

/** What a server that is wrong in this way did not pass: `legacy 6-3`, and what was found. */
async function problems(fault: Partial<Behaviour>, eras: readonly Era[]) {
  const start = serveReference(new Gui({ ...CORRECT, ...fault }));
  const runs = await runChecks(eras, CHECKS, { start, patience: PATIENCE });
  const results = runs.flatMap((run) => run.results);
  const named = (status: Status) =>
    results.filter((result) => result.status === status).map(({ era, check }) => `${era} ${check.id}`);
  const found = results.filter(({ status }) => status === 'failed').map((result) => result.found);
  return { failed: named('failed'), skipped: named('skipped'), found };
}

test('the reference server passes every check in both eras', async () => {
  expect(await problems({}, ERAS)).toEqual({ failed: [], skipped: [], found: [] });
});

test('ids are unique, begin with their section and have a wrong server each', () => {
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, section } of CHECKS) expect(section.replace('Appendix ', '')).toBe(id.split('-')[0]);
  expect(Object.keys(FAULTS).sort()).toEqual([...ids].sort());
});

/** The eras differ in greeting and subscribing alone: faults there are tried in both, the others in one after the other. */
const erasFor = (id: string, index: number): readonly Era[] =>
  /^(3|4\.1|8\.1|10\.1)-/.test(id) ? ERAS : ERAS.slice(index % 2, (index % 2) + 1);

describe('a server that breaks one rule fails exactly that check', () => {
  test.concurrent.each(ids.map((id, index) => ({ id, eras: erasFor(id, index) })))('$id', async ({ id, eras }) => {
    const { failed, found } = await problems(FAULTS[id] ?? {}, eras);
    expect(failed, found.join('\n')).toEqual(eras.map((era) => `${era} ${id}`));
  });
});
