import { parseToolName, type Snapshot } from '@mcp-gui-bridge/page-sdk/protocol';
import type { CallToolRequest, Tool } from '@modelcontextprotocol/client';
import {
  getToolUiResourceUri,
  isToolVisibilityAppOnly,
  isToolVisibilityModelOnly,
} from '@modelcontextprotocol/ext-apps/app-bridge';

export interface ToolGroup {
  /** Id of the window or application; empty for the server's own tools. */
  readonly id: string;
  readonly title: string;
  readonly tools: readonly Tool[];
}

/** Tools by what they belong to, in the order of the list. */
export function toolGroups(tools: readonly Tool[], { windows, applications }: Snapshot): ToolGroup[] {
  const titles = new Map([
    ...windows.map(({ id, title }) => [id, title] as const),
    ...applications.map(({ id, name }) => [id, `${name} (whole application)`] as const),
  ]);
  const groups = new Map<string, Tool[]>();
  for (const tool of tools) {
    const target = parseToolName(tool.name);
    const id = target?.windowId ?? target?.appId ?? '';
    groups.set(id, [...(groups.get(id) ?? []), tool]);
  }
  return [...groups].map(([id, own]) => ({ id, title: id === '' ? 'Helpers' : (titles.get(id) ?? id), tools: own }));
}

/** The title alone, without the window and site that are said for models. */
export const shortTitle = ({ name, title }: Tool): string => title?.split(' · ')[0] ?? name;

/** Whether a tool is for views alone (MCP Apps, Visibility). */
export const isHiddenFromModel = (tool: Tool): boolean => isToolVisibilityAppOnly(tool);

/** What a host puts before its model. */
export const toolsForModel = (tools: readonly Tool[]): Tool[] => tools.filter((tool) => !isHiddenFromModel(tool));

/**
 * Why a view may not make a call; `undefined` when it may. `app__call` stands for the tool that it names. A tool that is
 * not listed is the server's to decide about.
 */
export function refuseView(tools: readonly Tool[], call: CallToolRequest['params']): string | undefined {
  const name = call.name === 'app__call' ? call.arguments?.['tool'] : call.name;
  const tool = tools.find((listed) => listed.name === name);
  if (tool === undefined || !isToolVisibilityModelOnly(tool)) return undefined;
  return `${name} is for the model alone: its visibility does not include "app".`;
}

/** URI of the tool's view; `undefined` when it has none, or one that no host may show. */
export function viewUriOf(tool: Tool): string | undefined {
  try {
    return getToolUiResourceUri(tool);
  } catch {
    return undefined;
  }
}
