import type { CallAnswer } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Tool } from '@modelcontextprotocol/server';
import type { ExpectedTool, Refusal } from './expected.ts';
import type { CallStep } from './steps.ts';

/** A tool list in the reference's words. */
export const comparedTools = (tools: readonly Tool[]): ExpectedTool[] =>
  tools.map(({ name, title, inputSchema }) => {
    const isHelper = title?.includes(' · ') !== true;
    const versioned = 'expectedVersion' in (inputSchema.properties ?? {});
    return isHelper ? { name, title: '', versioned: false } : { name, title, versioned };
  });

/** An answer in the reference's words. Why something is gone is known only of what an agent has read. */
export function comparedAnswer(answer: CallAnswer, keyOf: (id: string) => string, wanted: object): object {
  if (answer.ok) return { opened: answer.value.openedWindowIds.map(keyOf), message: answer.value.message };
  const { code, reason, message, currentVersion, fields, blockedBy } = answer.error;
  return {
    code,
    ...(reason !== undefined && ('reason' in wanted || code !== 'window_not_found') && { reason }),
    ...(reason === 'unavailable' && { message }),
    ...(currentVersion !== undefined && { currentVersion }),
    ...(fields !== undefined && { fields: fields.map(({ field }) => field) }),
    ...(blockedBy !== undefined && { blockedBy: [keyOf(blockedBy.id), blockedBy.title] }),
  };
}

export function argumentsOf({ action, effect, wrong }: CallStep): Record<string, unknown> {
  if (action !== 'act') return {};
  if (wrong === 'effect') return { n: 1 };
  return wrong === 'n' ? { effect, n: -1 } : { effect };
}

/** What the action itself has against a call that may start. */
export function refusedByAction({ action, effect, wrong }: CallStep): Refusal | undefined {
  if (action !== 'act') return undefined;
  if (wrong !== 'nothing') return { code: 'validation_failed', fields: [wrong] };
  if (effect === 'refuse') return { code: 'action_not_available', reason: 'refused' };
  return effect === 'invalid' ? { code: 'validation_failed', fields: ['effect'] } : undefined;
}
