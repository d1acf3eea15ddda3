import { type CallAnswer, LIMITS, type ToolError } from '@mcp-gui-bridge/page-sdk/protocol';
import type { CallToolResult } from '@modelcontextprotocol/server';

/** `structuredContent` of a tool result. */
export type Structured = Record<string, unknown>;

/** Room in the line for what stands around `structuredContent` when it is too large to be mirrored as text. */
const LINE_ROOM = 4 * 1024;

/**
 * Wraps a structured result (protocol §12.3). `content` holds the same JSON, since some clients show the model only one
 * of the two; above 256 KiB it holds the message alone, as a large result mirrored would break clients' read buffers.
 */
export function toolResult(structured: Structured, isError: boolean): CallToolResult {
  const json = JSON.stringify(structured);
  const message = typeof structured['message'] === 'string' ? `${structured['message']} ` : '';
  const small = Buffer.byteLength(json) <= LIMITS.textMirrorBytes;
  const text = small ? json : `${message}(full result in structuredContent)`;
  return { content: [{ type: 'text', text }], structuredContent: structured, ...(isError && { isError: true }) };
}

/** Refusals and failures are results that a model can act on, never JSON-RPC errors (protocol §7.4). */
export const errorStructured = (error: ToolError, callId: string): Structured => ({ ...error, callId });

export const answerStructured = (answer: CallAnswer, callId: string): Structured =>
  answer.ok ? { ...answer.value } : errorStructured(answer.error, callId);

const fits = (structured: Structured): boolean =>
  Buffer.byteLength(JSON.stringify(structured)) <= LIMITS.lineBytes - LINE_ROOM;

const idsOnly = (windows: unknown): unknown =>
  Array.isArray(windows) ? windows.map((window: { id: string }) => window.id) : windows;

/** Replaces the windows in `part` by their ids, to be read one by one. */
function withoutContent(structured: Structured, part: 'changed' | 'result'): Structured {
  const inner = structured[part];
  if (typeof inner !== 'object' || inner === null || !('windows' in inner)) return structured;
  return { ...structured, [part]: { ...inner, windows: idsOnly(inner.windows), truncated: true } };
}

function withoutResult(structured: Structured): Structured {
  const { result: _, ...rest } = structured;
  return {
    ...rest,
    message: 'Done, but the result could not be returned: it is larger than 4 MiB.',
    outcome: 'executed',
    reason: 'result_too_large',
  };
}

/** Cuts what cannot go into one line of `LIMITS.lineBytes`: first what can be read again, the result last. */
export function fitToLine(structured: Structured): Structured {
  const { actions: _, ...withoutActions } = structured;
  const steps = [
    () => structured,
    () => withoutContent(structured, 'changed'),
    () => ({ ...withoutActions, truncated: true }),
    () => withoutContent({ ...withoutActions, truncated: true }, 'result'),
    () => withoutResult(withoutContent(withoutActions, 'changed')),
  ];
  for (const step of steps) {
    const cut = step();
    if (fits(cut)) return cut;
  }
  return withoutResult({ openedWindowIds: structured['openedWindowIds'] ?? [] });
}
