import type { Cell } from './cell-figures.ts';
import { cellFigures, percentile } from './cell-figures.ts';
import { checkIdentities, type Rule } from './check-history.ts';
import { eventsOf, type Timed } from './history.ts';
import type { KillFigures } from './process-rig/random-kills.ts';
import type { Repeats } from './repeating-client.ts';
import type { Figure } from './results-page.ts';

export interface Measured {
  readonly browser: readonly Cell[];
  readonly process: readonly Cell[];
  readonly kills: KillFigures;
  readonly repeats: Repeats;
}

const runsOf = (cells: readonly Cell[]) => cells.flatMap(({ runs }) => runs);
const broken = (cells: readonly Cell[], rule: Rule): number =>
  runsOf(cells).flatMap(({ violations }) => violations.filter((violation) => violation.rule === rule)).length;

function unknownShare(cells: readonly Cell[], fault: string): string {
  const { calls, unknown } = cellFigures(runsOf(cells.filter((cell) => cell.fault === fault)));
  return `${fault} ${unknown} of ${calls}`;
}

/** Ids and versions of one rig's whole campaign. */
function identities(cells: readonly Cell[]): { ids: number; readings: number; violations: number } {
  const events: Timed[] = runsOf(cells)
    .flatMap((run) => run.events)
    .filter(({ type }) => type === 'read')
    .sort((a, b) => a.at - b.at);
  const reads = eventsOf(events, 'read');
  const ids = new Set(reads.flatMap(({ windows }) => windows.map(({ id }) => id)));
  return { ids: ids.size, readings: reads.length, violations: checkIdentities(events).length };
}

/** The measured figure of each guarantee that this rig measures; the others say where theirs is. */
export function guaranteeFigures({ browser, process, kills, repeats }: Measured): Figure[] {
  const cells = [...browser, ...process];
  const runs = runsOf(cells);
  const calls = runs.reduce((sum, { events }) => sum + eventsOf(events, 'invoke').length, 0) + kills.calls;
  const killRules = (rule: Rule) => kills.violations.filter((violation) => violation.rule === rule).length;
  const rule = (name: Rule) => broken(cells, name) + killRules(name);
  const seen = [identities(browser), identities(process)];
  const total = (of: (each: { ids: number; readings: number; violations: number }) => number) =>
    seen.reduce((sum, each) => sum + of(each), 0);
  const recoveries = runs.map(({ recoveryMs }) => recoveryMs);
  const histories = runs.length + kills.kills;
  const dialogs = runsOf(browser.filter(({ fault, phase }) => fault === 'the user opens a dialog' && phase === 'sent'));
  const lateStarts = dialogs.filter(({ outcomes }) => outcomes.includes('executed'));
  return [
    {
      guarantee: 'C1',
      promise: 'One operation at a time',
      figure: `${histories} histories, ${rule('serial_order')} violations`,
    },
    {
      guarantee: 'C2',
      promise: 'Exactly one effect a call',
      figure: `${calls} calls, ${rule('double_effect')} double effects`,
    },
    {
      guarantee: 'C3',
      promise: 'Honest outcome',
      figure: `${rule('false_claim')} false claims; unknown: ${[
        unknownShare(browser, 'worker stopped'),
        unknownShare(browser, 'native host killed'),
        unknownShare(browser, 'tab closed'),
      ].join(', ')}`,
    },
    {
      guarantee: 'C4',
      promise: 'At most once for a client that repeats every call',
      figure: `${repeats.calls} calls repeated: ${repeats.doubledWithVersion} doubled with \`expectedVersion\`, ${repeats.doubledWithout} without`,
    },
    {
      guarantee: 'C5',
      promise: 'Never on a window that is not operable',
      figure: `${dialogs.length} dialogs opened just before a start, ${lateStarts.length} late starts; checked at every start of \`tests/schedules\``,
    },
    {
      guarantee: 'C6',
      promise: 'Versions only grow, one version is one content',
      figure: `${total(({ readings }) => readings)} readings, ${rule('version_back')} violations`,
    },
    {
      guarantee: 'C7',
      promise: 'Window ids are never reused',
      figure: `${total(({ ids }) => ids)} ids seen, ${total(({ violations }) => violations)} violations across all runs`,
    },
    { guarantee: 'C8', promise: 'Sensitive values never leave the page', figure: 'measured by `tests/taint`' },
    {
      guarantee: 'C9',
      promise: 'An effect is visible before its answer',
      figure: `${rule('read_your_writes')} stale readings after an answer`,
    },
    {
      guarantee: 'C10',
      promise: 'No final state is lost',
      figure: `${histories} runs, ${rule('convergence')} not converged within their limit; recovery p99 ${Math.round(percentile(recoveries, 0.99))} ms`,
    },
    { guarantee: 'C11', promise: 'Bounded memory and queues', figure: 'see [the soak](SOAK.md)' },
    { guarantee: 'C12', promise: 'One bad party stalls no other', figure: 'see [the soak](SOAK.md)' },
    {
      guarantee: 'C13',
      promise: 'Clean exit',
      figure: `${kills.kills} random kills: ${kills.orphans} orphans, ${kills.leakedFiles} files left, all gone ${kills.slowestExitMs} ms after the last parent`,
    },
    {
      guarantee: 'C14',
      promise: 'Old and new parts work together or say why',
      figure:
        'older and newer page, host and agent: refused with a sentence that names the older part, by tests of the extension’s `pages` and `host-link` and the host’s `agents`',
    },
  ];
}
