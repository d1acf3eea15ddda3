import {
  applyChange,
  ChangeError,
  type DeclaredChange,
  declaredBytes,
  diffDeclared,
  type GoneReason,
  LIMITS,
  type Received,
  type WorkerToPage,
  windowBytes,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { type AskPolicy, asks } from './ask-policy.ts';
import { changeProblem } from './content-check.ts';
import { type Application, findApplication, type Model, settle, withApplication } from './documents.ts';
import { type Asks, askAnew, expose } from './exposure.ts';
import type { Handles } from './handles.ts';
import { attachedEvent, type Effect, type ModelInput, type Step, tellHost, toPage } from './step.ts';

/** Finds room for what is new and tells the host of every document that thereby came or changed since `before`. */
function settled(before: Model, after: Model): Step {
  const model = settle(after);
  const effects = [...model.applications.values()].flatMap((application): Effect[] => {
    const last = before.applications.get(application.documentId);
    if (last === undefined) return [tellHost(attachedEvent(model.browser, application))];
    const change = diffDeclared(last.published, application.published);
    const condition = application.condition === last.condition ? undefined : application.condition;
    if (change === undefined && condition === undefined) return [];
    const { appId } = application;
    return [tellHost({ type: 'changed', appId, ...(change && { change }), ...(condition && { condition }) })];
  });
  return { model, effects };
}

function sizeProblem(received: Received): string | undefined {
  if (received.windows.length > LIMITS.windowsPerDocument) {
    return `windows: there are ${received.windows.length}, at most ${LIMITS.windowsPerDocument} are allowed; close some`;
  }
  const large = received.windows.find((window) => windowBytes(window) > LIMITS.windowBytes);
  if (large) return `windows.${large.id}: is larger than ${LIMITS.windowBytes} bytes; show less of it`;
  return declaredBytes(received) > LIMITS.documentBytes
    ? `windows: together larger than ${LIMITS.documentBytes} bytes; show less`
    : undefined;
}

/** A page's change applied, or what is wrong with it. */
function receive(before: Received | undefined, change: DeclaredChange, origin: string): Received | string {
  const problem = changeProblem(change, origin);
  if (problem !== undefined) return problem;
  try {
    const received = applyChange(before, change);
    return sizeProblem(received) ?? received;
  } catch (error) {
    if (error instanceof ChangeError) return error.message;
    throw error;
  }
}

/** Draws handles for new windows of a document, apart from all that are in use. */
function windowHandles(model: Model, documentId: string, handles: Handles): (opened: number) => string {
  const taken = new Set(
    [...model.applications.values()].flatMap(({ exposed }) => exposed.windows.map((window) => window.id)),
  );
  return (opened) => {
    const handle = handles.window(documentId, opened, (candidate) => taken.has(candidate));
    taken.add(handle);
    return handle;
  };
}

const asksOn =
  (policy: AskPolicy, origin: string): Asks =>
  (addressed) =>
    asks(policy, origin, addressed);

/** The document is no longer there. */
export function leave(model: Model, documentId: string, reason: GoneReason): Step {
  const application = model.applications.get(documentId);
  if (application === undefined) return { model, effects: [] };
  const rest = settled(model, withApplication(model, documentId, undefined));
  return {
    model: rest.model,
    effects: [tellHost({ type: 'detached', appId: application.appId, reason }), ...rest.effects],
  };
}

/** The document's page does not keep the protocol: it is disconnected, and nobody else is. */
export function refuse(model: Model, documentId: string, message: string): Step {
  const { model: next, effects } = leave(model, documentId, 'protocol_error');
  return { model: next, effects: [...effects, { type: 'refuse', documentId, message }] };
}

const statusOf = ({ paused }: Model): WorkerToPage => ({ type: 'status', status: paused ? 'paused' : 'connected' });

/** A document says all that it has declared; what it said before is forgotten. */
export function attach(model: Model, input: Extract<ModelInput, { type: 'attach' }>, handles: Handles): Step {
  const { documentId, origin } = input;
  const received = receive(undefined, input.declared, origin);
  if (typeof received === 'string') return refuse(model, documentId, received);
  const others = { ...withApplication(model, documentId, undefined), attachments: model.attachments + 1 };
  const isTaken = (handle: string) => findApplication(others, handle) !== undefined;
  const { model: next, effects } = settled(
    others,
    withApplication(others, documentId, {
      ...expose(undefined, received, windowHandles(others, documentId, handles), asksOn(model.policy, origin)),
      documentId,
      appId: handles.application(documentId, isTaken),
      attachment: others.attachments,
      origin,
      published: { name: received.name, actions: [], windows: [] },
      condition: 'live',
      suspended: false,
      unresponsive: model.applications.get(documentId)?.unresponsive ?? false,
      calls: new Map(input.running.map((callId) => [callId, undefined])),
      historiesAsked: new Set(),
      viewsAsked: new Set(),
    }),
  );
  return { model: next, effects: [toPage(documentId, statusOf(model)), ...effects] };
}

/** A document's declaration changed. */
export function change(model: Model, application: Application, declared: DeclaredChange, handles: Handles): Step {
  const { documentId, origin } = application;
  const received = receive(application.received, declared, origin);
  if (typeof received === 'string') return refuse(model, documentId, received);
  const handleOf = windowHandles(model, documentId, handles);
  const exposure = expose(application, received, handleOf, asksOn(model.policy, origin));
  return settled(model, withApplication(model, documentId, { ...application, ...exposure }));
}

/** The browser put a document to sleep, or its page is awake again. */
export function suspend(model: Model, application: Application, suspended: boolean): Step {
  return settled(model, withApplication(model, application.documentId, { ...application, suspended }));
}

/** The person pauses agents, or lets them go on. Ports stay, so that what runs ends with its true outcome. */
export function pause(before: Model, paused: boolean): Step {
  if (before.paused === paused) return { model: before, effects: [] };
  const { model, effects } = settled(before, { ...before, paused });
  const told = [...model.applications.keys()].map((documentId) => toPage(documentId, statusOf(model)));
  return { model, effects: [...effects, ...told] };
}

/** The person has decided anew what to be asked about. */
export function askAbout(before: Model, policy: AskPolicy): Step {
  const applications = new Map(
    [...before.applications].map(([documentId, application]) => [
      documentId,
      askAnew(application, asksOn(policy, application.origin)),
    ]),
  );
  return settled(before, { ...before, policy, applications });
}

/** A new host knows nothing, and has found no document busy. */
export function hostUp(model: Model): Step {
  const applications = new Map(
    [...model.applications].map(([documentId, application]) => [documentId, { ...application, unresponsive: false }]),
  );
  const effects = [...applications.values()].map((application) => tellHost(attachedEvent(model.browser, application)));
  return { model: { ...model, applications }, effects };
}
