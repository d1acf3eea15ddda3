import { percentile } from '../cell-figures.ts';
import { type Sample, settled, slope } from './memory.ts';
import type { SoakFigures, Stage } from './soak.ts';

export interface SoakCircumstances {
  readonly date: string;
  readonly commit: string;
  readonly command: string;
  readonly machine: string;
}

const rounded = (value: number, digits = 1): string => value.toFixed(digits);

function latency({ name, calls }: Stage, alone: readonly number[]): string {
  const p99 = percentile(calls, 0.99);
  const ratio = p99 / percentile(alone, 0.99);
  const cells = [percentile(calls, 0.5), p99, Math.max(0, ...calls)].map((ms) => rounded(ms));
  return `| ${name} | ${calls.length} | ${cells.join(' | ')} | ${rounded(ratio, 2)} |`;
}

const memoryTable = (measured: Readonly<Record<string, readonly Sample[]>>): string[] => [
  '| process | first | last | slope after the first third, MiB a minute |',
  '|---|---|---|---|',
  ...Object.entries(measured).map(([name, samples]) => {
    const first = samples[0]?.value ?? 0;
    const last = samples.at(-1)?.value ?? 0;
    return `| ${name} | ${rounded(first)} | ${rounded(last)} | ${rounded(slope(settled(samples)), 2)} |`;
  }),
];

/** What the soak showed, as a page. */
export function renderSoak({ date, commit, command, machine }: SoakCircumstances, figures: SoakFigures): string {
  const { minutes, stages, memory, heap, socketQueueBytes, updates, looping } = figures;
  const told = [...new Set(looping)].map(
    (outcome) => `${looping.filter((each) => each === outcome).length} ${outcome}`,
  );
  const alone = stages[0]?.calls ?? [];
  return [
    '# Soak',
    '',
    `Measured ${date} at commit ${commit} with \`${command}\` on ${machine}.`,
    '',
    `For ${minutes} minutes ten pages change all the time (${updates} updates in all), an agent has subscribed and stopped`,
    'reading, and an action of another page loops for ever, beside a healthy agent that calls an action of a quiet page.',
    'Everything, ten busy renderers included, shares the cores named above.',
    '',
    '## The healthy agent, ms a call',
    '',
    '| | calls | median | p99 | max | p99 / p99 alone |',
    '|---|---|---|---|---|---|',
    ...stages.map((stage) => latency(stage, alone)),
    '',
    '## Memory in use: heap after a full collection, MiB',
    '',
    'A leak would grow here.',
    '',
    ...memoryTable(heap),
    '',
    '## Memory taken from the system: anonymous, MiB',
    '',
    'It goes up and down with when a process collects.',
    '',
    ...memoryTable(memory),
    '',
    '## Queues',
    '',
    `Most bytes waiting in the private socket: ${socketQueueBytes ?? 'not told by this system'}.`,
    `Calls on the looping page: ${told.join(', ')}; none was left without an answer.`,
    '',
  ].join('\n');
}
