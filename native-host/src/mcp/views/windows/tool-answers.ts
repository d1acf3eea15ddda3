import { Snapshot, SnapshotWindow, ToolError } from '@mcp-gui-bridge/page-sdk/protocol';
import * as z from 'zod';

/** A tool as `app__read_windows` describes it. */
export const DescribedAction = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: z.record(z.string(), z.unknown()),
  annotations: z.object({ readOnlyHint: z.boolean().optional(), destructiveHint: z.boolean().optional() }).optional(),
  visibility: z.array(z.string()).optional(),
});
export type DescribedAction = z.infer<typeof DescribedAction>;

/** `structuredContent` of `app__read_windows`. */
export const Reading = z.object({
  result: Snapshot,
  actions: z.record(z.string(), DescribedAction).optional(),
});
export type Reading = z.infer<typeof Reading>;

/** `structuredContent` of `app__wait_for_change`. */
export const Change = z.object({
  result: z.object({
    changed: z.boolean(),
    cursor: z.string(),
    windows: z.array(z.union([SnapshotWindow.pick({ id: true }), z.string().transform((id) => ({ id }))])),
  }),
});

/** `structuredContent` of a call that was executed. */
export const Done = z.object({
  message: z.string().optional(),
  openedWindowIds: z.array(z.string()).optional(),
  result: z.record(z.string(), z.unknown()).optional(),
});

/** Rows as the SDK's `pagedTable` loads them. */
export const LoadedRows = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.json())),
  offset: z.int(),
  total: z.int(),
});

export type Answer =
  | { readonly ok: true; readonly message: string; readonly result?: Record<string, unknown> | undefined }
  | { readonly ok: false; readonly error: Pick<ToolError, 'message' | 'fields' | 'code' | 'currentVersion'> };

/** The answer of `app__call`, whatever the server or the host made of it. */
export function readAnswer(result: { isError?: boolean | undefined; structuredContent?: unknown }): Answer {
  const { isError, structuredContent } = result;
  if (isError === true) {
    const error = ToolError.safeParse(structuredContent);
    if (error.success) return { ok: false, error: error.data };
    return { ok: false, error: { code: 'action_timeout', message: 'The call failed without saying why.' } };
  }
  const done = Done.safeParse(structuredContent);
  return { ok: true, message: done.data?.message ?? 'Done', result: done.data?.result };
}
