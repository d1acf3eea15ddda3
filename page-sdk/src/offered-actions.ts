import type { CompiledAction } from './action.ts';
import type { Action, Declared } from './protocol/window.ts';
import type { Exposer } from './registry.ts';

export type CompiledActions = ReadonlyMap<string, CompiledAction>;

/** By window, and under `null` those of the application. */
export type AllActions = ReadonlyMap<string | null, CompiledActions>;

/** An action whose schema cannot be checked yet, or whose view has no hash yet, is not offered yet. */
export const isReady = ({ input, output, view }: CompiledAction): boolean =>
  input.isReady() && (output?.isReady() ?? true) && (view === undefined || view.announced() !== undefined);

export const areReady = (actions: CompiledActions): boolean => [...actions.values()].every(isReady);

/** What can be announced. */
export const announced = (actions: CompiledActions): Action[] =>
  [...actions.values()].filter(isReady).map((action) => {
    const view = action.view?.announced();
    return view === undefined ? action.announced : { ...action.announced, view };
  });

/** Settles when all can be announced, or fails when one never can. */
export async function untilReady(actions: CompiledActions): Promise<void> {
  await Promise.all(
    [...actions.values()].flatMap(({ input, output, view }) => [input.loading, output?.loading, view?.loading]),
  );
}

/** A declaration with the actions that are not ready: they come later, when nobody can be told of a limit. */
export function withWaiting(declared: Declared, actions: AllActions, expose: Exposer): Declared {
  const all = <T extends { readonly actions: readonly Action[] }>(part: T, id: string | null): T => {
    const waiting = [...(actions.get(id)?.values() ?? [])].filter((action) => !isReady(action));
    const exposed = waiting.flatMap(({ announced }) => expose.action(announced) ?? []);
    return exposed.length === 0 ? part : { ...part, actions: [...part.actions, ...exposed] };
  };
  return all({ ...declared, windows: declared.windows.map((window) => all(window, window.id)) }, null);
}
