import type { AccessRules, AgentAccess, ExtensionToHost, Hints } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { accessOf, agentKey, OPEN } from '../../../native-host/src/host/agent-access.ts';
import { FakeConnection } from './fake-connection.ts';
import { agent, attached, call, changed, PROCESS, save, started, times, unnamedAgent } from './host-bench.ts';

const ALL: AgentAccess = { sites: null, readOnly: false };
const NONE: AgentAccess = { sites: [], readOnly: false };
const READ_ONLY: AgentAccess = { sites: null, readOnly: true };
const rules = (others: AgentAccess, agents: AccessRules['agents'] = {}): ExtensionToHost => ({
  type: 'access',
  rules: { others, agents },
});
const told = (connection: FakeConnection) =>
  connection
    .got('model')
    .map(({ event }) => [event.type, event.type === 'attached' ? event.application.id : event.appId]);

describe('the key of an agent', () => {
  test('is a digest of its token, so that the token itself stays here', () => {
    const key = agentKey({ token: 'secret', program: 'claude' });
    expect(key).toMatch(/^token:[0-9a-f]{32}$/);
    expect(agentKey({ token: 'secret', program: 'another' })).toBe(key);
    expect(agentKey({ token: 'other', program: 'claude' })).not.toBe(key);
  });

  test('is its program when it has no token, and cannot pass for a token', () => {
    expect(agentKey({ program: 'claude' })).toBe('program:claude');
    expect(agentKey({ program: '' })).toBe('program:');
    expect(agentKey({ program: `token:${'0'.repeat(32)}` })).toMatch(/^program:/);
  });

  test('no key reaches what every object has', () => {
    expect(accessOf({ others: NONE, agents: {} }, 'constructor')).toBe(NONE);
    expect(accessOf(OPEN, 'program:x')).toEqual(ALL);
  });
});

describe('an agent', () => {
  test('without access is told nothing, and its calls find nothing', () => {
    const { host, browser } = started();
    host.receive([rules(NONE), attached('A')]);
    const connection = agent(host);
    connection.says({ type: 'call', call: call(1), budgetMs: 10_000 });
    expect(connection.sent.map(({ type }) => type)).toEqual(['hello', 'ready', 'settled']);
    expect(connection.got('settled')[0]?.answer).toMatchObject({ error: { code: 'window_not_found' } });
    expect(browser.filter(({ type }) => type === 'call')).toEqual([]);
  });

  test('is told of what it is given, and that what it loses was taken away', () => {
    const { host } = started();
    host.receive([rules(NONE), attached('A'), attached('B')]);
    const connection = agent(host);
    host.receive([rules({ sites: ['https://A.example'], readOnly: false })]);
    host.receive([changed('B', 2), changed('A', 2)]);
    host.receive([rules({ sites: ['https://B.example'], readOnly: false })]);
    expect(told(connection)).toEqual([
      ['attached', 'A'],
      ['changed', 'A'],
      ['detached', 'A'],
      ['attached', 'B'],
    ]);
    expect(connection.got('model')[2]).toMatchObject({ event: { reason: 'revoked' } });
  });

  test('has the access of its key, whatever others have', () => {
    const { host } = started();
    const key = agentKey({ token: 'mine', program: 'test' });
    host.receive([rules(NONE, { [key]: ALL }), attached('A')]);
    const mine = new FakeConnection();
    host.connect(mine);
    mine.says({
      type: 'hello',
      wire: 1,
      role: 'agent',
      version: '1',
      process: '9'.repeat(32),
      program: 'test',
      token: 'mine',
    });
    mine.says({ type: 'agent', agent: { name: 'Mine' } });
    expect(told(mine)).toEqual([['attached', 'A']]);
    expect(told(agent(host))).toEqual([]);
  });

  test.each([
    ['another name', { program: 'another' }],
    ['a token that nobody issued', { program: 'test', token: 'anything' }],
  ])('that is blocked is a new one under %s, which sees nothing where new ones have to be accepted', (_, as) => {
    const { host } = started();
    const blocked = agentKey({ program: 'test' });
    const comes = () => {
      const connection = new FakeConnection();
      host.connect(connection);
      connection.says({ type: 'hello', wire: 1, role: 'agent', version: '1', process: PROCESS, ...as });
      connection.says({ type: 'agent', agent: { name: 'x' } });
      return connection;
    };
    host.receive([rules(ALL, { [blocked]: NONE }), attached('A')]);
    expect(told(agent(host))).toEqual([]);
    expect(told(comes())).toEqual([['attached', 'A']]);
    host.receive([rules(NONE, { [blocked]: NONE })]);
    expect(told(comes())).toEqual([]);
  });

  test('that lost access while its call ran is told the truth about the call', () => {
    const { host } = started();
    host.receive([attached('A')]);
    const connection = agent(host);
    connection.says({ type: 'call', call: call(1), budgetMs: 10_000 });
    host.receive([rules(NONE)]);
    host.receive([
      { type: 'answer', appId: 'A', callId: call(1).callId, answer: { ok: true, value: { openedWindowIds: [] } } },
    ]);
    expect(connection.got('settled')[0]?.answer).toMatchObject({ ok: true });
  });
});

describe('a read-only agent', () => {
  const actions = (hints: (Hints | undefined)[]) =>
    hints.map((hint, index) => ({ ...save, name: `a${index}`, ...(hint && { hints: hint }) }));
  const offering = (...hints: (Hints | undefined)[]): ExtensionToHost => ({
    type: 'model',
    event: { type: 'changed', appId: 'A', change: { windows: [{ id: 'A-w', version: 1, actions: actions(hints) }] } },
  });

  test.each<[string, Hints | undefined, boolean]>([
    ['nothing', undefined, false],
    ['read-only', { readOnly: true }, true],
    ['not read-only', { readOnly: false }, false],
    ['read-only and destructive', { readOnly: true, destructive: true }, false],
    ['idempotent', { idempotent: true }, false],
  ])('is offered an action that declares %s: %#', (_, hints, offered) => {
    const { host, browser } = started();
    host.receive([rules(READ_ONLY), attached('A'), offering(hints)]);
    const connection = agent(host);
    const [{ event } = { event: undefined }] = connection.got('model');
    expect(event?.type === 'attached' && event.declared.windows?.[0]?.actions).toHaveLength(offered ? 1 : 0);
    connection.says({ type: 'call', call: { ...call(1), action: 'a0' }, budgetMs: 10_000 });
    expect(browser.filter(({ type }) => type === 'call')).toHaveLength(offered ? 1 : 0);
    if (!offered) expect(connection.got('settled')[0]?.answer).toMatchObject({ error: { reason: 'unknown_action' } });
  });

  test('is sent only what changed', () => {
    const { host } = started();
    host.receive([rules(READ_ONLY), attached('A'), attached('B'), offering({ readOnly: true })]);
    const connection = agent(host);
    host.receive([changed('A', 2)]);
    expect(connection.got('model').at(-1)).toEqual({
      type: 'model',
      event: { type: 'changed', appId: 'A', change: { windows: [{ id: 'A-w', version: 2, title: 'Version 2' }] } },
    });
  });
});

describe('an agent that the person disconnects', () => {
  const disconnect: ExtensionToHost = { type: 'disconnect', processes: [PROCESS] };

  test('is told, and the same process is not let in again; another one is', () => {
    const { host, browser } = started();
    host.receive([attached('A')]);
    const connections = [agent(host, 'Claude'), unnamedAgent(host)];
    host.receive([disconnect]);
    for (const connection of [...connections, agent(host)]) {
      expect(connection.got('refused')).toMatchObject([{ message: expect.stringContaining('disconnected') }]);
      expect(connection.closed).toBeDefined();
    }
    expect(browser.at(-1)).toEqual({ type: 'agents', agents: [] });
    expect(told(agent(host, 'Other', '8'.repeat(32)))).toEqual([['attached', 'A']]);
  });

  test('is not let in by the next host either, and is told nothing even if it was there first', () => {
    const { host } = started();
    const early = agent(host, 'Claude');
    host.receive([disconnect, rules(ALL), attached('A')]);
    for (const connection of [early, agent(host, 'Claude')]) {
      expect(connection.got('refused')).toHaveLength(1);
      expect(told(connection)).toEqual([]);
    }
  });
});

test('a worker that asks for a sign of life gets one', () => {
  const { host, browser } = started();
  host.receive([{ type: 'ping', id: 7 }]);
  expect(browser.at(-1)).toEqual({ type: 'pong', id: 7 });
});

test('a person sees of an agent its key and connection, never its token', () => {
  const { host, browser } = started();
  const connection = new FakeConnection();
  host.connect(connection);
  connection.says({
    type: 'hello',
    wire: 1,
    role: 'agent',
    version: '1',
    process: '9'.repeat(32),
    program: 'p',
    token: 'mine',
  });
  connection.says({ type: 'agent', agent: { name: 'Claude', version: '2' } });
  expect(browser.at(-1)).toEqual({
    type: 'agents',
    agents: [
      {
        id: 'agent-1',
        key: agentKey({ token: 'mine', program: 'p' }),
        process: '9'.repeat(32),
        name: 'Claude',
        version: '2',
        program: 'p',
        since: times.wall,
        calls: 0,
      },
    ],
  });
});
