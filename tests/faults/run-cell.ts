import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { checkHistory, isTrueReading, type Violation } from './check-history.ts';
import type { Fault, Phase, Struck, World } from './fault.ts';
import { documentsAt, type EventOf, eventsOf, type Timed } from './history.ts';
import type { RecordedAgent } from './recorded-agent.ts';

/** What one run of a cell showed. */
export interface CellRun {
  /** Outcomes of the calls that the fault struck; `lost` when nobody was left to be told. */
  readonly outcomes: readonly string[];
  readonly violations: readonly Violation[];
  /** From the end of the fault until every agent read the truth and a fresh call was executed. */
  readonly recoveryMs: number;
  readonly events: readonly Timed[];
}

/** How long a call may take to end after everything is well again before it counts as one without an answer. */
const PATIENCE_MS = 25_000;
const FRESH_CALLS = 20;

export const newKey = (): string => randomBytes(4).toString('hex');

async function windowOf(agent: RecordedAgent, document: string): Promise<string> {
  const id = await agent.readUntil(
    ({ windows }) => windows.find((window) => window.document === document && window.operable)?.id,
  );
  if (id !== undefined) return id;
  const seen = await agent.read();
  throw new Error(
    `${agent.name} sees no operable window of document ${document}, but ${JSON.stringify(seen?.windows)}`,
  );
}

/** Waits until the host has one more call than before. Status is asked again and again: nobody announces what is queued. */
async function oneMoreCall(world: World, before: number): Promise<void> {
  while ((await world.acceptedCalls()) <= before) await setTimeout(5);
}

const noted = (world: World, type: 'checking' | 'start' | 'committed' | 'answered', call: string) =>
  world.history.until((event) => event.type === type && event.call === call);

/** Brings a call as far as the phase says, by waiting for the parties' own words. */
async function reach(world: World, phase: Phase, action: string): Promise<Struck> {
  const { subject, observer, document } = world;
  if (phase === 'idle') return { calls: [] };
  const id = await windowOf(subject, document);
  const call = newKey();
  const make = (holdAt?: string) => subject.call(`${id}__${action}`, call, holdAt === undefined ? {} : { holdAt });
  switch (phase) {
    case 'queued': {
      const holder = newKey();
      // It may hear of the window a moment later than the other.
      await windowOf(observer, document);
      const held = observer.call(`${id}__${action}`, holder, { holdAt: 'start' });
      await noted(world, 'start', holder);
      const before = await world.acceptedCalls();
      const queued = make();
      await oneMoreCall(world, before);
      // The holder is no part of the cell's figures, but of its history.
      return { calls: [queued, held] };
    }
    case 'sent': {
      const sent = make('check');
      await noted(world, 'checking', call);
      return { calls: [sent] };
    }
    case 'started': {
      const started = make('start');
      await noted(world, 'start', call);
      return { calls: [started] };
    }
    case 'committed': {
      const committed = make('effect');
      await noted(world, 'committed', call);
      return { calls: [committed] };
    }
    case 'answered': {
      const answered = make();
      await noted(world, 'answered', call);
      return { calls: [answered] };
    }
  }
}

/** One fresh call on every open document; what is refused because things are not back yet is asked again, as a new call. */
async function callAfresh(world: World): Promise<void> {
  for (const document of documentsAt(world.history.events, Number.POSITIVE_INFINITY).keys()) {
    for (let attempt = 0; attempt < FRESH_CALLS; attempt++) {
      const id = await windowOf(world.observer, document);
      if ((await world.observer.call(`${id}__add`, newKey())) === 'executed') break;
    }
  }
}

const truthful = (world: World) => (read: EventOf<'read'>) =>
  isTrueReading(world.history.events, read) ? true : undefined;

/** Makes one call go as far as the phase says, strikes, lets everything come to rest and checks what was told. */
export async function runCell<W extends World>(
  world: W,
  fault: Fault<W>,
  phase: Phase,
  options: { readonly convergeMs: number },
): Promise<CellRun> {
  await world.prepare();
  const { history } = world;
  const struck = await reach(world, phase, fault.brief ? 'add_briefly' : 'add');
  history.note({ type: 'fault' });
  await fault.begin(world, struck);
  const released = fault.endsDocument ? Promise.resolve() : world.release();
  await fault.end?.(world, struck);
  const calm = history.note({ type: 'calm' });

  const living = [world.subject, world.observer].filter(({ isRunning }) => isRunning);
  await Promise.all(living.map((agent) => agent.readUntil(truthful(world))));
  await callAfresh(world);
  const recoveryMs = performance.now() - calm.at;

  if (fault.cutsAgent) world.subject.giveUp();
  const ended = Promise.all([released, ...struck.calls]);
  await Promise.race([ended, setTimeout(PATIENCE_MS, undefined, { ref: false })]);
  await Promise.all(living.map((agent) => agent.readUntil(truthful(world))));
  const outcomes = eventsOf(history.events, 'return');
  const [subjectCall] = eventsOf(history.events, 'invoke').filter(({ agent }) => agent === world.subject.name);
  const own = outcomes.filter(({ call }) => call === subjectCall?.call).map(({ outcome }) => outcome);
  return {
    outcomes: struck.calls.length === 0 ? [] : own.length === 0 ? ['lost'] : own,
    violations: checkHistory(history.events, options),
    recoveryMs,
    events: history.events,
  };
}
