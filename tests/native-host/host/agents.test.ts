import { LIMITS, WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { FakeConnection } from './fake-connection.ts';
import { agent, attached, call, changed, extension, started } from './host-bench.ts';

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
    connection.says({ type: 'hello', wire: 99, role: 'agent', version: '9', pid: 1, program: 'new' });
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
