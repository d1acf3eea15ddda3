import { type AgentToHost, LIMITS, NAMELESS, WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { FakeConnection } from './fake-connection.ts';
import { agent, attached, call, callId, changed, extension, PROCESS, started, unnamedAgent } from './host-bench.ts';

describe('an agent that has not named itself', () => {
  test('is told nothing, and the person is told of it before it is told of a page', () => {
    const { host, browser } = started();
    host.receive([attached('A')]);
    const silent = unnamedAgent(host);
    host.receive([changed('A', 2)]);
    expect(silent.sent.map(({ type }) => type)).toEqual(['hello']);
    expect(browser.filter(({ type }) => type === 'agents')).toEqual([]);
    let before: unknown[] = [];
    silent.onSend = () => {
      before = browser.filter(({ type }) => type === 'agents');
      silent.onSend = () => {};
    };
    silent.says({ type: 'agent', agent: { name: 'Claude' } });
    expect(silent.sent.map(({ type }) => type)).toEqual(['hello', 'model', 'ready']);
    expect(before).toMatchObject([{ agents: [{ name: 'Claude' }] }]);
  });

  test.each<AgentToHost>([
    { type: 'call', call: call(1), budgetMs: 10_000 },
    { type: 'cancel', callId: callId(1) },
    { type: 'recall', appId: 'A', callId: callId(1), budgetMs: 10_000 },
    { type: 'history', appId: 'A', id: 1, owner: 'f'.repeat(32), asked: [] },
    { type: 'view', appId: 'A', hash: 'a'.repeat(64) },
  ])('may ask for nothing: $type', (message) => {
    const { host, browser } = started();
    host.receive([attached('A')]);
    const silent = unnamedAgent(host);
    const before = browser.length;
    silent.says(message);
    expect(silent.sent.map(({ type }) => type)).toEqual(['hello', 'refused']);
    expect(silent.got('refused')[0]?.message).toContain('must say who it is');
    expect(silent.closed).toBeDefined();
    expect(browser).toHaveLength(before);
  });

  test('takes no place of an agent; of too many that name nobody the oldest has to go', () => {
    const { host } = started();
    const named = unnamedAgent(host);
    const silent = Array.from({ length: LIMITS.agentsPerHost - 1 }, () => unnamedAgent(host));
    named.says({ type: 'agent', agent: { name: 'Claude' } });
    const others = Array.from({ length: LIMITS.agentsPerHost - 1 }, () => agent(host));
    expect(others.flatMap((other) => other.got('ready'))).toHaveLength(LIMITS.agentsPerHost - 1);
    silent.push(unnamedAgent(host), unnamedAgent(host), unnamedAgent(host));
    expect(silent.flatMap(({ closed }, index) => (closed === undefined ? [] : index))).toEqual([0, 1]);
    expect(named.closed).toBeUndefined();
    const late = silent.at(-1);
    late?.says({ type: 'agent', agent: { name: 'late' } });
    expect(late?.got('refused')).toMatchObject([{ message: expect.stringContaining('agents are connected') }]);
  });

  test('is known by its name when its program has none', () => {
    const { host, browser } = started();
    unnamedAgent(host, PROCESS, '').says({ type: 'agent', agent: { name: 'Claude' } });
    expect(browser.at(-1)).toMatchObject({ agents: [{ key: 'program:Claude', program: 'Claude', name: 'Claude' }] });
  });
});

describe('an agent whose first request names nobody', () => {
  const naming = (name: string): AgentToHost => ({ type: 'agent', agent: { name } });

  test.each([
    ['', 'program:Claude', 'Claude'],
    ['mine', 'program:mine', 'mine'],
  ])('is known by the first name that it says, unless its program has one: "%s"', (program, key, shown) => {
    const { host, browser } = started();
    const connection = unnamedAgent(host, PROCESS, program);
    connection.says({ type: 'agent', agent: NAMELESS });
    connection.says(naming('Claude'));
    expect(browser.at(-1)).toMatchObject({ agents: [{ key, program: shown, name: 'Claude' }] });
    connection.says(naming('Other'));
    expect(browser.at(-1)).toMatchObject({ agents: [{ key, program: shown, name: 'Other' }] });
  });

  test('has the limits of that name from then on, after the person was told of it', () => {
    const { host, browser } = started();
    const sites = (...names: string[]) => ({ sites: names.map((name) => `https://${name}.example`), readOnly: false });
    const agents = { 'program:Claude': sites('B') };
    host.receive([{ type: 'access', rules: { others: sites('A'), agents } }, attached('A'), attached('B')]);
    const connection = unnamedAgent(host, PROCESS, '');
    connection.says({ type: 'agent', agent: NAMELESS });
    expect(connection.got('model')).toMatchObject([{ event: { type: 'attached', application: { id: 'A' } } }]);
    connection.onSend = () => expect(browser.at(-1)).toMatchObject({ agents: [{ name: 'Claude' }] });
    connection.says(naming('Claude'));
    expect(connection.got('model').slice(1)).toMatchObject([
      { event: { type: 'detached', appId: 'A', reason: 'revoked' } },
      { event: { type: 'attached', application: { id: 'B' } } },
    ]);
  });
});

describe('an agent', () => {
  test('is greeted, told all there is, and then that this was all', () => {
    const { host } = started();
    host.receive([attached('A'), attached('B')]);
    const connection = agent(host);
    expect(connection.sent.map(({ type }) => type)).toEqual(['hello', 'model', 'model', 'ready']);
    expect(connection.sent[0]).toMatchObject({ wire: WIRE_VERSION, pid: 42, extension });
  });

  test('is told nothing before its own hello', () => {
    const { host } = started();
    host.receive([attached('A')]);
    const connection = new FakeConnection();
    host.connect(connection);
    connection.says({ type: 'call', call: call(1), budgetMs: 10_000 });
    host.receive([changed('A', 2)]);
    expect(connection.sent.map(({ type }) => type)).toEqual(['hello']);
    expect(connection.closed).toBe('hello must come first');
  });

  test('with another wire version is refused with a sentence', () => {
    const { host } = started();
    const connection = new FakeConnection();
    host.connect(connection);
    connection.says({ type: 'hello', wire: 99, role: 'agent', version: '9', process: '1'.repeat(32), program: 'new' });
    expect(connection.got('refused')).toMatchObject([{ message: expect.stringContaining('host is too old') }]);
    expect(connection.closed).toBeDefined();
  });

  test('number 33 is refused; when one leaves there is room again', () => {
    const { host } = started();
    const agents = Array.from({ length: LIMITS.agentsPerHost }, () => agent(host));
    expect(agent(host).got('refused')).toHaveLength(1);
    agents[0]?.close();
    expect(agent(host).got('ready')).toHaveLength(1);
  });

  test('changes that arrive together are told once', () => {
    const { host } = started();
    host.receive([attached('A')]);
    const connection = agent(host);
    host.receive([changed('A', 2), changed('A', 3)]);
    expect(connection.got('model').slice(1)).toMatchObject([{ event: { change: { windows: [{ version: 3 }] } } }]);
  });

  test('that does not read costs nothing and gets the final state when it does', async () => {
    const { host } = started();
    host.receive([attached('A')]);
    const slow = agent(host);
    const quick = agent(host);
    slow.reading = false;
    for (let version = 2; version <= 500; version++) host.receive([changed('A', version)]);
    expect(slow.got('model')).toHaveLength(2);
    expect(quick.got('model')).toHaveLength(500);
    await slow.drain();
    expect(slow.got('model').slice(2)).toMatchObject([{ event: { change: { windows: [{ version: 500 }] } } }]);
  });

  test('is told why a document went while it was not reading', async () => {
    const { host } = started();
    host.receive([attached('A'), attached('B')]);
    const slow = agent(host);
    slow.reading = false;
    host.receive([changed('B', 2)]);
    host.receive([{ type: 'model', event: { type: 'detached', appId: 'A', reason: 'revoked' } }]);
    await slow.drain();
    expect(slow.got('model').at(-1)).toMatchObject({ event: { type: 'detached', appId: 'A', reason: 'revoked' } });
  });
});
