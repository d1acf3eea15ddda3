import { diffDeclared, type GoneReason, type ModelEvent } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Mirror, MirroredApplication } from './mirror.ts';

function attached(application: MirroredApplication): ModelEvent {
  const { identity, condition, reason, declared, running } = application;
  const { id, origin, browser } = identity;
  return {
    type: 'attached',
    application: { id, origin, browser, condition, ...(reason !== undefined && { reason }) },
    declared: diffDeclared(undefined, declared) ?? {},
    running: [...running],
  };
}

function changed(before: MirroredApplication, after: MirroredApplication): ModelEvent | undefined {
  const change = diffDeclared(before.declared, after.declared);
  const conditionDiffers = before.condition !== after.condition || before.reason !== after.reason;
  if (change === undefined && !conditionDiffers) return undefined;
  return {
    type: 'changed',
    appId: after.identity.id,
    ...(change !== undefined && { change }),
    ...(conditionDiffers && { condition: after.condition }),
    ...(conditionDiffers && after.reason !== undefined && { reason: after.reason }),
  };
}

function eventFor(before: MirroredApplication | undefined, after: MirroredApplication): ModelEvent | undefined {
  if (before === after) return undefined;
  return before?.attachment === after.attachment ? changed(before, after) : attached(after);
}

/** What a receiver that was last sent `before` must be told to hold `after`. However much happened between, the cost is what differs. */
export function modelEvents(before: Mirror, after: Mirror, goneReason: (appId: string) => GoneReason): ModelEvent[] {
  if (before === after) return [];
  const gone = [...before.keys()].filter((appId) => !after.has(appId));
  return [
    ...gone.map((appId): ModelEvent => ({ type: 'detached', appId, reason: goneReason(appId) })),
    ...[...after].flatMap(([appId, application]) => eventFor(before.get(appId), application) ?? []),
  ];
}
