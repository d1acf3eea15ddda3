import type { Action, ActionView } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Tool } from '@modelcontextprotocol/server';
import * as z from 'zod';

/** Words of MCP Apps, revision 2026-01-26. */
export const UI_EXTENSION = 'io.modelcontextprotocol/ui';
export const VIEW_MIME_TYPE = 'text/html;profile=mcp-app';
/** Where hosts before that revision look for the URI. */
const OLD_URI_KEY = 'ui/resourceUri';

const Capabilities = z.object({
  extensions: z.object({ [UI_EXTENSION]: z.object({ mimeTypes: z.array(z.string()) }) }),
});

/** Whether a client says that it shows views. Nothing that it is told depends on it. */
export const showsViews = (capabilities: unknown): boolean =>
  Capabilities.safeParse(capabilities).data?.extensions[UI_EXTENSION].mimeTypes.includes(VIEW_MIME_TYPE) ?? false;

/** `_meta` of a tool that has a view, or is not for everybody; `undefined` for all others. */
export function toolMeta(uri: string | undefined, visibility?: Action['visibility']): Tool['_meta'] {
  if (uri === undefined && visibility === undefined) return undefined;
  return {
    ui: { ...(uri !== undefined && { resourceUri: uri }), ...(visibility && { visibility }) },
    ...(uri !== undefined && { [OLD_URI_KEY]: uri }),
  };
}

/** `_meta` of a view's document, where hosts look for its policy. */
export function documentMeta({ hash: _, ...policy }: ActionView): { ui: Omit<ActionView, 'hash'> } {
  return { ui: policy };
}
