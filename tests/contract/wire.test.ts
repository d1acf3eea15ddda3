import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Line, modern, RawAgent, resourceText, structured, temporaryState, toolNames } from './agent-process.ts';
import { action, EDITOR, type OnCall, ORDERS, orderDesk, ScriptedHost, succeed } from './scripted-host.ts';

let state: Awaited<ReturnType<typeof temporaryState>>;
let host: ScriptedHost;
let agent: RawAgent;
let onCall: OnCall = () => succeed();

beforeEach(async () => {
  state = await temporaryState();
  onCall = () => succeed();
  host = new ScriptedHost({ directory: state.directory, onCall: (call, self) => onCall(call, self) });
  host.tell(orderDesk());
  await host.start();
  agent = new RawAgent(state.directory);
});

afterEach(async () => {
  await agent.stop();
  await host.stop();
  await state.remove();
});

const methods = (lines: readonly Line[]) => lines.map(({ method, id }) => method ?? id);
const edit = (version: number, summary: string) =>
  host.tell({ type: 'changed', appId: ORDERS, change: { windows: [{ id: EDITOR, version, summary }] } });
const openDialog = () =>
  host.tell({
    type: 'changed',
    appId: ORDERS,
    change: {
      windows: [
        {
          id: 'wdialog2345',
          opened: 3,
          title: 'Confirm order',
          modal: true,
          ownerId: EDITOR,
          version: 1,
          blocks: [],
          actions: [action('confirm')],
        },
      ],
    },
  });
const submit = { name: `${EDITOR}__submit`, arguments: {} };

describe('revisions up to 2025-11-25', () => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('%s is spoken', async (version) => {
    const { result } = await agent.initialize(version);
    expect(result).toMatchObject({
      protocolVersion: version,
      capabilities: { resources: { subscribe: true }, tools: { listChanged: true } },
      serverInfo: { name: 'mcp-gui-bridge' },
    });
    const instructions = String(result?.['instructions']);
    expect(instructions).toMatch(/^You are connected to a "multi-window desktop application"/);
    expect(instructions.length).toBeLessThanOrEqual(2_048);
  });

  test('one resource, wrapped as the protocol says; any other is an error', async () => {
    await agent.initialize();
    await agent.attached();
    const { result } = await agent.request(1, 'resources/list');
    expect(result).toMatchObject({ resources: [{ uri: 'app://windows', mimeType: 'application/json' }] });
    const read = await agent.request(2, 'resources/read', { uri: 'app://windows' });
    expect(read.result).toMatchObject({ contents: [{ uri: 'app://windows', mimeType: 'application/json' }] });
    expect(JSON.parse(resourceText(read))).toMatchObject({ operableWindowIds: [EDITOR, 'wreport2345'] });
    const unknown = await agent.request(3, 'resources/read', { uri: 'app://other' });
    expect(unknown.error?.message).toContain('app://windows');
    expect((await agent.request(4, 'resources/subscribe', { uri: 'app://other' })).error?.code).toBe(-32602);
  });

  test('an action that opens a dialog: list_changed, then updated, then the response', async () => {
    await agent.initialize();
    await agent.attached();
    await agent.request(2, 'resources/subscribe', { uri: 'app://windows' });
    onCall = () => {
      // Told at once; what comes within 16 ms of it would wait, were it not for the response.
      edit(2, 'Submitting');
      openDialog();
      return succeed({ openedWindowIds: ['wdialog2345'] });
    };
    const before = agent.lines.length;
    await agent.request(3, 'tools/call', submit);
    expect(methods(agent.lines.slice(before)).slice(-3)).toEqual([
      'notifications/tools/list_changed',
      'notifications/resources/updated',
      3,
    ]);
    const names = toolNames(await agent.request(4, 'tools/list'));
    expect(names).toContain('wdialog2345__confirm');
    expect(names).not.toContain(submit.name);
  });

  test('changed content is told to subscribers only, and no more after unsubscribing', async () => {
    const other = new RawAgent(state.directory);
    try {
      for (const each of [agent, other]) {
        await each.initialize();
        await each.attached();
      }
      await agent.request(2, 'resources/subscribe', { uri: 'app://windows' });
      const before = other.lines.length;
      edit(2, 'Ada');
      await agent.line(({ method }) => method === 'notifications/resources/updated');
      await other.request(3, 'tools/call', { name: 'app__read_windows', arguments: {} });
      expect(methods(other.lines.slice(before))).toEqual([3]);
      await agent.request(4, 'resources/unsubscribe', { uri: 'app://windows' });
      edit(3, 'Grace');
      await agent.request(5, 'tools/call', submit);
      expect(methods(agent.lines).filter((method) => method === 'notifications/resources/updated')).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });

  test('equal content and availability alone: no updated; equal tools: no list_changed', async () => {
    await agent.initialize();
    await agent.attached();
    await agent.request(2, 'resources/subscribe', { uri: 'app://windows' });
    const before = agent.lines.length;
    const actions = [action('set_recipient'), action('submit', { available: 'Recipient cannot be empty' })];
    host.tell({ type: 'changed', appId: ORDERS, change: { windows: [{ id: EDITOR, version: 1, actions }] } });
    await agent.line(
      (line) => agent.lines.indexOf(line) >= before && line.method === 'notifications/tools/list_changed',
    );
    host.tell({
      type: 'changed',
      appId: ORDERS,
      change: { windows: [{ id: EDITOR, version: 1, actions: structuredClone(actions) }] },
    });
    await agent.request(3, 'tools/call', { name: `${EDITOR}__set_recipient`, arguments: {} });
    expect(methods(agent.lines.slice(before))).toEqual(['notifications/tools/list_changed', 3]);
  });

  test('a reused request id is refused while the first request is answered', async () => {
    await agent.initialize();
    await agent.attached();
    onCall = () => undefined;
    agent.write({ id: 5, method: 'tools/call', params: submit });
    const { call } = await host.heard('call');
    agent.write({ id: 5, method: 'tools/list', params: {} });
    expect((await agent.line(({ id }) => id === 5)).error?.code).toBe(-32600);
    host.send({ type: 'settled', callId: call.callId, answer: succeed({ message: 'Submitted' }) });
    const answer = await agent.line(({ id, result }) => id === 5 && result !== undefined);
    expect(structured(answer)).toMatchObject({ message: 'Submitted' });
  });

  test('a cancelled call is stopped at the host and never answered', async () => {
    await agent.initialize();
    await agent.attached();
    onCall = () => undefined;
    agent.write({ id: 6, method: 'tools/call', params: submit });
    const { call } = await host.heard('call');
    agent.write({ method: 'notifications/cancelled', params: { requestId: 6 } });
    expect((await host.heard('cancel')).callId).toBe(call.callId);
    host.send({ type: 'settled', callId: call.callId, answer: succeed() });
    await agent.request(7, 'ping');
    expect(agent.lines.some(({ id }) => id === 6)).toBe(false);
  });

  test('a page’s progress is passed on under the client’s token, and only grows', async () => {
    await agent.initialize();
    await agent.attached();
    onCall = () => undefined;
    agent.write({ id: 8, method: 'tools/call', params: { ...submit, _meta: { progressToken: 'p' } } });
    const { call, budgetMs } = await host.heard('call');
    expect(budgetMs).toBeGreaterThan(50_000);
    for (const done of [1, 1]) {
      host.send({ type: 'progress', progress: { callId: call.callId, done, total: 1, message: 'Uploading' } });
    }
    host.send({ type: 'settled', callId: call.callId, answer: succeed() });
    await agent.line(({ id }) => id === 8);
    const reports = agent.lines.filter(({ method }) => method === 'notifications/progress').map(({ params }) => params);
    expect(reports).toHaveLength(2);
    expect(reports[0]).toEqual({ progressToken: 'p', progress: 1, total: 1, message: 'Uploading' });
    expect(Number(reports[1]?.['progress'])).toBeGreaterThan(1);
  });

  test('without a progress token the host is asked to answer before clients give up', async () => {
    await agent.initialize();
    await agent.attached();
    await agent.request(1, 'tools/call', submit);
    expect((await host.heard('call')).budgetMs).toBeLessThan(50_000);
  });
});

describe('revision 2026-07-28', () => {
  test('discovery says the same, reads and lists are never cached', async () => {
    const { result } = await agent.request(1, 'server/discover', modern());
    expect(result).toMatchObject({ supportedVersions: ['2026-07-28'], resultType: 'complete' });
    expect(String(result?.['instructions'])).toMatch(/^You are connected to a "multi-window desktop application"/);
    for (const [id, method, params] of [
      [2, 'tools/list', {}],
      [3, 'resources/list', {}],
      [4, 'resources/read', { uri: 'app://windows' }],
    ] as const) {
      const answer = await agent.request(id, method, modern(params));
      expect(answer.result, method).toMatchObject({ resultType: 'complete', ttlMs: 0, cacheScope: 'private' });
    }
  });

  test('listening: acknowledged with what can be listened to, stamped, and ended by cancelling', async () => {
    const notifications = { toolsListChanged: true, resourceSubscriptions: ['app://windows', 'file:///etc/passwd'] };
    agent.write({ id: 'listen', method: 'subscriptions/listen', params: modern({ notifications }) });
    const acknowledged = await agent.line(({ method }) => method === 'notifications/subscriptions/acknowledged');
    const stamp = { _meta: { 'io.modelcontextprotocol/subscriptionId': 'listen' } };
    expect(acknowledged.params).toMatchObject({
      ...stamp,
      notifications: { toolsListChanged: true, resourceSubscriptions: ['app://windows'] },
    });
    await agent.attached(modern);
    onCall = () => {
      openDialog();
      return succeed();
    };
    const before = agent.lines.length;
    await agent.request(2, 'tools/call', modern(submit));
    const told = agent.lines.slice(before);
    expect(methods(told)).toEqual(['notifications/tools/list_changed', 'notifications/resources/updated', 2]);
    for (const line of told.slice(0, 2)) expect(line.params).toMatchObject(stamp);
    agent.write({ method: 'notifications/cancelled', params: { requestId: 'listen' } });
    await agent.request('cancelled', 'tools/list', modern());
    edit(2, 'Ada');
    const end = agent.lines.length;
    await agent.request(3, 'tools/call', modern({ name: 'app__read_windows', arguments: {} }));
    expect(methods(agent.lines.slice(end))).toEqual([3]);
  });

  test('nobody listens, nobody is told', async () => {
    await agent.attached(modern);
    const before = agent.lines.length;
    edit(2, 'Ada');
    await agent.request(2, 'tools/call', modern(submit));
    expect(methods(agent.lines.slice(before))).toEqual([2]);
  });

  test('the agent is named by its requests', async () => {
    await agent.attached(modern);
    await agent.request(1, 'tools/call', modern(submit));
    expect((await host.heard('agent')).agent).toEqual({ name: 'raw', version: '1' });
    expect((await host.heard('call')).call.agent).toEqual({ name: 'raw', version: '1' });
  });
});
