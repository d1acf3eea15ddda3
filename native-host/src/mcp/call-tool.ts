import {
  actionNotAvailable,
  type CallAnswer,
  LIMITS,
  parseToolName,
  type ToolError,
  validationFailed,
} from '@mcp-gui-bridge/page-sdk/protocol';
import * as z from 'zod';
import { describeChanges } from './describe-changes.ts';
import type { GuiModel } from './gui-model.ts';
import { type AgentSession, giveCursor, type HelperTool, parseArguments, readFrom } from './helper-tool.ts';
import type { EndedCall, KeyedCalls } from './keyed-calls.ts';
import { newCallId, type Operation, type ToolRequest } from './operate.ts';
import { answerStructured, fitToLine, toolResult } from './tool-result.ts';
import { outputEnvelope, toolGroups } from './tools.ts';

const Arguments = z.strictObject({
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()).optional(),
  expectedVersion: z.int().nullable().optional(),
  idempotencyKey: z.string().min(1).max(LIMITS.idempotencyKeyLength).optional(),
  cursor: z.string().optional(),
});
type Arguments = z.infer<typeof Arguments>;

const wrong = (field: string, error: string): ToolError => validationFailed([{ field, error }]);

/** What `app__call` itself has against a call, before the named action is looked at. */
function refuseArguments(gui: GuiModel, { tool, arguments: args, expectedVersion }: Arguments): ToolError | undefined {
  if (parseToolName(tool) === undefined) {
    return wrong('tool', 'must be the name of a window or application tool, such as {winId}__{action}; not a helper');
  }
  const inner = args?.['expectedVersion'] ?? undefined;
  if (inner !== undefined && typeof expectedVersion === 'number' && inner !== expectedVersion) {
    return wrong('expectedVersion', 'differs from the one in arguments; give it once');
  }
  for (const { tools, actions } of toolGroups(gui.view)) {
    const visibility = actions[tools.findIndex(({ name }) => name === tool)]?.visibility;
    if (visibility === undefined || visibility.includes('model')) continue;
    return actionNotAvailable('app_only', "Only the application's own view may call this tool.");
  }
  return undefined;
}

const DEFINITION: HelperTool['definition'] = {
  name: 'app__call',
  title: 'Call any tool by name',
  description:
    'Runs the tool of a window or application by its name, also one that your tool list lacks (app__read_windows with includeActions names all), and returns its answer plus what changed on screen.',
  inputSchema: {
    type: 'object',
    properties: {
      tool: { type: 'string', description: '{winId}__{action} or app__{appId}_{action}' },
      arguments: { type: 'object' },
      expectedVersion: { type: 'integer', description: 'The window version you read' },
      idempotencyKey: { type: 'string', description: 'Makes repeating this very call safe' },
      cursor: { type: 'string' },
    },
    required: ['tool'],
  },
  outputSchema: outputEnvelope(),
  annotations: { destructiveHint: true, openWorldHint: true },
};

/** `app__call`: for clients that list tools once, or that cannot read resources. */
export function callTool(
  gui: GuiModel,
  operate: (operation: Operation, request: ToolRequest) => Promise<CallAnswer>,
  keyed: KeyedCalls,
): HelperTool {
  const run = async (args: Arguments, request: ToolRequest): Promise<EndedCall> => {
    const callId = newCallId();
    const refusal = refuseArguments(gui, args);
    if (refusal !== undefined) return { callId, answer: { ok: false, error: refusal } };
    const { expectedVersion: inner, ...rest } = args.arguments ?? {};
    const operation = { tool: args.tool, args: rest, expectedVersion: args.expectedVersion ?? inner, callId };
    if (args.idempotencyKey !== undefined) return keyed.run(args.idempotencyKey, operation, request);
    return { callId, answer: await operate(operation, request) };
  };

  const changesFor = (args: Arguments, request: ToolRequest, session: AgentSession, accepted: number) => {
    const given = args.cursor === undefined ? undefined : readFrom(gui, args.cursor);
    const { since, reset } = given ?? { since: session.lastCursor ?? accepted, reset: false };
    const changes = describeChanges(gui, since, reset);
    return { ...changes, cursor: giveCursor(gui, session, request, given !== undefined), ...(reset && { reset }) };
  };

  return {
    definition: DEFINITION,
    run: async (args, request, session) => {
      const parsed = parseArguments(Arguments, args);
      if (!parsed.ok) return parsed.refusal;
      const accepted = gui.log.n;
      const { callId, answer } = await run(parsed.args, request);
      const structured = answerStructured(answer, callId);
      return toolResult(
        fitToLine({ ...structured, changed: changesFor(parsed.args, request, session, accepted) }),
        !answer.ok,
      );
    },
  };
}
