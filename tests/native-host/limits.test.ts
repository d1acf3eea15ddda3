import {
  type AgentToHost,
  type CallAnswer,
  LIMITS,
  parseToolName,
  windowToolName,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { steadyClock } from '../../native-host/src/link/clock.ts';
import { callStatusTool } from '../../native-host/src/mcp/call-status-tool.ts';
import { callTool } from '../../native-host/src/mcp/call-tool.ts';
import { GuiModel } from '../../native-host/src/mcp/gui-model.ts';
import type { HelperTool } from '../../native-host/src/mcp/helper-tool.ts';
import { Histories } from '../../native-host/src/mcp/histories.ts';
import { Hosts } from '../../native-host/src/mcp/hosts.ts';
import { KeyedCalls } from '../../native-host/src/mcp/keyed-calls.ts';
import { waitForChangeTool } from '../../native-host/src/mcp/wait-for-change-tool.ts';
import { windowId } from './mcp/model-events.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const gui = () => new GuiModel('test', undefined, steadyClock());
const hostsOf = (model: GuiModel, load: () => Promise<never>) =>
  new Hosts({ gui: model, clock: model.clock, load, program: '', token: undefined, problem: () => undefined });
const never = () => new Promise<never>(() => undefined);

/** What a helper says to arguments: field errors, or nothing. */
async function fieldsOf(tool: (model: GuiModel) => HelperTool, args: object, patient = false): Promise<unknown> {
  const model = gui();
  const { signal } = new AbortController();
  const report = patient ? () => undefined : undefined;
  const request = { agent: { name: 'test' }, signal, arrived: model.clock.now(), report };
  const running = tool(model).run(args, request, { lastCursor: undefined, subscribed: false });
  await vi.advanceTimersByTimeAsync(LIMITS.waitMs);
  const { structuredContent } = await running;
  return (structuredContent as { fields?: unknown } | undefined)?.fields;
}

const wait = (model: GuiModel) => waitForChangeTool(model);
const call = (model: GuiModel) => {
  const operate = async (): Promise<CallAnswer> => ({ ok: true, value: { openedWindowIds: [] } });
  return callTool(model, operate, new KeyedCalls(operate, async () => []));
};
const status = (model: GuiModel) => callStatusTool(model, hostsOf(model, never));
const key = (length: number) => 'k'.repeat(length);
const tool = windowToolName(windowId('editor'), 'submit');

describe('arguments of helpers, at the limit and one over', () => {
  test.each<[string, (model: GuiModel) => HelperTool, object, object, string, boolean?]>([
    ['waiting', wait, { timeoutMs: LIMITS.answerMs }, { timeoutMs: LIMITS.answerMs + 1 }, 'timeoutMs'],
    ['waiting with progress', wait, { timeoutMs: LIMITS.waitMs }, { timeoutMs: LIMITS.waitMs + 1 }, 'timeoutMs', true],
    [
      'a key of a call',
      call,
      { tool, idempotencyKey: key(LIMITS.idempotencyKeyLength) },
      { tool, idempotencyKey: key(LIMITS.idempotencyKeyLength + 1) },
      'idempotencyKey',
    ],
    [
      'a key asked about',
      status,
      { idempotencyKey: key(LIMITS.idempotencyKeyLength) },
      { idempotencyKey: key(LIMITS.idempotencyKeyLength + 1) },
      'idempotencyKey',
    ],
  ])('%s', async (_what, make, at, over, field, patient) => {
    expect(await fieldsOf(make, at, patient)).toBeUndefined();
    expect(await fieldsOf(make, over, patient)).toMatchObject([{ field }]);
  });
});

test('tool names', () => {
  const id = windowId('editor');
  const room = LIMITS.toolNameLength - windowToolName(id, '').length;
  expect(parseToolName(windowToolName(id, 'x'.repeat(room)))).toMatchObject({ windowId: id });
  expect(parseToolName(windowToolName(id, 'x'.repeat(room + 1)))).toBeUndefined();
});

describe('times', () => {
  test('the first snapshots are waited for, and not longer', async () => {
    const model = gui();
    const hosts = new Hosts({
      gui: model,
      clock: model.clock,
      program: '',
      token: undefined,
      problem: () => undefined,
      load: async () => ({
        list: never,
        watch: () => () => undefined,
        connect: never,
        removeStale: never,
        log: () => undefined,
      }),
    });
    hosts.attach();
    await vi.advanceTimersByTimeAsync(LIMITS.attachMs);
    hosts.announce({ name: 'late' });
    let isAttached = false;
    void hosts.attached.then(() => {
      isAttached = true;
    });
    await vi.advanceTimersByTimeAsync(LIMITS.attachMs - 1);
    expect(isAttached).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(isAttached).toBe(true);
  });

  test('a document’s history is waited for, and not longer', async () => {
    const sent: AgentToHost[] = [];
    const histories = new Histories({
      gui: { linkOf: () => 'one' },
      owner: 'me',
      clock: steadyClock(),
      send: (_link, message) => sent.push(message),
    });
    const history = { calls: [], complete: true };
    const ask = async (ms: number) => {
      const asked = histories.ask('app', []);
      await vi.advanceTimersByTimeAsync(ms);
      histories.hostSaid({ type: 'history', id: sent.length, history });
      return asked;
    };
    expect(await ask(LIMITS.historyMs - 1)).toBe(history);
    expect(await ask(LIMITS.historyMs)).toBeUndefined();
  });
});
