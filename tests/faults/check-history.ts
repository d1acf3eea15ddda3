import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import { documentsAt, type EventOf, eventsOf, type SeenWindow, type Timed } from './history.ts';

export type Rule =
  | 'one_outcome'
  | 'false_claim'
  | 'double_effect'
  | 'serial_order'
  | 'read_your_writes'
  | 'convergence'
  | 'id_reused'
  | 'version_back'
  /** The run itself came to none, so that nothing else of it could be checked. */
  | 'no_end';

export interface Violation {
  readonly rule: Rule;
  readonly detail: string;
}

export interface CheckOptions {
  /** Within this time after the last fault every agent that is left must read what there is. */
  readonly convergeMs: number;
}

/** The clocks of two processes on one machine agree, but noting takes a moment. */
const SLACK_MS = 50;

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}

const byCall = <T extends { readonly call: string }>(items: readonly T[]): Map<string, T[]> =>
  groupBy(items, ({ call }) => call);

/** Every call that was made has exactly one end, and nothing ends that was not made. */
function oneOutcome(events: readonly Timed[]): string[] {
  const invoked = eventsOf(events, 'invoke');
  const ends = byCall([...eventsOf(events, 'return'), ...eventsOf(events, 'lost')]);
  const made = new Set(invoked.map(({ call }) => call));
  return [
    ...invoked.flatMap(({ call }) => {
      const count = ends.get(call)?.length ?? 0;
      return count === 1 ? [] : [`call ${call} has ${count} ends`];
    }),
    ...eventsOf(events, 'return').flatMap(({ call, outcome }) =>
      outcome === 'none' ? [`the answer to call ${call} says no outcome`] : [],
    ),
    ...[...ends.keys()].filter((call) => !made.has(call)).map((call) => `call ${call} was answered, but never made`),
  ];
}

/** `executed` means that it has taken effect by then, `not_executed` that it has not and never will. */
function falseClaims(events: readonly Timed[]): string[] {
  const effects = byCall(eventsOf(events, 'effect'));
  return eventsOf(events, 'return').flatMap(({ call, outcome, reason, at }) => {
    const all = effects.get(call) ?? [];
    const isTrue =
      outcome === 'executed'
        ? all.some((effect) => effect.at <= at + SLACK_MS)
        : outcome !== 'not_executed' || all.length === 0;
    const words = `${outcome} (${reason ?? 'no reason'})`;
    return isTrue ? [] : [`call ${call} was reported ${words} and had ${all.length} effects`];
  });
}

function doubleEffects(events: readonly Timed[]): string[] {
  return [...byCall(eventsOf(events, 'effect'))].flatMap(([call, effects]) =>
    effects.length > 1 ? [`call ${call} took effect ${effects.length} times`] : [],
  );
}

interface Run {
  readonly call: string;
  readonly document: string;
  readonly from: number;
  readonly to: number;
}

/** When each handler ran; one whose document went away ended with it. */
function runsOf(events: readonly Timed[]): Run[] {
  return eventsOf(events, 'start').map(({ call, document, at: from }) => {
    const end = events.find(
      (event) =>
        event.at >= from &&
        ((event.type === 'end' && event.call === call && event.document === document) ||
          (event.type === 'closed' && event.document === document)),
    );
    return { call, document, from, to: end?.at ?? Number.POSITIVE_INFINITY };
  });
}

/** Two documents' operations may overlap when the first has held the lane for its time, or was given up on. */
function mayOverlap(first: Run, second: Run, returns: ReadonlyMap<string, EventOf<'return'>[]>): boolean {
  if (second.from >= first.to) return true;
  if (first.document === second.document) return false;
  if (second.from - first.from >= LIMITS.laneMs - SLACK_MS) return true;
  return (returns.get(first.call) ?? []).some(
    ({ at, outcome }) => outcome === 'unknown' && at <= second.from + SLACK_MS,
  );
}

/** One operation at a time, and an operation answered before another is asked for takes effect before it. */
function serialOrder(events: readonly Timed[]): string[] {
  const runs = runsOf(events).sort((a, b) => a.from - b.from);
  const returns = byCall(eventsOf(events, 'return'));
  const overlaps = runs.flatMap((second, index) =>
    runs
      .slice(0, index)
      .filter((first) => first.call !== second.call && !mayOverlap(first, second, returns))
      .map((first) => `calls ${first.call} and ${second.call} ran at the same time`),
  );
  const invoked = new Map(eventsOf(events, 'invoke').map((event) => [event.call, event]));
  const effects = eventsOf(events, 'effect');
  const swapped = effects.flatMap((later) =>
    effects
      .filter(({ call, document, value }) => {
        const answeredAt = returns.get(call)?.find(({ outcome }) => outcome === 'executed')?.at;
        const askedAt = invoked.get(later.call)?.at;
        if (document !== later.document || answeredAt === undefined || askedAt === undefined) return false;
        return answeredAt < askedAt && value >= later.value;
      })
      .map(({ call }) => `call ${later.call} took effect before ${call}, which had been answered before it was made`),
  );
  return [...overlaps, ...swapped];
}

/** Who was told `executed` sees the effect in everything that it reads afterwards. */
function readYourWrites(events: readonly Timed[]): string[] {
  const effects = byCall(eventsOf(events, 'effect'));
  const written = eventsOf(events, 'return').flatMap((answer) => {
    const effect = answer.outcome === 'executed' ? effects.get(answer.call)?.[0] : undefined;
    return effect === undefined ? [] : [{ ...answer, effect }];
  });
  return eventsOf(events, 'read').flatMap(({ agent, askedAt, windows }) =>
    written.flatMap(({ agent: caller, at, call, effect }) => {
      const seen = windows.find(({ document }) => document === effect.document);
      if (caller !== agent || at > askedAt || seen === undefined || seen.value >= effect.value) return [];
      return [`${agent} read ${seen.value} after call ${call} had made it ${effect.value}`];
    }),
  );
}

/** Whether a reading shows exactly the open documents, each operable, with a count that was true while it was read. */
export function isTrueReading(events: readonly Timed[], { askedAt, at, windows }: EventOf<'read'>): boolean {
  const before = documentsAt(events, askedAt);
  const after = documentsAt(events, at);
  const isTrue = ({ document, value, operable }: SeenWindow) =>
    operable && value >= (before.get(document) ?? 0) && value <= (after.get(document) ?? -1);
  const seen = new Set(windows.map(({ document }) => document));
  return windows.every(isTrue) && [...before.keys()].every((document) => seen.has(document) || !after.has(document));
}

/** Once the faults are over, every agent that is left soon reads what there is, and goes on reading it. */
function convergence(events: readonly Timed[], { convergeMs }: CheckOptions): string[] {
  const calm = eventsOf(events, 'calm').at(-1);
  if (calm === undefined) return [];
  const left = new Set(eventsOf(events, 'left').map(({ agent }) => agent));
  const agents = new Set(eventsOf(events, 'read').map(({ agent }) => agent));
  return [...agents].flatMap((agent) => {
    if (left.has(agent)) return [];
    const reads = eventsOf(events, 'read').filter((read) => read.agent === agent && read.askedAt >= calm.at);
    const first = reads.find((read) => isTrueReading(events, read));
    const last = reads.at(-1);
    if (first === undefined) return [`${agent} never read what there was after the last fault`];
    const late = first.at - calm.at;
    if (late > convergeMs) return [`${agent} needed ${Math.round(late)} ms to read what there was`];
    return last !== undefined && !isTrueReading(events, last)
      ? [`the last reading of ${agent} was not true any more`]
      : [];
  });
}

/** An id names one document's window for ever, and the window keeps its id. */
function idsReused(events: readonly Timed[]): string[] {
  const windows = eventsOf(events, 'read').flatMap((read) => read.windows);
  const differing = (key: (window: SeenWindow) => string, value: (window: SeenWindow) => string) =>
    [...groupBy(windows, key)].flatMap(([name, group]) => {
      const values = [...new Set(group.map(value))];
      return values.length > 1 ? [`${name} stood for ${values.join(' and ')}`] : [];
    });
  return [
    ...differing(
      ({ id }) => id,
      ({ document }) => document,
    ),
    ...differing(
      ({ document }) => document,
      ({ id }) => id,
    ),
  ];
}

/** For each agent a window's version never goes back, and for all of them one version is one content. */
function versionsBack(events: readonly Timed[]): string[] {
  const reads = eventsOf(events, 'read');
  const problems: string[] = [];
  const contents = new Map<string, number>();
  const last = new Map<string, number>();
  for (const { agent, windows } of reads) {
    for (const { id, version, value } of windows) {
      const known = contents.get(`${id} ${version}`);
      if (known !== undefined && known !== value)
        problems.push(`version ${version} of ${id} was ${known} and ${value}`);
      contents.set(`${id} ${version}`, value);
      const before = last.get(`${agent} ${id}`) ?? 0;
      if (version < before) problems.push(`${agent} read version ${version} of ${id} after ${before}`);
      last.set(`${agent} ${id}`, Math.max(before, version));
    }
  }
  return problems;
}

const RULES: Readonly<Record<Exclude<Rule, 'no_end'>, (events: readonly Timed[], options: CheckOptions) => string[]>> =
  {
    one_outcome: oneOutcome,
    false_claim: falseClaims,
    double_effect: doubleEffects,
    serial_order: serialOrder,
    read_your_writes: readYourWrites,
    convergence,
    id_reused: idsReused,
    version_back: versionsBack,
  };

/** Holds a history against every guarantee; an empty list means that nothing was lost and nothing was lied about. */
export function checkHistory(events: readonly Timed[], options: CheckOptions): Violation[] {
  return Object.entries(RULES).flatMap(([rule, check]) =>
    check(events, options).map((detail) => ({ rule: rule as Rule, detail })),
  );
}

/** The rules that hold across all runs of a campaign: ids and versions outlive each of them. */
export function checkIdentities(events: readonly Timed[]): Violation[] {
  return [
    ...idsReused(events).map((detail) => ({ rule: 'id_reused', detail }) as const),
    ...versionsBack(events).map((detail) => ({ rule: 'version_back', detail }) as const),
  ];
}
