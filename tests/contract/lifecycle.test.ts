import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RawAgent, resourceText, structured, temporaryState, toolNames } from './agent-process.ts';
import { EDITOR, orderDesk, ScriptedHost, type ScriptedHostOptions, succeed } from './scripted-host.ts';

let state: Awaited<ReturnType<typeof temporaryState>>;
let stops: (() => Promise<void>)[];

beforeEach(async () => {
  state = await temporaryState();
  stops = [];
});

afterEach(async () => {
  for (const stop of stops) await stop();
  await state.remove();
});

function startAgent(more: Record<string, string> = {}): RawAgent {
  const agent = new RawAgent(state.directory, more);
  stops.push(() => agent.stop());
  return agent;
}

async function startHost(options: Partial<ScriptedHostOptions> = {}, desk = orderDesk()): Promise<ScriptedHost> {
  const host = new ScriptedHost({ directory: state.directory, onCall: () => succeed(), ...options });
  host.tell(desk);
  await host.start();
  stops.push(() => host.stop());
  return host;
}

interface Snapshot {
  operableWindowIds: string[];
  windows: { id: string }[];
  applications: { id: string; state: string }[];
}

let nextId = 100;
async function read(agent: RawAgent): Promise<Snapshot> {
  const answer = await agent.request(nextId++, 'resources/read', { uri: 'app://windows' });
  return JSON.parse(resourceText(answer)) as Snapshot;
}

/** Reads on every `updated` until the snapshot fits, as a good client does. */
async function readUntil(agent: RawAgent, fits: (snapshot: Snapshot) => boolean): Promise<Snapshot> {
  for (;;) {
    const seen = agent.lines.length;
    const snapshot = await read(agent);
    if (fits(snapshot)) return snapshot;
    await agent.line((line) => agent.lines.indexOf(line) >= seen && line.method === 'notifications/resources/updated');
  }
}

const submit = { name: `${EDITOR}__submit`, arguments: {} };

describe('without a browser', () => {
  test('a valid empty snapshot, the helpers, and refusals that say what to do', async () => {
    const agent = startAgent();
    await agent.initialize();
    expect(await read(agent)).toEqual({ operableWindowIds: [], windows: [], applications: [] });
    expect(toolNames(await agent.request(1, 'tools/list'))).toEqual([
      'app__read_windows',
      'app__call',
      'app__wait_for_change',
      'app__call_status',
    ]);
    expect(structured(await agent.request(2, 'tools/call', submit))).toMatchObject({
      code: 'window_not_found',
      reason: 'not_connected',
      outcome: 'not_executed',
      callId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const reading = await agent.request(3, 'tools/call', { name: 'app__read_windows', arguments: {} });
    expect(structured(reading)).toMatchObject({
      links: [
        { hop: 'agent', up: true },
        { hop: 'host', up: false, fix: expect.stringContaining('browser') },
        { hop: 'extension', up: false },
        { hop: 'page', up: false },
      ],
    });
  });

  test('a browser that starts later is announced and served', async () => {
    const agent = startAgent();
    await agent.initialize();
    await agent.request(1, 'resources/subscribe', { uri: 'app://windows' });
    await read(agent);
    await startHost();
    await agent.line(({ method }) => method === 'notifications/tools/list_changed');
    const snapshot = await readUntil(agent, ({ windows }) => windows.length === 2);
    expect(snapshot.applications).toMatchObject([{ state: 'live' }]);
    expect(structured(await agent.request(2, 'tools/call', submit))).toEqual({ openedWindowIds: [] });
  });
});

test('initialize and ping open nothing; a host that is opened hears program and token, then the client’s name', async () => {
  const host = await startHost();
  const agent = startAgent({ MCP_GUI_BRIDGE_AGENT: 'claude-code', MCP_GUI_BRIDGE_TOKEN: 'secret-token' });
  await agent.initialize();
  await agent.request(1, 'ping');
  expect(host.received).toEqual([]);
  await agent.request(2, 'tools/list');
  expect(await host.heard('hello')).toMatchObject({ role: 'agent', program: 'claude-code', token: 'secret-token' });
  expect((await host.heard('agent')).agent).toEqual({ name: 'raw', version: '1' });
});

describe('a host that dies', () => {
  test('its windows are reconnecting, then gone, then back with the next host; the process goes on', async () => {
    const host = await startHost();
    const agent = startAgent();
    await agent.initialize();
    await agent.attached();
    await agent.request(1, 'resources/subscribe', { uri: 'app://windows' });
    await host.stop();
    const lost = await readUntil(agent, ({ operableWindowIds }) => operableWindowIds.length === 0);
    expect(lost.applications).toMatchObject([{ state: 'reconnecting' }]);
    expect(lost.windows).toHaveLength(2);
    await readUntil(agent, ({ windows }) => windows.length === 0);
    expect(structured(await agent.request(2, 'tools/call', submit))).toMatchObject({
      code: 'action_not_available',
      reason: 'not_connected',
      outcome: 'not_executed',
    });
    await startHost({ generation: 2 });
    await readUntil(agent, ({ operableWindowIds }) => operableWindowIds.length === 2);
    expect(structured(await agent.request(3, 'tools/call', submit))).toEqual({ openedWindowIds: [] });
  });

  test('a call made while it is reconnecting waits for it', async () => {
    const host = await startHost();
    const agent = startAgent();
    await agent.initialize();
    await agent.attached();
    await agent.request(1, 'resources/subscribe', { uri: 'app://windows' });
    await host.stop();
    await readUntil(agent, ({ operableWindowIds }) => operableWindowIds.length === 0);
    agent.write({ id: 2, method: 'tools/call', params: submit });
    await startHost({ generation: 2 });
    expect(structured(await agent.line(({ id }) => id === 2))).toEqual({ openedWindowIds: [] });
  });

  test.each([
    ['executed', succeed({ message: 'Submitted' }), { message: 'Submitted' }],
    ['not seen', 'unseen', { code: 'action_not_available', outcome: 'not_executed', reason: 'not_connected' }],
  ] as const)('an outstanding call is never sent again; the page’s journal says: %s', async (_, word, expected) => {
    const host = await startHost({ onCall: () => undefined });
    const agent = startAgent();
    await agent.initialize();
    await agent.attached();
    agent.write({ id: 2, method: 'tools/call', params: submit });
    const { call } = await host.heard('call');
    const next = await startHost({ generation: 2, onRecall: () => word });
    await host.stop();
    expect(structured(await agent.line(({ id }) => id === 2))).toMatchObject(expected);
    expect((await next.heard('recall')).callId).toBe(call.callId);
    expect(next.received.some(({ type }) => type === 'call')).toBe(false);
  });

  test('an outstanding call whose page does not come back is unknown', async () => {
    const host = await startHost({ onCall: () => undefined });
    const agent = startAgent();
    await agent.initialize();
    await agent.attached();
    agent.write({ id: 2, method: 'tools/call', params: submit });
    await host.heard('call');
    await host.stop();
    expect(structured(await agent.line(({ id }) => id === 2))).toMatchObject({
      code: 'action_timeout',
      outcome: 'unknown',
      reason: 'link_lost',
    });
  });
});

test('two browsers are merged; each call goes to its own', async () => {
  const other = JSON.parse(
    JSON.stringify(orderDesk())
      .replaceAll('aorders2345', 'astock23456')
      .replaceAll('weditor2345', 'wstock23456')
      .replaceAll('wreport2345', 'wlist234567'),
  ) as ReturnType<typeof orderDesk>;
  const first = await startHost();
  const second = await startHost({ profileId: 'profile-two', onCall: () => succeed({ message: 'second' }) }, other);
  const agent = startAgent();
  await agent.initialize();
  await agent.request(2, 'resources/subscribe', { uri: 'app://windows' });
  const merged = await readUntil(agent, ({ windows }) => windows.length === 4);
  expect(merged.windows.map(({ id }) => id)).toEqual([EDITOR, 'wreport2345', 'wstock23456', 'wlist234567']);
  const answer = await agent.request(1, 'tools/call', { name: 'wstock23456__submit', arguments: {} });
  expect(structured(answer)).toMatchObject({ message: 'second' });
  expect(first.received.some(({ type }) => type === 'call')).toBe(false);
  await second.heard('call');
});

test('--origin limits what there is', async () => {
  await startHost();
  const agent = startAgent({ MCP_TEST_ORIGINS: 'https://other.example/start' });
  await agent.initialize();
  expect((await read(agent)).windows).toEqual([]);
  expect(structured(await agent.request(1, 'tools/call', submit))).toMatchObject({ code: 'window_not_found' });
});

describe('the end', () => {
  test('at the end of stdin the process exits, connected or not', async () => {
    const host = await startHost();
    const agent = startAgent();
    await agent.initialize();
    await read(agent);
    await host.heard('agent');
    const exited = once(agent.child, 'exit');
    const ended = performance.now();
    agent.child.stdin.end();
    expect(await exited).toEqual([0, null]);
    expect(performance.now() - ended).toBeLessThan(2_000);
  });

  test('stdout carries JSON-RPC alone, whatever the process has to complain about', async () => {
    await startHost();
    const agent = startAgent({ NODE_OPTIONS: '--trace-warnings --trace-deprecation', DEBUG: '*' });
    agent.child.stdin.write('this is not JSON\n');
    await agent.initialize();
    await read(agent);
    await agent.request(1, 'tools/call', submit);
    const exited = once(agent.child, 'exit');
    agent.child.stdin.end();
    await exited;
    expect(agent.raw.length).toBeGreaterThan(2);
    for (const line of agent.raw) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
  });
});
