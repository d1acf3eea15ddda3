import { WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WiredBridge } from '../hostile/wired-bridge.ts';
import type { Json } from './arbitrary-of.ts';
import { mutated } from './mutations.ts';
import { FlatHeap, RUNS } from './runs.ts';
import { opened } from './samples.ts';

const SITE = 'https://shop.example';

let bridge: WiredBridge;
/** Local ids of the windows that calls reached the page for. */
const reached: (string | null)[] = [];
let samples: readonly Json[];

beforeAll(async () => {
  bridge = await WiredBridge.start([SITE]);
  const page = bridge.openRaw(SITE);
  const windows = [opened(1), opened(2, { modal: true, ownerId: '1' })];
  page.say({
    type: 'attach',
    wire: WIRE_VERSION,
    sdk: 'x',
    running: [],
    declared: { name: 'Shop', actions: [], windows },
  });
  page.onTold = (message) => {
    if (message.type !== 'call') return;
    const { callId, windowId } = message.call;
    reached.push(windowId);
    page.say({ type: 'answer', callId, answer: { ok: true, value: { openedWindowIds: [], message: 'done' } } });
  };
  await bridge.quiet();
  const ids = (await bridge.agent.read()).windows.map(({ id }) => id);
  samples = requests(String(ids[0]), String(ids[1]));
});
afterAll(() => bridge.stop());

const request = (method: string, params: Json, id: Json = 7): Json => ({ jsonrpc: '2.0', id, method, params });
const modern: Json = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'fuzz', version: '1' },
};

function requests(blocked: string, dialog: string): Json[] {
  const call = (name: string, args: Json, _meta: Json = {}) => request('tools/call', { name, arguments: args, _meta });
  return [
    request('ping', {}),
    request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }),
    request('server/discover', { _meta: modern }),
    request('tools/list', {}),
    request('resources/list', {}),
    request('resources/read', { uri: 'app://windows' }),
    request('resources/subscribe', { uri: 'app://windows' }),
    request('resources/unsubscribe', { uri: 'app://windows' }),
    request('subscriptions/listen', { notifications: { resourceSubscriptions: ['app://windows'] }, _meta: modern }),
    call(`${dialog}__submit`, { amount: 3 }),
    call(`${dialog}__submit`, { amount: 3, expectedVersion: 1 }, { progressToken: 'token' }),
    call(`${blocked}__submit`, { amount: 3 }),
    call(`${blocked}__discard`, {}),
    call('app__read_windows', { windowIds: [dialog], includeActions: true }),
    call('app__call', {
      tool: `${dialog}__discard`,
      arguments: { amount: 1 },
      expectedVersion: 1,
      idempotencyKey: 'key',
    }),
    call('app__call', { tool: `${blocked}__submit` }),
    call('app__wait_for_change', { timeoutMs: 1, cursor: 'x.1' }),
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7, reason: 'fuzz' } },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 7, result: {} },
    [request('ping', {}, 8), request('ping', {}, 9)],
  ];
}

test('whatever an agent sends, the server answers on, in whole lines, and only operable windows are reached', async () => {
  const heap = new FlatHeap();
  let answered = 0;
  const lines = fc.array(mutated(fc.nat().map((n) => samples[n % samples.length] ?? null)), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(lines, async (texts) => {
      for (const text of texts) bridge.agent.write(`${text}\n`);
      // A piece of a line that is not ended would swallow the next request.
      bridge.agent.write('\n');
      await bridge.quiet();
      await bridge.agent.request('ping');
      for (const line of bridge.agent.lines) expect(line).toMatchObject({ jsonrpc: '2.0' });
      answered += bridge.agent.lines.length - 1;
      expect(reached.filter((windowId) => windowId !== '2')).toEqual([]);
      expect(bridge.faults).toEqual([]);
      bridge.agent.forget();
      heap.count();
    }),
    RUNS,
  );
  heap.check();
  expect(reached.length).toBeGreaterThan(RUNS.numRuns / 50);
  expect(answered).toBeGreaterThan(RUNS.numRuns / 10);
  expect((await bridge.agent.read()).windows).toHaveLength(2);
  expect(Object.prototype).not.toHaveProperty('polluted');
}, 600_000);
