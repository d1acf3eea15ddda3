import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import * as z from 'zod';
import { describeChanges } from './describe-changes.ts';
import type { GuiModel } from './gui-model.ts';
import { giveCursor, type HelperTool, parseArguments, readFrom } from './helper-tool.ts';
import { fitToLine, toolResult } from './tool-result.ts';
import { outputEnvelope } from './tools.ts';

/** Clients give up on a request after a minute, unless they asked to be told of its progress. */
const schemaFor = (patient: boolean) => {
  const most = patient ? LIMITS.waitMs : LIMITS.answerMs;
  const tooLong = patient
    ? `must be at most ${LIMITS.waitMs}`
    : `must be at most ${LIMITS.answerMs} unless the request carries a progress token`;
  return z.strictObject({
    cursor: z.string().optional(),
    timeoutMs: z.int().min(0).max(most, tooLong).default(LIMITS.waitDefaultMs),
  });
};

/** `app__wait_for_change`: answers as soon as something differs from what the client has read. */
export function waitForChangeTool(gui: GuiModel): HelperTool {
  return {
    definition: {
      name: 'app__wait_for_change',
      title: 'Wait for a change',
      description:
        'Waits until a window opens, closes or changes, then says what changed since cursor (as returned by the other app__ tools); without cursor since now.',
      inputSchema: {
        type: 'object',
        properties: {
          cursor: { type: 'string' },
          timeoutMs: { type: 'integer', minimum: 0, maximum: LIMITS.waitMs, default: LIMITS.waitDefaultMs },
        },
      },
      outputSchema: outputEnvelope(),
      annotations: { readOnlyHint: true },
    },
    run: async (args, request, session) => {
      const parsed = parseArguments(schemaFor(request.report !== undefined), args);
      if (!parsed.ok) return parsed.refusal;
      const { cursor, timeoutMs } = parsed.args;
      const { since, reset } = cursor === undefined ? { since: gui.log.n, reset: false } : readFrom(gui, cursor);
      const left = request.arrived + timeoutMs - gui.clock.now();
      const changed = reset || (await gui.until(() => gui.log.n > since, left, request.signal));
      const changes = describeChanges(gui, since, reset);
      const result = {
        changed,
        cursor: giveCursor(gui, session, request, cursor !== undefined),
        ...changes,
        ...(reset && { reset }),
      };
      return toolResult(fitToLine({ result }), false);
    },
  };
}
