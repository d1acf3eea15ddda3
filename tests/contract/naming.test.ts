import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { modern, RawAgent, temporaryState, toolNames } from './agent-process.ts';
import { EDITOR, orderDesk, ScriptedHost } from './scripted-host.ts';

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

test('a request that is not answered from pages finds the hosts and names nobody; the next one has all the windows', async () => {
  await agent.initialize();
  expect((await agent.request(1, 'prompts/list')).error).toBeDefined();
  await host.heard('hello');
  expect(types()).toEqual(['hello']);
  expect(toolNames(await agent.request(2, 'tools/list'))).toContain(`${EDITOR}__submit`);
});
