import {
  type ApplicationCall,
  type CallAnswer,
  LIMITS,
  type ToolError,
  windowNotFound,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { refuseBeforeSending, type Target, toPageCall, translateAnswer } from './call-words.ts';
import { answerProblem, progressProblem } from './content-check.ts';
import { refuse } from './declarations.ts';
import { type Application, findApplication, type Model, withApplication } from './documents.ts';
import type { Handles } from './handles.ts';
import { attachedEvent, type FromHost, type FromPage, type Step, tellHost, toHost, toPage } from './step.ts';

type KnownCall = Pick<ApplicationCall, 'appId' | 'callId'>;
type FromPageOfCalls = Exclude<FromPage, { type: 'change' | 'viewed' | 'history' }>;

function withCall(model: Model, application: Application, callId: string, target: Target | undefined): Model {
  const calls = new Map(application.calls).set(callId, target);
  return withApplication(model, application.documentId, { ...application, calls });
}

function withoutCall(model: Model, application: Application, callId: string): Model {
  const calls = new Map(application.calls);
  calls.delete(callId);
  return withApplication(model, application.documentId, { ...application, calls });
}

/** A word of the host: a call to pass on, or a question or order about one. */
export function fromHost(
  model: Model,
  message: Exclude<FromHost, { type: 'view' | 'history' }>,
  handles: Handles,
): Step {
  const nothing: Step = { model, effects: [] };
  if (message.type === 'call') return call(model, message.call, handles);
  const application = findApplication(model, message.appId);
  if (application === undefined) return nothing;
  const { documentId, calls } = application;
  switch (message.type) {
    case 'abort': {
      const { callId, reason } = message;
      return calls.has(callId) ? { model, effects: [toPage(documentId, { type: 'abort', callId, reason })] } : nothing;
    }
    case 'recall': {
      // From here on the page owes a word on this call, whoever sent it.
      const { callId } = message;
      const next = calls.has(callId) ? model : withCall(model, application, callId, undefined);
      return { model: next, effects: [toPage(documentId, { type: 'recall', callId })] };
    }
    case 'quarantine':
      return { model: withApplication(model, documentId, { ...application, unresponsive: message.on }), effects: [] };
    case 'resync':
      return { model, effects: [tellHost(attachedEvent(model.browser, application))] };
  }
}

/** A call that comes twice is the same call; a page that has woken up since must not do what was refused. */
export const knowsCall = (model: Model, { appId, callId }: KnownCall): boolean =>
  findApplication(model, appId)?.calls.has(callId) === true || model.refusedCalls.has(callId);

/** A call that is not made, for whatever reason, now or later. */
export function refuseCall(model: Model, { appId, callId }: KnownCall, error: ToolError): Step {
  if (knowsCall(model, { appId, callId })) return { model, effects: [] };
  const kept = [...model.refusedCalls].slice(1 - LIMITS.journalCalls);
  return {
    model: { ...model, refusedCalls: new Set([...kept, callId]) },
    effects: [toHost({ type: 'answer', appId, callId, answer: { ok: false, error } })],
  };
}

function call(model: Model, asked: ApplicationCall, handles: Handles): Step {
  const { appId, callId, windowId, action } = asked;
  if (knowsCall(model, asked)) return { model, effects: [] };
  const application = findApplication(model, appId);
  const error = refuseBeforeSending(application, asked);
  if (application === undefined || error !== undefined) {
    return refuseCall(model, asked, error ?? windowNotFound('document_gone'));
  }
  const pageCall = toPageCall(application, asked, handles);
  if (pageCall === undefined) return refuseCall(model, asked, windowNotFound());
  return {
    model: withCall(model, application, callId, { windowId, action }),
    effects: [toPage(application.documentId, { type: 'call', call: pageCall })],
  };
}

/**
 * A page's word on a call. It counts only for a call that this very document was sent or asked about, and an answer
 * only once; another page's call ids are worth nothing here.
 */
export function fromPage(model: Model, application: Application, message: FromPageOfCalls): Step {
  const { appId, documentId, calls } = application;
  const callId = callIdOf(message);
  if (!calls.has(callId)) return { model, effects: [] };
  const answer = answerOf(message);
  const problem = answer ? answerProblem(answer) : message.type === 'progress' && progressProblem(message.progress);
  if (problem) return refuse(model, documentId, `${message.type}: ${problem}`);
  const translate = (words: CallAnswer) => translateAnswer(application, calls.get(callId), words);
  switch (message.type) {
    case 'answer':
      return {
        model: withoutCall(model, application, callId),
        effects: [toHost({ type: 'answer', appId, callId, answer: translate(message.answer) })],
      };
    case 'committed':
      return { model, effects: [toHost({ type: 'committed', appId, callId, answer: translate(message.answer) })] };
    case 'progress':
      return { model, effects: [toHost({ type: 'progress', appId, progress: message.progress })] };
    case 'recalled': {
      const { recalled } = message;
      const words = recalled.state === 'answered' ? { ...recalled, answer: translate(recalled.answer) } : recalled;
      return {
        model: recalled.state === 'running' ? model : withoutCall(model, application, callId),
        effects: [toHost({ type: 'recalled', appId, recalled: words })],
      };
    }
  }
}

function callIdOf(message: FromPageOfCalls): string {
  switch (message.type) {
    case 'progress':
      return message.progress.callId;
    case 'recalled':
      return message.recalled.callId;
    default:
      return message.callId;
  }
}

function answerOf(message: FromPageOfCalls): CallAnswer | undefined {
  if (message.type === 'answer' || message.type === 'committed') return message.answer;
  return message.type === 'recalled' && message.recalled.state === 'answered' ? message.recalled.answer : undefined;
}
