import type { AgentToHost, ApplicationCall, History } from '@mcp-gui-bridge/page-sdk/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RawAgent, structured, temporaryState } from './agent-process.ts';
import { EDITOR, type OnCall, ORDERS, orderDesk, ScriptedHost, succeed } from './scripted-host.ts';

type Asked = Extract<AgentToHost, { type: 'history' }>;

const SUBMIT = `${EDITOR}__submit`;
const agents: RawAgent[] = [];
let state: Awaited<ReturnType<typeof temporaryState>>;
let host: ScriptedHost;
let onCall: OnCall;
let onHistory: (asked: Asked) => History | undefined;
let asked: Asked[];
let id = 0;

async function startHost(generation = 1): Promise<ScriptedHost> {
  host = new ScriptedHost({
    directory: state.directory,
    generation,
    onCall: (call, self) => onCall(call, self),
    onHistory: (question) => {
      asked.push(question);
      return onHistory(question);
    },
  });
  host.tell(orderDesk());
  return host.start();
}

async function startAgent(token?: string): Promise<RawAgent> {
  const agent = new RawAgent(state.directory, token === undefined ? {} : { MCP_GUI_BRIDGE_TOKEN: token });
  agents.push(agent);
  await agent.initialize();
  await agent.attached();
  return agent;
}

beforeEach(async () => {
  [onCall, onHistory, asked] = [() => succeed({ message: 'Submitted' }), () => undefined, []];
  state = await temporaryState();
  await startHost();
});

afterEach(async () => {
  for (const agent of agents.splice(0)) await agent.stop();
  await host.stop();
  await state.remove();
});

const call = async (agent: RawAgent, name: string, args: object = {}) =>
  structured(await agent.request(`call-${++id}`, 'tools/call', { name, arguments: args })) as Record<string, unknown>;
const status = async (agent: RawAgent, question: object = {}) =>
  (await call(agent, 'app__call_status', question))['result'] as { calls: Record<string, unknown>[] };

test('the last calls with their answers, newest first; refused ones too', async () => {
  const agent = await startAgent();
  await call(agent, SUBMIT);
  const refusal = await call(agent, SUBMIT, { expectedVersion: 9 });
  const { calls } = await status(agent);
  expect(calls).toMatchObject([
    { tool: SUBMIT, state: 'not_executed', answer: { code: 'stale_state', callId: refusal['callId'] } },
    { tool: SUBMIT, state: 'executed', answer: { message: 'Submitted', openedWindowIds: [] } },
  ]);
  expect(calls[0]?.['startedMsAgo']).toBeLessThanOrEqual(Number(calls[1]?.['startedMsAgo']));
  expect(await status(agent, { callId: refusal['callId'] })).toMatchObject({ calls: [{ state: 'not_executed' }] });
  expect(await status(agent, { callId: 'f'.repeat(32) })).toEqual({ calls: [] });
});

test('a call that is not answered yet is running, and found by its key', async () => {
  const agent = await startAgent();
  onCall = () => undefined;
  agent.write({
    id: 'pending',
    method: 'tools/call',
    params: { name: 'app__call', arguments: { tool: SUBMIT, idempotencyKey: 'order 7' } },
  });
  await host.heard('call');
  await agent.request('after', 'ping');
  expect(await status(agent, { idempotencyKey: 'order 7' })).toMatchObject({
    calls: [{ tool: SUBMIT, state: 'running' }],
  });
  expect(await status(agent, { idempotencyKey: 'order 8' })).toEqual({ calls: [] });
});

test('a process that died: the next one of the same token learns from the document, another agent does not', async () => {
  const lost = await startAgent('secret of this client');
  onCall = () => undefined;
  lost.write({
    id: 'lost',
    method: 'tools/call',
    params: { name: 'app__call', arguments: { tool: SUBMIT, idempotencyKey: 'order 7' } },
  });
  const { call: sent } = await host.heard('call');
  lost.child.kill('SIGKILL');
  const { callId, owner } = sent as ApplicationCall;
  const past = { callId, tool: SUBMIT, idempotencyKey: 'order 7', startedMsAgo: 5, state: 'executed' } as const;
  onHistory = (question) => ({
    complete: true,
    calls: question.owner === owner ? [{ ...past, answer: succeed() }] : [],
  });
  const next = await startAgent('secret of this client');
  const told = { calls: [{ callId, tool: SUBMIT, state: 'executed', answer: { openedWindowIds: [] } }] };
  expect(await status(next)).toMatchObject(told);
  expect(await status(next, { callId })).toMatchObject(told);
  expect(await status(next, { idempotencyKey: 'order 7' })).toMatchObject(told);
  expect(asked[0]).toMatchObject({ appId: ORDERS, owner, asked: [] });
  expect(owner).not.toContain('secret');
  for (const other of [await startAgent('another secret'), await startAgent()]) {
    expect(await status(other)).toEqual({ calls: [] });
  }
});

test('a link that was lost for too long: the document says later what became of the call', async () => {
  const agent = await startAgent();
  onCall = () => undefined;
  const answer = call(agent, SUBMIT);
  const { call: sent } = await host.heard('call');
  await host.stop();
  expect(await answer).toMatchObject({ outcome: 'unknown', reason: 'link_lost' });
  const { callId } = sent;
  expect(await status(agent, { callId })).toMatchObject({ calls: [{ state: 'unknown' }] });
  await startHost(2);
  await agent.attached();
  onHistory = () => undefined;
  expect(await status(agent, { callId })).toMatchObject({ calls: [{ state: 'unknown' }] });
  expect(asked.at(-1)).toMatchObject({ asked: [callId] });
  onHistory = () => ({ complete: false, calls: [] });
  expect(await status(agent, { callId })).toMatchObject({ calls: [{ state: 'unknown' }] });
  onHistory = () => ({ complete: true, calls: [] });
  expect(await status(agent, { callId })).toMatchObject({ calls: [{ state: 'not_executed' }] });
});

test('the same key after an unclear end: the document is asked to do it once', async () => {
  const agent = await startAgent();
  onCall = () => undefined;
  const keyed = { tool: SUBMIT, idempotencyKey: 'order 7' };
  const answer = call(agent, 'app__call', keyed);
  await host.heard('call');
  await host.stop();
  expect(await answer).toMatchObject({ outcome: 'unknown' });
  onCall = () => succeed({ message: 'Submitted before' });
  await startHost(2);
  await agent.attached();
  expect(await call(agent, 'app__call', keyed)).toMatchObject({ message: 'Submitted before' });
  expect(await call(agent, 'app__call', keyed)).toMatchObject({ message: 'Submitted before' });
  const calls = host.received.flatMap((message) => (message.type === 'call' ? [message.call] : []));
  expect(calls).toMatchObject([{ idempotencyKey: 'order 7' }]);
});

test('the same key in the next process: what the first call changed is no reason to forget it', async () => {
  const lost = await startAgent('token');
  onCall = () => undefined;
  const keyed = { tool: SUBMIT, idempotencyKey: 'order 7', expectedVersion: 1 };
  lost.write({ id: 'lost', method: 'tools/call', params: { name: 'app__call', arguments: keyed } });
  const { call: sent } = await host.heard('call');
  lost.child.kill('SIGKILL');
  const next = await startAgent('token');
  host.tell({ type: 'changed', appId: ORDERS, change: { closed: [EDITOR] } });
  await call(next, 'app__wait_for_change', { cursor: 'from the beginning' });
  expect(await call(next, 'app__call', keyed)).toMatchObject({ code: 'window_not_found', outcome: 'not_executed' });
  const past = {
    callId: sent.callId,
    tool: SUBMIT,
    idempotencyKey: 'order 7',
    startedMsAgo: 5,
    state: 'executed',
  } as const;
  onHistory = () => ({ complete: true, calls: [{ ...past, answer: succeed({ message: 'Submitted' }) }] });
  expect(await call(next, 'app__call', keyed)).toMatchObject({ message: 'Submitted' });
  expect(host.received.filter(({ type }) => type === 'call')).toHaveLength(1);
});

test('a wrong argument is named', async () => {
  const agent = await startAgent();
  expect(await call(agent, 'app__call_status', { id: 'x' })).toMatchObject({
    code: 'validation_failed',
    fields: [{ field: 'id' }],
  });
});
