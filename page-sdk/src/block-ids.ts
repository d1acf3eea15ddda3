import { cleanLine } from './clean-text.ts';
import { wrong } from './declaration-error.ts';

const LONGEST = 64;
const MOST_RETIRED = 4_096;

/** Which ids the blocks of a window have, and which they may not have any more. */
export interface BlockIds {
  /** Numbers given out so far; never goes back. */
  readonly counter: number;
  /** Names the application once used for blocks that are gone. */
  readonly retired: ReadonlySet<string>;
  readonly shown: readonly ShownId[];
}

interface ShownId {
  readonly kind: string;
  /** The application's own name, if it gave one. */
  readonly name: string | undefined;
  /** What agents see; stable and never used again in this window (protocol §10.3). */
  readonly id: string;
}

/** A block that wants an id. */
export interface Unnamed {
  readonly kind: string;
  readonly name?: string | undefined;
}

export const NO_IDS: BlockIds = { counter: 0, retired: new Set(), shown: [] };

function checkNames(blocks: readonly Unnamed[]): void {
  const seen = new Set<string>();
  for (const [index, { name }] of blocks.entries()) {
    if (name === undefined) continue;
    const field = `blocks[${index}].id`;
    if (typeof name !== 'string' || name === '' || name.length > LONGEST || cleanLine(name) !== name) {
      wrong(field, `must be a line of 1 to ${LONGEST} visible characters`);
    }
    if (seen.has(name)) wrong(field, `"${name}" is used twice in this window; give each block its own id`);
    seen.add(name);
  }
}

/** The counter's number that a name claims by looking like a generated id. */
function claimedNumber(name: string): number {
  return Number(/^(?:b|.*~)(\d{1,9})$/.exec(name)?.[1] ?? 0);
}

/**
 * Ids for the blocks of an update. A named block keeps its id while it stays; a name that was gone comes back with a
 * suffix. Unnamed blocks keep the ids of their predecessors, matched by kind in order; new ones take the next number.
 *
 * @throws TypeError for a name that is malformed or used twice
 */
export function assignIds(before: BlockIds, blocks: readonly Unnamed[]): BlockIds {
  checkNames(blocks);
  let { counter } = before;
  const named = new Map(before.shown.flatMap((block) => (block.name === undefined ? [] : [[block.name, block]])));
  const unnamed = before.shown.filter(({ name }) => name === undefined);
  const names = new Set(blocks.map(({ name }) => name));
  const gone = [...named.keys()].filter((name) => !names.has(name)).slice(0, MOST_RETIRED - before.retired.size);
  const retired = gone.length === 0 ? before.retired : new Set([...before.retired, ...gone]);

  const freshName = (name: string): string => {
    const number = claimedNumber(name);
    if (!retired.has(name) && retired.size < MOST_RETIRED && (number === 0 || number > counter)) {
      counter = Math.max(counter, number);
      return name;
    }
    counter += 1;
    return `${name.slice(0, LONGEST - 20)}~${counter}`;
  };
  const freshNumber = (): string => {
    counter += 1;
    return `b${counter}`;
  };
  const shown = blocks.map(({ kind, name }): ShownId => {
    if (name !== undefined) return { kind, name, id: named.get(name)?.id ?? freshName(name) };
    const at = unnamed.findIndex((block) => block.kind === kind);
    const [match] = at === -1 ? [] : unnamed.splice(at, 1);
    return match ?? { kind, name: undefined, id: freshNumber() };
  });
  return { counter, retired, shown };
}
