import { type FieldError, type ToolError, validationFailed } from '@mcp-gui-bridge/page-sdk/protocol';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import { readCursor } from './change-log.ts';
import type { GuiModel } from './gui-model.ts';
import { newCallId, type ToolRequest } from './operate.ts';
import { errorStructured, toolResult } from './tool-result.ts';

/** What the connection of one client remembers between requests. */
export interface AgentSession {
  /** Change number of the last cursor that this client was given. */
  lastCursor: number | undefined;
  /** Legacy connections; for revision 2026-07-28 the SDK keeps the subscriptions. */
  subscribed: boolean;
}

/** A tool of this process's own. It is always there and never enters the dispatch queue itself. */
export interface HelperTool {
  readonly definition: Tool;
  /** @param args the client's, unchecked */
  readonly run: (args: unknown, request: ToolRequest, session: AgentSession) => Promise<CallToolResult>;
}

export const refusalResult = (error: ToolError): CallToolResult =>
  toolResult(errorStructured(error, newCallId()), true);

function fieldError(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code !== 'unrecognized_keys') return [{ field: issue.path.join('/'), error: issue.message }];
  return issue.keys.map((field) => ({
    field,
    error: "is no parameter of this tool; an action's own arguments go under arguments",
  }));
}

/** Checks a helper's arguments; the wrong ones are named field by field (protocol §7.3). */
export function parseArguments<T>(
  schema: z.ZodType<T>,
  args: unknown,
): { readonly ok: true; readonly args: T } | { readonly ok: false; readonly refusal: CallToolResult } {
  const parsed = schema.safeParse(args ?? {});
  if (parsed.success) return { ok: true, args: parsed.data };
  return { ok: false, refusal: refusalResult(validationFailed(parsed.error.issues.flatMap(fieldError))) };
}

/** Where a client's reading starts: at its cursor, or from the beginning when that cursor is of no use any more. */
export function readFrom(gui: GuiModel, cursor: string): { readonly since: number; readonly reset: boolean } {
  const since = readCursor(gui.log, gui.instance, cursor);
  return since === undefined ? { since: 0, reset: true } : { since, reset: false };
}

/**
 * The cursor of this moment, remembered as given to this client; a cancelled request's answer never reaches it.
 *
 * @param aside who asks keeps count by itself or has not read everything: what the client was told stays what it was.
 *   So the built-in view, which asks through the model's own connection, takes no change away from the model.
 */
export function giveCursor(gui: GuiModel, session: AgentSession, { signal }: ToolRequest, aside: boolean): string {
  if (!signal.aborted && !aside) session.lastCursor = gui.log.n;
  return gui.cursor;
}
