import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { RawAgent, structured, temporaryState, toolNames } from './agent-process.ts';
import { action, EDITOR, type OnCall, ORDERS, orderDesk, REPORT, ScriptedHost, succeed } from './scripted-host.ts';

const HELPERS = ['app__read_windows', 'app__call', 'app__wait_for_change', 'app__call_status'];

let state: Awaited<ReturnType<typeof temporaryState>>;
let host: ScriptedHost;
let agents: RawAgent[];
const called: string[] = [];
const onCall: OnCall = ({ windowId, action: name }) => {
  called.push(`${windowId}__${name}`);
  return succeed({ message: name });
};

beforeEach(async () => {
  agents = [];
  called.length = 0;
  state = await temporaryState();
  host = new ScriptedHost({ directory: state.directory, onCall });
});

afterEach(async () => {
  await Promise.all(agents.map((agent) => agent.stop()));
  await host.stop();
  await state.remove();
});

async function start(env: Record<string, string> = {}): Promise<RawAgent> {
  const agent = new RawAgent(state.directory, env);
  agents.push(agent);
  await agent.initialize();
  return agent;
}

const call = async (agent: RawAgent, id: string, name: string, args: object = {}) =>
  structured(await agent.request(id, 'tools/call', { name, arguments: args }));

const windowTools = [`${EDITOR}__set_recipient`, `${EDITOR}__submit`, `${REPORT}__refresh`];
const applicationTools = [`app__${ORDERS}_new_order`];

test.each([
  ['all', [...HELPERS, ...applicationTools, ...windowTools]],
  ['windows', [...applicationTools, ...windowTools]],
  ['helpers', HELPERS],
])('--tools %s: what is listed; all else can be called all the same', async (selection, listed) => {
  host.tell(orderDesk());
  await host.start();
  const agent = await start({ MCP_TEST_TOOLS: selection });
  await agent.attached();
  expect(toolNames(await agent.request(1, 'tools/list'))).toEqual(listed);
  expect(await call(agent, 'direct', `${EDITOR}__submit`)).toMatchObject({ message: 'submit' });
  expect(await call(agent, 'helper', 'app__call', { tool: `${REPORT}__refresh` })).toMatchObject({
    message: 'refresh',
  });
});

test('--origin: other sites have no windows, no tools and no way in', async () => {
  host.tell(orderDesk());
  await host.start();
  const agent = await start({ MCP_TEST_ORIGINS: 'https://elsewhere.example' });
  expect(toolNames(await agent.request(1, 'tools/list'))).toEqual(HELPERS);
  const reading = await call(agent, 'read', 'app__read_windows', { includeActions: true });
  expect(reading).toMatchObject({ result: { windows: [], applications: [] }, actions: {} });
  for (const [index, tool] of [...windowTools, ...applicationTools].entries()) {
    expect(await call(agent, `call${index}`, 'app__call', { tool })).toMatchObject({ code: 'window_not_found' });
  }
  const insider = await start({ MCP_TEST_ORIGINS: 'https://orders.example.com' });
  await insider.attached();
  expect(toolNames(await insider.request(1, 'tools/list'))).toEqual([...HELPERS, ...applicationTools, ...windowTools]);
  expect(called).toEqual([]);
});

test('at most 128 are listed, in whole groups and the same order for all; the rest is described and can be called', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `act${String(index).padStart(2, '0')}`);
  const ids = ['wone2222222', 'wtwo2222222', 'wthree22222', 'wfour222222'];
  const input = { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] };
  const actions = names.map((name) => action(name, { inputSchema: input }));
  const base = { modal: false, ownerId: null, version: 1, blocks: [], actions };
  const desk = orderDesk();
  if (desk.type !== 'attached') throw new Error('the desk attaches');
  const windows = ids.map((id, index) => ({ ...base, id, opened: index + 1, title: id }));
  host.tell({ ...desk, declared: { name: 'Order desk', actions: [], windows } });
  await host.start();
  const [first, second] = [await start(), await start()];
  await first.attached();
  await second.attached();
  const listed = toolNames(await first.request(1, 'tools/list'));
  expect(listed).toEqual([...HELPERS, ...ids.slice(0, 3).flatMap((id) => names.map((name) => `${id}__${name}`))]);
  expect(listed.length).toBeLessThanOrEqual(LIMITS.toolsListed);
  expect(toolNames(await second.request(1, 'tools/list'))).toEqual(listed);

  const unlisted = names.map((name) => `${ids[3]}__${name}`);
  const reading = await call(first, 'read', 'app__read_windows', { includeActions: true });
  for (const tool of unlisted) {
    expect(reading).toHaveProperty(['actions', tool, 'inputSchema', 'required'], ['amount']);
    expect(await call(first, tool, 'app__call', { tool, arguments: { amount: 1 } })).toMatchObject({
      message: tool.slice(-5),
    });
  }
  expect(called).toEqual(unlisted);
});

test('descriptions are at most 1,024 characters, whatever a page writes, and say which window of which site', async () => {
  const desk = orderDesk([action('submit', { title: 't'.repeat(120), description: 'd'.repeat(1_000) })]);
  if (desk.type !== 'attached') throw new Error('the desk attaches');
  const [editor, ...others] = desk.declared.windows ?? [];
  if (editor === undefined) throw new Error('the desk has an editor');
  host.tell({ ...desk, declared: { ...desk.declared, windows: [{ ...editor, title: 'T'.repeat(120) }, ...others] } });
  await host.start();
  const agent = await start();
  await agent.attached();
  const tools = (await agent.request(1, 'tools/list')).result?.['tools'] as { description: string; name: string }[];
  for (const { description } of tools) expect(description.length).toBeLessThanOrEqual(1_024);
  const submit = tools.find(({ name }) => name === `${EDITOR}__submit`);
  expect(submit?.description).toMatch(/^d+….* · T{120} · orders\.example\.com$/s);
});
