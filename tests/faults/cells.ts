import { type Fault, PHASES, type Phase, type World } from './fault.ts';

/** One fault in one phase. */
export interface CellPlan<W extends World> {
  readonly fault: Fault<W>;
  readonly phase: Phase;
}

export const cellName = ({
  fault,
  phase,
}: {
  readonly fault: { readonly name: string };
  readonly phase: Phase;
}): string => `${fault.name} × ${phase}`;

/** Every cell, phase by phase: so the same fault does not strike twice in a row, which is a fault of its own. */
export const cellsOf = <W extends World>(faults: readonly Fault<W>[]): CellPlan<W>[] =>
  PHASES.flatMap((phase) => faults.map((fault) => ({ fault, phase })));

export const applies = <W extends World>({ fault, phase }: CellPlan<W>): boolean => fault.notIn?.[phase] === undefined;
