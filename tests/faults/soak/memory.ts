import { readFile } from 'node:fs/promises';

export interface Sample {
  /** Minutes since the start. */
  readonly at: number;
  readonly value: number;
}

/** The slope of the line through the samples (least squares), in units a minute; 0 of fewer than two. */
export function slope(samples: readonly Sample[]): number {
  const count = samples.length;
  const mean = (of: (sample: Sample) => number) => samples.reduce((sum, sample) => sum + of(sample), 0) / count;
  const at = mean((sample) => sample.at);
  const value = mean((sample) => sample.value);
  const spread = samples.reduce((sum, sample) => sum + (sample.at - at) ** 2, 0);
  if (count < 2 || spread === 0) return 0;
  return samples.reduce((sum, sample) => sum + (sample.at - at) * (sample.value - value), 0) / spread;
}

/** A process fills its caches at first; what counts is what it does after the first third. */
export const settled = (samples: readonly Sample[]): Sample[] => samples.slice(Math.floor(samples.length / 3));

/** Anonymous memory of a process in MiB: what it has allocated, without the program's own text. Linux only. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(status) ?? [];
  return Number(kilobytes) / 1024;
}
