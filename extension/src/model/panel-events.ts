import { type ApplicationCondition, diffDeclared, type ModelEvent } from '@mcp-gui-bridge/page-sdk/protocol';
import { type Application, emptyModel, type Model } from './documents.ts';
import { attachedEvent } from './step.ts';

/** As agents are told of it: the host says that a document is busy, the worker everything else. */
const conditionSeen = ({ condition, unresponsive }: Application): ApplicationCondition =>
  condition === 'live' && unresponsive ? 'unresponsive' : condition;

function eventFor(browser: string, before: Application | undefined, after: Application): ModelEvent | undefined {
  if (before === after) return undefined;
  const condition = conditionSeen(after);
  if (before === undefined || before.attachment !== after.attachment) {
    return attachedEvent(browser, { ...after, condition });
  }
  const change = diffDeclared(before.published, after.published);
  const conditionDiffers = condition !== conditionSeen(before);
  if (change === undefined && !conditionDiffers) return undefined;
  return { type: 'changed', appId: after.appId, ...(change && { change }), ...(conditionDiffers && { condition }) };
}

/** What somebody who was last shown `before` must be told to be shown `after`; the cost is what differs. */
export function panelEvents(before: Model | undefined, after: Model): ModelEvent[] {
  const { applications } = before ?? emptyModel(after.browser);
  const gone = [...applications].filter(([documentId]) => !after.applications.has(documentId));
  return [
    ...gone.map(([, { appId }]): ModelEvent => ({ type: 'detached', appId, reason: 'closed' })),
    ...[...after.applications].flatMap(
      ([documentId, application]) => eventFor(after.browser, applications.get(documentId), application) ?? [],
    ),
  ];
}
