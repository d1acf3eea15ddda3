import { type History, LIMITS, parseToolName } from '@mcp-gui-bridge/page-sdk/protocol';
import { translateAnswer } from './call-words.ts';
import { answerProblem } from './content-check.ts';
import { refuse } from './declarations.ts';
import { type Application, findApplication, type Model, withApplication } from './documents.ts';
import type { Handles } from './handles.ts';
import { type FromHost, type FromPage, type Step, toHost, toPage } from './step.ts';

type Asked = Extract<FromHost, { type: 'history' }>;
type Told = Extract<FromPage, { type: 'history' }>;

const NOTHING: History = { calls: [], complete: false };

/** An agent wants to know what became of its calls. The page knows it under a name that no other page is told. */
export function askForHistory(model: Model, { appId, id, owner }: Asked, handles: Handles): Step {
  const application = findApplication(model, appId);
  if (application === undefined) {
    return { model, effects: [toHost({ type: 'history', appId, id, history: NOTHING })] };
  }
  const { documentId } = application;
  const historiesAsked = new Set(application.historiesAsked).add(id);
  return {
    model: withApplication(model, documentId, { ...application, historiesAsked }),
    effects: [toPage(documentId, { type: 'history', id, owner: handles.owner(documentId, owner) })],
  };
}

/** What a page remembers of an agent's calls. It counts once, and only when this very page was asked. */
export function passHistoryOn(model: Model, application: Application, { id, history }: Told): Step {
  const { appId, documentId } = application;
  const historiesAsked = new Set(application.historiesAsked);
  if (!historiesAsked.delete(id)) return { model, effects: [] };
  const problem =
    JSON.stringify(history).length > 2 * LIMITS.historyBytes
      ? 'is larger than what a document may tell'
      : history.calls.map(({ answer }) => answer && answerProblem(answer)).find((found) => found !== undefined);
  if (problem !== undefined) return refuse(model, documentId, `history: ${problem}`);
  const calls = history.calls
    .filter(({ tool }) => parseToolName(tool) !== undefined)
    .map((call) => (call.answer ? { ...call, answer: translateAnswer(application, undefined, call.answer) } : call));
  return {
    model: withApplication(model, documentId, { ...application, historiesAsked }),
    effects: [toHost({ type: 'history', appId, id, history: { ...history, calls } })],
  };
}
