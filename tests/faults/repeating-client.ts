import type { World } from './fault.ts';
import { eventsOf } from './history.ts';
import { newKey } from './run-cell.ts';

export interface Repeats {
  readonly calls: number;
  readonly doubledWithVersion: number;
  readonly doubledWithout: number;
}

export const NO_REPEATS: Repeats = { calls: 0, doubledWithVersion: 0, doubledWithout: 0 };

/** A client that makes every call twice, as one that repeats on any doubt would; with the version it read, or without. */
async function doubled(world: World, calls: number, withVersion: boolean): Promise<number> {
  await world.prepare();
  await world.release();
  const { subject, document, history } = world;
  for (let call = 0; call < calls; call++) {
    const window = await subject.readUntil(({ windows }) => windows.find((each) => each.document === document));
    if (window === undefined) throw new Error('the document is not there any more');
    const key = newKey();
    const more = withVersion ? { expectedVersion: window.version } : {};
    await subject.call(`${window.id}__add`, key, more);
    await subject.call(`${window.id}__add`, key, more);
  }
  const effects = eventsOf(history.events, 'effect').map(({ call }) => call);
  return effects.length - new Set(effects).size;
}

export async function measureRepeats(world: World, calls: number): Promise<Repeats> {
  const doubledWithVersion = await doubled(world, calls, true);
  return { calls, doubledWithVersion, doubledWithout: await doubled(world, calls, false) };
}
