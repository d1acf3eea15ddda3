import { randomBytes } from 'node:crypto';
import {
  type AgentName,
  type CallAnswer,
  isNestedDeeper,
  LIMITS,
  type Progress,
  type ToolError,
  utf8Length,
  validationFailed,
} from '@mcp-gui-bridge/page-sdk/protocol';
import type { GuiModel } from './gui-model.ts';
import type { OutstandingCalls } from './outstanding-calls.ts';
import { notConnected, type Route, routeCall } from './route-call.ts';

/** Progress as a client is told of it. */
export type ReportProgress = (progress: Pick<Progress, 'done' | 'total' | 'message'> | undefined) => void;

/** What of a client's request every tool needs. */
export interface ToolRequest {
  readonly agent: AgentName;
  readonly signal: AbortSignal;
  /** When the request came, on the process's clock. */
  readonly arrived: number;
  /** There when the client asked for progress: it then waits for as long as it is told of some. `undefined`: still waiting. */
  readonly report: ReportProgress | undefined;
}

export interface Operation {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly expectedVersion: unknown;
  readonly callId: string;
  readonly idempotencyKey?: string | undefined;
}

/** 128 random bits. */
export const newCallId = (): string => randomBytes(16).toString('hex');

/** An action may wait its turn and then run for this long, when the client is kept informed. */
const PATIENT_MS = LIMITS.queueMs + LIMITS.actionMsMax + 2 * LIMITS.abortGraceMs;

const refusal = (error: ToolError): CallAnswer => ({ ok: false, error });

/** `JSON.parse` made these values, so they are JSON; a copy of the own properties cannot reach a prototype. */
type JsonArguments = Record<string, ReturnType<typeof JSON.parse>>;

function tooLarge(args: Operation['args']): ToolError | undefined {
  if (isNestedDeeper(args, LIMITS.valueDepth)) {
    const error = `must not be nested more than ${LIMITS.valueDepth} deep`;
    return validationFailed([{ field: 'arguments', error }]);
  }
  if (utf8Length(JSON.stringify(args)) <= LIMITS.argumentsBytes) return undefined;
  const error = `must be at most ${LIMITS.argumentsBytes / 1024} KiB of JSON; send less at once`;
  return validationFailed([{ field: 'arguments', error }]);
}

/** Calls the named action of a window or application; the answer tells truthfully what became of it. Never throws. */
export async function operate(
  gui: GuiModel,
  calls: OutstandingCalls,
  operation: Operation,
  request: ToolRequest,
): Promise<CallAnswer> {
  const { callId, tool, idempotencyKey } = operation;
  calls.noteStart({ callId, tool, idempotencyKey });
  const answer = await send(gui, calls, operation, request);
  calls.noteEnd(callId, answer);
  return answer;
}

async function send(
  gui: GuiModel,
  calls: OutstandingCalls,
  { tool, args, expectedVersion, callId, idempotencyKey }: Operation,
  request: ToolRequest,
): Promise<CallAnswer> {
  const deadline = request.arrived + (request.report ? PATIENT_MS : LIMITS.answerMs);
  const find = (): Route => routeCall(gui.mirror, gui.view, tool, expectedVersion);
  const left = deadline - gui.clock.now();
  const settled = await gui.until(() => find().kind !== 'reconnecting', left, request.signal);
  const route = find();
  if (!settled || route.kind === 'reconnecting') return refusal(notConnected());
  if (route.kind === 'refused') return refusal(route.error);
  const oversize = tooLarge(args);
  if (oversize !== undefined) return refusal(oversize);
  const link = gui.linkOf(route.appId);
  if (link === undefined) return refusal(notConnected());
  const call = {
    callId,
    appId: route.appId,
    windowId: route.windowId,
    action: route.action.name,
    arguments: args as JsonArguments,
    agent: request.agent,
    timeoutMs: route.action.timeoutMs,
    owner: calls.owner,
    ...(idempotencyKey !== undefined && { idempotencyKey }),
    ...(expectedVersion !== undefined && { expectedVersion: expectedVersion as JsonArguments[string] }),
  };
  const onProgress = (progress: Progress) => request.report?.(progress);
  return calls.run(call, link, { deadline, signal: request.signal, onProgress });
}
