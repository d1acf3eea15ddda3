import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { modern, RawAgent, resourceText, structured, temporaryState, toolNames } from './agent-process.ts';
import { EDITOR, type OnCall, ORDERS, orderDesk, REPORT, ScriptedHost, succeed } from './scripted-host.ts';

let state: Awaited<ReturnType<typeof temporaryState>>;
let host: ScriptedHost;
let agent: RawAgent;
let onCall: OnCall;

beforeEach(async () => {
  state = await temporaryState();
  onCall = () => succeed({ message: 'Done' });
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

const submit = { name: `${EDITOR}__submit`, arguments: {} };
const edit = (version: number) =>
  host.tell({ type: 'changed', appId: ORDERS, change: { windows: [{ id: EDITOR, version, summary: `v${version}` }] } });

describe('revisions with a handshake', () => {
  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('%s is served as a whole', async (version) => {
    await agent.initialize(version);
    await agent.attached();
    await agent.request(1, 'resources/subscribe', { uri: 'app://windows' });
    const snapshot = JSON.parse(resourceText(await agent.request(2, 'resources/read', { uri: 'app://windows' })));
    expect(snapshot).toMatchObject({ operableWindowIds: [EDITOR, REPORT] });
    expect(toolNames(await agent.request(3, 'tools/list'))).toContain(submit.name);
    expect(structured(await agent.request(4, 'tools/call', submit))).toMatchObject({ message: 'Done' });
    edit(2);
    await agent.line(({ method }) => method === 'notifications/resources/updated');
    expect((await agent.request(5, 'ping')).result).toEqual({});
    for (const field of ['resultType', 'ttlMs', 'cacheScope']) expect(agent.raw.join('')).not.toContain(field);
  });

  test('an unknown revision is answered with the newest that has a handshake', async () => {
    const { result } = await agent.initialize('2031-01-01');
    expect(result).toMatchObject({ protocolVersion: '2025-11-25' });
  });
});

describe('revision 2026-07-28', () => {
  const meta = (change: object) => ({ _meta: { ...(modern() as { _meta: object })._meta, ...change } });
  const version = 'io.modelcontextprotocol/protocolVersion';

  test('a request without its version, or with one that is not spoken, is refused and says which are', async () => {
    // Discovery alone is a probe: until a first request has this revision, one without a version is of those before.
    await agent.request(1, 'tools/list', modern());
    const { [version]: _, ...without } = (modern() as { _meta: Record<string, unknown> })._meta;
    expect((await agent.request(2, 'tools/list', { _meta: without })).error).toMatchObject({ code: -32602 });
    const wrong = await agent.request(3, 'tools/list', meta({ [version]: '2031-01-01' }));
    expect(wrong.error).toMatchObject({
      code: -32022,
      data: { supported: expect.arrayContaining(['2026-07-28']), requested: '2031-01-01' },
    });
    expect((await agent.request(4, 'tools/list', modern())).result).toBeDefined();
  });

  test('what the handshake revisions had and this one has not is no method', async () => {
    await agent.request(1, 'server/discover', modern());
    for (const [id, method] of [
      [2, 'resources/subscribe'],
      [3, 'ping'],
    ] as const) {
      expect((await agent.request(id, method, modern({ uri: 'app://windows' }))).error?.code, method).toBe(-32601);
    }
  });

  test('two connections that did different things list the same tools in the same order', async () => {
    const other = new RawAgent(state.directory);
    try {
      await agent.attached(modern);
      await agent.request(1, 'tools/call', modern(submit));
      await other.request(1, 'resources/list', modern());
      await other.attached(modern);
      const [left, right] = await Promise.all(
        [agent, other].map((each) => each.request('list', 'tools/list', modern())),
      );
      expect(left?.result?.['tools']).toEqual(right?.result?.['tools']);
    } finally {
      await other.stop();
    }
  });

  test('a probe leaves no trace: the host hears nothing, and the process ends with its input', async () => {
    await agent.request(1, 'server/discover', modern());
    const ended = new Promise((resolve) => agent.child.once('exit', resolve));
    agent.child.stdin.end();
    expect(await ended).toBe(0);
    expect(host.received).toEqual([]);
  });

  test('progress is passed on under the request’s token, and a cancelled call is stopped and never answered', async () => {
    await agent.attached(modern);
    onCall = () => undefined;
    const params = modern({ ...submit, _meta: { progressToken: 'p' } });
    agent.write({ id: 'slow', method: 'tools/call', params });
    const { call } = await host.heard('call');
    host.send({ type: 'progress', progress: { callId: call.callId, done: 1, total: 2, message: 'half-way' } });
    const progress = await agent.line(({ method }) => method === 'notifications/progress');
    expect(progress.params).toMatchObject({ progressToken: 'p', progress: 1, total: 2, message: 'half-way' });
    agent.write({ method: 'notifications/cancelled', params: { requestId: 'slow' } });
    expect((await host.heard('cancel')).callId).toBe(call.callId);
    host.send({ type: 'settled', callId: call.callId, answer: succeed() });
    await agent.request('after', 'tools/list', modern());
    expect(agent.lines.some(({ id }) => id === 'slow')).toBe(false);
  });
});

test.each([
  ['2025-11-25', (params: object) => params],
  ['2026-07-28', modern],
] as const)('%s: waiting for a change can be cancelled, and is then never answered', async (revision, wrap) => {
  if (revision === '2025-11-25') await agent.initialize(revision);
  await agent.attached(wrap);
  agent.write({ id: 'wait', method: 'tools/call', params: wrap({ name: 'app__wait_for_change', arguments: {} }) });
  await agent.request('between', 'tools/list', wrap({}));
  agent.write({ method: 'notifications/cancelled', params: { requestId: 'wait' } });
  edit(2);
  await agent.request('after', 'tools/call', wrap(submit));
  expect(agent.lines.some(({ id }) => id === 'wait')).toBe(false);
});
