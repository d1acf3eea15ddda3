import { describe, expect, test } from 'vitest';
import { type CampaignOptions, runCampaign } from './campaign.ts';
import { cellFigures } from './cell-figures.ts';
import { type Fault, PHASES } from './fault.ts';
import { History } from './history.ts';
import type { StartedWorld } from './shared-world.ts';

const fault = (name: string, more: Partial<Fault<StartedWorld>> = {}): Fault<StartedWorld> => ({
  name,
  rows: 'B1',
  begin: () => Promise.resolve(),
  ...more,
});

/** A campaign in worlds of which none can be prepared, and what it printed. */
async function campaign(options: Partial<CampaignOptions<StartedWorld>>) {
  const printed: string[] = [];
  let [started, stopped] = [0, 0];
  const start = async (): Promise<StartedWorld> => {
    started += 1;
    const world: Partial<StartedWorld> = {
      history: new History(),
      prepare: () => Promise.reject(new Error('no page')),
      stop: async () => {
        stopped += 1;
      },
    };
    return world as StartedWorld;
  };
  const cells = await runCampaign({
    start,
    faults: [fault('one'), fault('two', { notIn: { idle: 'nothing to strike' } })],
    runs: 1,
    worlds: 1,
    wanted: () => true,
    isOver: () => false,
    print: (line) => void printed.push(line),
    ...options,
  });
  return { cells, printed, started, stopped };
}

describe('a campaign', () => {
  test('has all its cells, each that does not apply with its reason', async () => {
    const { cells } = await campaign({ runs: 0 });
    expect(cells).toHaveLength(2 * PHASES.length);
    const without = cells.filter(({ notApplicable }) => notApplicable !== undefined);
    expect(without).toEqual([
      { fault: 'two', rows: 'B1', phase: 'idle', runs: [], notApplicable: 'nothing to strike' },
    ]);
  });

  test('whose rig is broken ends with what it has, one world after the other, and says why', async () => {
    const { cells, printed, started, stopped } = await campaign({ worlds: 2, runs: 5 });
    // The third of each world is the rig's.
    const runs = cells.flatMap((cell) => cell.runs);
    expect(runs.map(({ violations }) => violations.map(({ rule }) => rule))).toEqual(Array(4).fill(['no_end']));
    expect(cellFigures(runs).otherViolations).toBe(4);
    expect([started, stopped]).toEqual([6, 6]);
    expect(printed.filter((line) => line.startsWith('the rig is broken'))).toHaveLength(2);
  });

  test('begins nothing more once it is over', async () => {
    expect((await campaign({ isOver: () => true })).started).toBe(0);
  });

  test('of cells that nobody wants starts no world', async () => {
    const { cells, started } = await campaign({ wanted: () => false });
    expect([cells, started]).toEqual([[], 0]);
  });
});
