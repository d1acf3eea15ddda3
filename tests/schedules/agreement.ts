import type { World } from './world.ts';

/** The lines of windows that pages show: title, version, blocks, whether it can be operated. */
const line = (title: string, version: number, blocks: unknown, isOperable: boolean): string =>
  JSON.stringify([title, version, blocks, isOperable]);

/** After everything has come to rest, each agent reads what the pages show; or what the first reads that does not. */
export function disagreement({ tabs, agents }: World): string | undefined {
  const shown = tabs.flatMap(({ document }) => {
    const windows = document?.declarations.declared.windows ?? [];
    return windows.map(({ id, title, version, blocks }) =>
      line(title, version, blocks, !windows.some(({ ownerId }) => ownerId === id)),
    );
  });
  const wanted = shown.sort().join('\n');
  for (const { name, gui } of agents) {
    const read = gui.view.applications.flatMap(({ declared, operable }) =>
      declared.windows.map(({ id, title, version, blocks }) => line(title, version, blocks, operable.includes(id))),
    );
    const got = read.sort().join('\n');
    if (got !== wanted) return `${name} does not read what the pages show:\n${got}\ninstead of\n${wanted}`;
  }
  return undefined;
}
