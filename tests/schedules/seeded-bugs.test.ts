import { expect, test } from 'vitest';
import { type Exploration, explore } from './explore.ts';
import { SEEDED_BUGS } from './seeded-bugs.ts';

/** Two documents must be busy at once when the host is replaced: pages that take their time, and enough of it. */
const RARE: Partial<Exploration> = { tempers: ['slowPages'], steps: { least: 80, most: 200 } };
const SOME: Partial<Exploration> = { tempers: ['even', 'slowPages', 'faulty'], steps: { least: 20, most: 100 } };
const LONG = [
  'a new host is told of one running call only',
  'what a page is running does not hold the lane of a new host',
  'a new host is not told what the pages are running',
];

test('there are twelve', () => expect(Object.keys(SEEDED_BUGS)).toHaveLength(12));

test.each(Object.entries(SEEDED_BUGS))(
  'caught within 5,000 schedules: %s',
  { timeout: 600_000 },
  async (what, seams) => {
    const how = LONG.includes(what) ? RARE : SOME;
    const { failure } = await explore({ runs: 5_000, agents: [2], seed: 2, asFound: true, ...how, seams });
    expect(failure).toBeDefined();
  },
);
