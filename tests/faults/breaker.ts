/** How often a rig has broken down: a world that does not start, or a cell that comes to no end in it. */
export interface Breaker {
  readonly inRow: number;
  readonly inAll: number;
  /** Why nothing is tried any more. */
  readonly open: string | undefined;
}

/** A rig that breaks down so often in a row, or in all, is broken for good: every further cell would take its whole limit. */
const IN_ROW = 3;
const IN_ALL = 10;

export const CLOSED: Breaker = { inRow: 0, inAll: 0, open: undefined };

/** A cell came to its end, whatever it showed. */
export const worked = (breaker: Breaker): Breaker => ({ ...breaker, inRow: 0 });

/** The world broke down; the next cell gets another one, unless the breaker is open now. */
export function brokeDown({ inRow, inAll, open }: Breaker, reason: string): Breaker {
  const after = { inRow: inRow + 1, inAll: inAll + 1 };
  const isBroken = after.inRow >= IN_ROW || after.inAll >= IN_ALL;
  const said = `the rig is broken (${after.inRow} times in a row, ${after.inAll} in all), the last time: ${reason}`;
  return { ...after, open: open ?? (isBroken ? said : undefined) };
}
