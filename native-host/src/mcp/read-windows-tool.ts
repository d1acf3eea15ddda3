import type { LinkState } from '@mcp-gui-bridge/page-sdk/protocol';
import * as z from 'zod';
import type { GuiModel } from './gui-model.ts';
import { giveCursor, type HelperTool, parseArguments } from './helper-tool.ts';
import { snapshotOf } from './snapshot.ts';
import { fitToLine, toolResult } from './tool-result.ts';
import { outputEnvelope, type ToolGroup, toolGroups } from './tools.ts';

const Arguments = z.strictObject({
  windowIds: z.array(z.string()).optional(),
  includeActions: z.boolean().optional(),
});

/** Tools by name, without those that only the application's own view may call; `visibility` where one is declared. */
function describeActions(groups: readonly ToolGroup[]): Record<string, unknown> {
  return Object.fromEntries(
    groups.flatMap(({ tools, actions }) =>
      tools.flatMap(({ name, title, description, inputSchema, annotations }, index) => {
        const visibility = actions[index]?.visibility;
        if (visibility !== undefined && !visibility.includes('model')) return [];
        return [[name, { title, description, inputSchema, annotations, ...(visibility && { visibility }) }]];
      }),
    ),
  );
}

/** `app__read_windows`: the resource for clients that never let the model read one. */
export function readWindowsTool(gui: GuiModel, links: () => Promise<readonly LinkState[]>): HelperTool {
  return {
    definition: {
      name: 'app__read_windows',
      title: 'Read all windows',
      description:
        'Reads app://windows: every open window, what it shows, and which windows can be operated now. With includeActions also the tools of operable windows, to run by app__call.',
      inputSchema: {
        type: 'object',
        properties: {
          windowIds: { type: 'array', items: { type: 'string' }, description: 'Only these windows' },
          includeActions: { type: 'boolean' },
        },
      },
      outputSchema: outputEnvelope(),
      annotations: { readOnlyHint: true },
    },
    run: async (args, request, session) => {
      const parsed = parseArguments(Arguments, args);
      if (!parsed.ok) return parsed.refusal;
      const { windowIds, includeActions } = parsed.args;
      const seenLinks = await links();
      const only = windowIds && new Set(windowIds);
      const snapshot = snapshotOf(gui.view, only);
      const found = new Set(snapshot.windows.map(({ id }) => id));
      const groups = toolGroups(gui.view).filter(({ id }) => only === undefined || only.has(id));
      const structured = {
        result: { ...snapshot, ...(windowIds && { missing: windowIds.filter((id) => !found.has(id)) }) },
        cursor: giveCursor(gui, session, request, windowIds !== undefined),
        links: seenLinks,
        ...(includeActions === true && { actions: describeActions(groups) }),
      };
      return toolResult(fitToLine(structured), false);
    },
  };
}
