import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { modern, RawAgent, temporaryState, toolNames } from './agent-process.ts';
import { EDITOR, ORDERS, orderDesk, ScriptedHost } from './scripted-host.ts';

let state: Awaited<ReturnType<typeof temporaryState>>;
let host: ScriptedHost;
let agent: RawAgent;

beforeEach(async () => {
  state = await temporaryState();
  host = new ScriptedHost({ directory: state.directory });
  host.tell(orderDesk());
  await host.start();
  agent = new RawAgent(state.directory);
});
afterEach(async () => {
  await agent.stop();
  await host.stop();
  await state.remove();
});

const WINDOWS = { uri: 'app://windows' };
const read = { name: 'app__read_windows', arguments: {} };
const asks: [string, object][] = [
  ['tools/list', {}],
  ['resources/list', {}],
  ['resources/read', WINDOWS],
  ['tools/call', read],
];
const types = () => host.received.map(({ type }) => type);

describe('who the agent is, hosts hear with whatever the client asks first', () => {
  test.each<[string, object]>([...asks, ['resources/subscribe', WINDOWS]])(
    '%s, after a handshake',
    async (method, params) => {
      await agent.initialize();
      await agent.request(1, method, params);
      expect(await host.heard('agent')).toMatchObject({ agent: { name: 'raw', version: '1' } });
    },
  );

  test.each(asks)('%s of revision 2026-07-28', async (method, params) => {
    await agent.request(1, method, modern(params));
    expect(await host.heard('agent')).toMatchObject({ agent: { name: 'raw', version: '1' } });
  });

  test('subscriptions/listen', async () => {
    const notifications = { toolsListChanged: true };
    agent.write({ id: 'listen', method: 'subscriptions/listen', params: modern({ notifications }) });
    expect(await host.heard('agent')).toMatchObject({ agent: { name: 'raw', version: '1' } });
  });
});

describe('a client that does not name itself with every request', () => {
  const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';
  const nameless = (more: object = {}) => modern({ ...more, _meta: { [CLIENT_INFO]: undefined } });
  const named = (name: string, more: object = {}) =>
    modern({ ...more, _meta: { [CLIENT_INFO]: { name, version: '1' } } });
  const names = () => host.received.flatMap((message) => (message.type === 'agent' ? message.agent.name : []));

  test.each<[string, object]>([
    ['nothing', nameless({ notifications: { toolsListChanged: true } })],
    ['nothing that can be seen', named('\u200b \u2800', { notifications: { toolsListChanged: true } })],
  ])('but says %s and listens first is told of changes', async (_, params) => {
    agent.write({ id: 'listen', method: 'subscriptions/listen', params });
    expect(await host.heard('agent')).toMatchObject({ agent: { name: 'unknown' } });
    await agent.request(1, 'tools/list', nameless());
    host.tell({ type: 'detached', appId: ORDERS, reason: 'closed' });
    await expect.poll(() => agent.lines.some(({ method }) => method === 'notifications/tools/list_changed')).toBe(true);
  });

  test('keeps the last name that it said', async () => {
    await agent.request(1, 'tools/list', nameless());
    await agent.request(2, 'tools/list', named('foo'));
    await agent.request(3, 'tools/list', nameless());
    await agent.request(4, 'tools/list', named('zap'));
    await agent.request(5, 'tools/list', nameless());
    await expect.poll(names).toEqual(['unknown', 'foo', 'zap']);
  });
});

test('a request that is not answered from pages finds the hosts and names nobody; the next one has all the windows', async () => {
  await agent.initialize();
  expect((await agent.request(1, 'prompts/list')).error).toBeDefined();
  await host.heard('hello');
  expect(types()).toEqual(['hello']);
  expect(toolNames(await agent.request(2, 'tools/list'))).toContain(`${EDITOR}__submit`);
});
