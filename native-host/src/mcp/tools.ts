import {
  type Action,
  appToolName,
  cutText,
  type JsonSchema,
  LIMITS,
  type WindowState,
  windowToolName,
} from '@mcp-gui-bridge/page-sdk/protocol';
import type { Tool } from '@modelcontextprotocol/server';
import { toolMeta } from './apps/mcp-apps.ts';
import { viewUri } from './apps/view-uri.ts';
import { publishSchema } from './publish-schema.ts';
import type { GuiView, ViewedApplication } from './view.ts';

/** The tools of one window or application that can be called now, and their JSON to compare by. */
export interface ToolGroup {
  /** Id of the window or application. */
  readonly id: string;
  readonly tools: readonly Tool[];
  readonly actions: readonly Action[];
  readonly text: string;
}

const DESCRIPTION_LENGTH = 1_024;

/** Open at its root, as 1.x clients hold error objects against it too; the application's own schema is under `result`. */
export function outputEnvelope(result?: JsonSchema): Tool['outputSchema'] {
  return {
    type: 'object',
    properties: {
      message: { type: 'string' },
      openedWindowIds: { type: 'array', items: { type: 'string' } },
      result: result ?? { type: 'object' },
      code: { type: 'string' },
      outcome: { type: 'string' },
      currentVersion: { type: 'integer' },
      fields: { type: 'array', items: { type: 'object' } },
    },
  };
}

/** What the browser vouches for, in words: the address without the scheme that goes without saying. */
const site = (origin: string): string => origin.replace(/^https:\/\//, '');

function withVersion(schema: JsonSchema): JsonSchema {
  const properties = schema['properties'];
  const declared = typeof properties === 'object' && properties !== null ? properties : {};
  return { ...schema, properties: { ...declared, expectedVersion: { type: 'integer' } } };
}

function annotations(action: Action): Tool['annotations'] {
  const { readOnly, destructive, idempotent, openWorld } = action.hints ?? {};
  return {
    ...(readOnly !== undefined && { readOnlyHint: readOnly }),
    ...(destructive !== undefined && { destructiveHint: destructive }),
    ...(idempotent !== undefined && { idempotentHint: idempotent }),
    ...(openWorld !== undefined && { openWorldHint: openWorld }),
  };
}

/** Where a tool comes from, in words and by its site. */
interface Source {
  readonly where: string;
  readonly origin: string;
}

function toolOf(name: string, action: Action, { where, origin }: Source, versioned: boolean): Tool | undefined {
  const input = publishSchema(action.inputSchema);
  if (input === undefined) return undefined;
  const output = action.outputSchema && publishSchema(action.outputSchema, '/properties/result');
  const _meta = toolMeta(action.view && viewUri(origin, action.view), action.visibility);
  const said = cutText(action.description ?? action.title, DESCRIPTION_LENGTH - where.length - 3);
  return {
    name,
    title: `${action.title} · ${where}`,
    description: `${said} · ${where}`,
    inputSchema: { type: 'object', properties: {}, ...(versioned ? withVersion(input) : input) },
    outputSchema: outputEnvelope(output),
    annotations: annotations(action),
    ...(_meta && { _meta }),
  };
}

function group(id: string, actions: readonly Action[], make: (action: Action) => Tool | undefined): ToolGroup {
  const made = actions
    .filter((action) => action.available === true)
    .flatMap((action) => {
      const tool = make(action);
      return tool ? [{ tool, action }] : [];
    })
    .sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1));
  const tools = made.map(({ tool }) => tool);
  return { id, tools, actions: made.map(({ action }) => action), text: JSON.stringify(tools) };
}

/** By action list, which stays the same object while nothing but the window's content changes. */
const groups = new WeakMap<readonly Action[], { readonly where: string; readonly group: ToolGroup }>();

function cachedGroup(actions: readonly Action[], where: string, id: string, make: () => ToolGroup): ToolGroup {
  const known = groups.get(actions);
  if (known?.where === where && known.group.id === id) return known.group;
  const made = make();
  groups.set(actions, { where, group: made });
  return made;
}

function windowGroup(window: WindowState, application: ViewedApplication): ToolGroup {
  const { origin } = application;
  const where = `${window.title} · ${site(origin)}`;
  return cachedGroup(window.actions, where, window.id, () =>
    group(window.id, window.actions, (action) =>
      toolOf(windowToolName(window.id, action.name), action, { where, origin }, action.hints?.readOnly !== true),
    ),
  );
}

function applicationGroup(application: ViewedApplication): ToolGroup {
  const { id, name, origin, declared } = application;
  const where = `${name} · ${site(origin)}`;
  return cachedGroup(declared.actions, where, id, () =>
    group(id, declared.actions, (action) => toolOf(appToolName(id, action.name), action, { where, origin }, false)),
  );
}

const grouped = new WeakMap<GuiView, readonly ToolGroup[]>();

/**
 * Every tool that can be called now, in the order in which they are listed: windows that are the tip of a modal chain,
 * then applications, then the other windows; by opening number, then by id, so that all connections agree.
 */
export function toolGroups(view: GuiView): readonly ToolGroup[] {
  const known = grouped.get(view);
  if (known !== undefined) return known;
  const entries = view.applications.flatMap((application) => [
    ...(application.actions.length > 0 ? [{ rank: 1, opened: 0, group: applicationGroup(application) }] : []),
    ...application.declared.windows
      .filter((window) => application.operable.includes(window.id))
      .map((window) => ({
        rank: window.modal ? 0 : 2,
        opened: window.opened,
        group: windowGroup(window, application),
      })),
  ]);
  const sorted = entries
    .filter((entry) => entry.group.tools.length > 0)
    .sort((a, b) => a.rank - b.rank || a.opened - b.opened || (a.group.id < b.group.id ? -1 : 1))
    .map((entry) => entry.group);
  grouped.set(view, sorted);
  return sorted;
}

/** Leaves room in the 4 MiB line for what stands around the tools. */
const LIST_BYTES = LIMITS.lineBytes - 64 * 1024;

/**
 * The groups that fit: `room` tools and one response line. A group that does not fit is left out as a whole, those
 * after it are still tried; what is left out is reachable through `app__call`.
 */
export function fittingGroups(all: readonly ToolGroup[], room: number): ToolGroup[] {
  let tools = room;
  let bytes: number = LIST_BYTES;
  return all.filter((candidate) => {
    const size = Buffer.byteLength(candidate.text);
    if (candidate.tools.length > tools || size > bytes) return false;
    tools -= candidate.tools.length;
    bytes -= size;
    return true;
  });
}
