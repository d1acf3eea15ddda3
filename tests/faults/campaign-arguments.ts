import { parseArgs } from 'node:util';

export interface CampaignArguments {
  readonly runs: number;
  readonly browserRuns: number;
  readonly kills: number;
  readonly worlds: number;
  readonly minutes: number;
  readonly cell: string | undefined;
  readonly out: string | undefined;
}

const USAGE =
  'npm run test:faults -- [--runs N] [--browser-runs N] [--kills N] [--worlds N] [--minutes N] [--cell WORDS] [--out FILE]';

/** @throws Error that shows how it is used */
export function readArguments(argv: readonly string[]): CampaignArguments {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      runs: { type: 'string', default: '30' },
      'browser-runs': { type: 'string' },
      kills: { type: 'string', default: '1000' },
      worlds: { type: 'string', default: '2' },
      minutes: { type: 'string', default: '120' },
      cell: { type: 'string' },
      out: { type: 'string' },
    },
  });
  const whole = (name: 'runs' | 'browser-runs' | 'kills' | 'worlds', least: number): number => {
    const value = Number(values[name] ?? values.runs);
    if (Number.isInteger(value) && value >= least) return value;
    throw new Error(`--${name} must be a whole number from ${least}: ${USAGE}`);
  };
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error(`--minutes must be a number above 0: ${USAGE}`);
  return {
    runs: whole('runs', 0),
    browserRuns: whole('browser-runs', 0),
    kills: whole('kills', 0),
    worlds: whole('worlds', 1),
    minutes,
    cell: values.cell,
    out: values.out,
  };
}
