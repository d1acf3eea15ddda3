/** Percentiles of samples in milliseconds; cores are shared and noisy, so means say little. */
export interface Summary {
  readonly samples: number;
  readonly p10: number;
  readonly p50: number;
  readonly p95: number;
}

function quantile(sorted: readonly number[], q: number): number {
  const at = (sorted.length - 1) * q;
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

export function summarise(samples: readonly number[]): Summary {
  const sorted = [...samples].sort((a, b) => a - b);
  const rounded = (q: number) => Number(quantile(sorted, q).toFixed(2));
  return { samples: sorted.length, p10: rounded(0.1), p50: rounded(0.5), p95: rounded(0.95) };
}

/** One thing that is timed. */
export type Subject = () => Promise<unknown>;

/** Samples all subjects in turn, round after round, so that noise on the machine meets all of them alike. */
export async function sampleInTurn(
  subjects: Readonly<Record<string, Subject>>,
  rounds: number,
  warmUp: number,
): Promise<Record<string, Summary>> {
  const samples = new Map<string, number[]>();
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const [name, subject] of Object.entries(subjects)) {
      const started = performance.now();
      await subject();
      const took = performance.now() - started;
      if (round >= warmUp) samples.set(name, [...(samples.get(name) ?? []), took]);
    }
  }
  return Object.fromEntries([...samples].map(([name, taken]) => [name, summarise(taken)]));
}
