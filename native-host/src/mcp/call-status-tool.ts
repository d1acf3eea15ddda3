import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import * as z from 'zod';
import { type CallStatus, type Heard, isUnknown, meantCalls, type Question, statuses } from './call-log.ts';
import type { GuiModel } from './gui-model.ts';
import { type HelperTool, parseArguments } from './helper-tool.ts';
import type { Hosts } from './hosts.ts';
import { answerStructured, fitToLine, toolResult } from './tool-result.ts';
import { outputEnvelope } from './tools.ts';

const Arguments = z.strictObject({
  callId: z.string().optional(),
  idempotencyKey: z.string().min(1).max(LIMITS.idempotencyKeyLength).optional(),
});

type Asked = Pick<Hosts, 'calls' | 'histories'>;

/** Documents are asked only for what this process cannot tell: calls it lost sight of, and those of an earlier process. */
export async function callStatus(
  gui: GuiModel,
  { calls, histories }: Asked,
  question: Question,
): Promise<CallStatus[]> {
  const { clock } = gui;
  const meant = meantCalls(calls.log, question);
  const lost = meant.filter(isUnknown);
  const isKnown = question.callId !== undefined && meant.length > 0 && lost.length === 0;
  const ask = async (appId: string): Promise<Heard> => {
    const recent = lost.filter((call) => call.appId === appId && clock.now() - call.started < LIMITS.journalMs);
    const asked = recent.map(({ callId }) => callId);
    const history = await histories.ask(appId, asked);
    const seen = new Set(history?.calls.map(({ callId }) => callId));
    const unseen = history?.complete === true ? asked.filter((callId) => !seen.has(callId)) : [];
    return { calls: history?.calls ?? [], unseen: new Set(unseen) };
  };
  const live = gui.view.applications.filter(({ state }) => state === 'live');
  const heard = isKnown ? [] : await Promise.all(live.map(({ id }) => ask(id)));
  const all = {
    calls: heard.flatMap((one) => one.calls),
    unseen: new Set(heard.flatMap((one) => [...one.unseen])),
  };
  return statuses(calls.log, question, all, (callId) => calls.isDispatched(callId), clock.now());
}

/** Answers as they were, or would have been, given; beside others only while there is room. */
function described(found: readonly CallStatus[]): object[] {
  let room: number = LIMITS.historyBytes;
  return found.map(({ answer, ...status }) => {
    if (answer === undefined) return status;
    const structured = answerStructured(answer, status.callId);
    room -= JSON.stringify(structured).length;
    return room >= 0 || found.length === 1 ? { ...status, answer: structured } : status;
  });
}

/** `app__call_status`: what became of calls, also of those whose answer was lost with a process or a link. */
export function callStatusTool(gui: GuiModel, hosts: Asked): HelperTool {
  return {
    definition: {
      name: 'app__call_status',
      title: 'What became of a call',
      description:
        'Tells whether a call was executed, with its answer: by callId, by idempotencyKey, or without either the last 20 calls. Use it when an answer was lost or its outcome is unknown, before you call again.',
      inputSchema: {
        type: 'object',
        properties: { callId: { type: 'string' }, idempotencyKey: { type: 'string' } },
      },
      outputSchema: outputEnvelope(),
      annotations: { readOnlyHint: true },
    },
    run: async (args) => {
      const parsed = parseArguments(Arguments, args);
      if (!parsed.ok) return parsed.refusal;
      const calls = described(await callStatus(gui, hosts, parsed.args));
      return toolResult(fitToLine({ result: { calls } }), false);
    },
  };
}
