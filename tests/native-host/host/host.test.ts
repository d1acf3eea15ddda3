import {
  type ApplicationCondition,
  type CallAnswer,
  type ExtensionToHost,
  type HostStatus,
  LIMITS,
  type ModelEvent,
  WIRE_VERSION,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Host } from '../../../native-host/src/host/host.ts';
import { FakeConnection } from './fake-connection.ts';
import {
  agent,
  attached,
  call,
  callId,
  changed,
  extension,
  idle,
  PROCESS,
  save,
  started,
  times,
  unnamedAgent,
} from './host-bench.ts';

const types = (events: { event: ModelEvent }[]) => events.map(({ event }) => event.type);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const withAsks = (): ExtensionToHost => ({
  type: 'model',
  event: {
    type: 'changed',
    appId: 'A',
    change: { windows: [{ id: 'A-w', version: 1, actions: [{ ...save, asks: true }] }] },
  },
});

describe('a call', () => {
  test('is answered after the state that its answer depends on, also to an agent with a backlog', () => {
    const { host, browser } = started();
    host.receive([attached('A')]);
    const connection = agent(host);
    connection.says({ type: 'call', call: call(1), budgetMs: 10_000 });
    expect(browser.filter(({ type }) => type === 'call')).toHaveLength(1);
    connection.reading = false;
    connection.backlogBytes = 1;
    const answer: CallAnswer = { ok: true, value: { openedWindowIds: [] } };
    host.receive([changed('A', 2), { type: 'answer', appId: 'A', callId: callId(1), answer }]);
    expect(connection.sent.slice(-4).map(({ type }) => type)).toEqual(['queued', 'dispatched', 'model', 'settled']);
  });

  test('that does not end in time makes its document unresponsive for agents and worker, until it ends', () => {
    const { host, browser } = started();
    host.receive([attached('A')]);
    const connection = agent(host);
    connection.says({ type: 'call', call: call(1), budgetMs: 10_000 });
    vi.advanceTimersByTime(1_000 + LIMITS.abortGraceMs);
    expect(browser.filter(({ type }) => type !== 'agents').slice(-2)).toEqual([
      { type: 'abort', appId: 'A', callId: callId(1), reason: 'timeout' },
      { type: 'quarantine', appId: 'A', on: true },
    ]);
    expect(connection.sent.slice(-2)).toMatchObject([
      { type: 'model', event: { type: 'changed', appId: 'A', condition: 'unresponsive' } },
      { type: 'settled', answer: { error: { outcome: 'unknown' } } },
    ]);
    const answer: CallAnswer = { ok: true, value: { openedWindowIds: [] } };
    host.receive([{ type: 'answer', appId: 'A', callId: callId(1), answer }]);
    expect(browser.at(-1)).toEqual({ type: 'quarantine', appId: 'A', on: false });
    expect(connection.sent.at(-1)).toMatchObject({ type: 'model', event: { condition: 'live' } });
  });

  test.each<[string, ExtensionToHost[]]>([
    ['asked about', [withAsks()]],
    ['made', []],
  ])('that is %s bears the name that its agent gave itself, whatever it says', (_, more) => {
    const { host, browser } = started();
    host.receive([attached('A'), ...more]);
    const connection = agent(host, 'Mallory');
    connection.says({ type: 'call', call: { ...call(1), agent: { name: 'Claude', version: '9' } }, budgetMs: 10_000 });
    expect(browser.at(-1)).toMatchObject({
      type: more.length > 0 ? 'consent' : 'call',
      call: { agent: { name: 'Mallory' } },
    });
    expect(JSON.stringify(browser)).not.toContain('Claude');
  });

  test('whose agent is gone runs to its end and disturbs nobody', () => {
    const { host, browser } = started();
    host.receive([attached('A')]);
    const gone = agent(host);
    const other = agent(host);
    gone.says({ type: 'call', call: call(1), budgetMs: 10_000 });
    gone.close();
    other.says({ type: 'call', call: call(2), budgetMs: 10_000 });
    const answer: CallAnswer = { ok: true, value: { openedWindowIds: [] } };
    host.receive([{ type: 'answer', appId: 'A', callId: callId(1), answer }]);
    expect(browser.filter(({ type }) => type === 'call')).toHaveLength(2);
    expect(gone.got('settled')).toEqual([]);
  });
});

test('progress is told to an agent that reads, and left out for one that does not', () => {
  const { host } = started();
  host.receive([attached('A')]);
  const connection = agent(host);
  connection.says({ type: 'call', call: call(1), budgetMs: 10_000 });
  const report = (done: number): ExtensionToHost => ({
    type: 'progress',
    appId: 'A',
    progress: { callId: callId(1), done },
  });
  host.receive([report(1)]);
  connection.reading = false;
  connection.backlogBytes = 1;
  host.receive([report(2), report(3)]);
  expect(connection.got('progress').map(({ progress }) => progress.done)).toEqual([1]);
});

describe('the worker', () => {
  test('is greeted first, and found by agents only after its hello', () => {
    const { browser, described } = started();
    expect(browser[0]).toMatchObject({ type: 'hello', wire: WIRE_VERSION, pid: 42 });
    expect(described).toEqual([extension]);
  });

  test('may say hello once', () => {
    const { host, faults } = started();
    host.receive([{ type: 'hello', wire: WIRE_VERSION, extension, expected: [] }]);
    expect(faults).toEqual(['a second hello']);
  });

  test('must say hello first', () => {
    const faults: string[] = [];
    const host = new Host({ ...idle(), onFault: (problem) => faults.push(problem) });
    host.receive([attached('A')]);
    expect(faults).toEqual(['model came before hello']);
  });

  test('that speaks another wire gets no agents', () => {
    const described = vi.fn(async () => {});
    const host = new Host({ ...idle(), describe: described });
    host.receive([{ type: 'hello', wire: 99, extension, expected: [] }]);
    expect(described).not.toHaveBeenCalled();
    const connection = new FakeConnection();
    host.connect(connection);
    expect(connection.sent).toEqual([]);
    expect(connection.closed).toBeDefined();
  });

  test('a change that does not fit drops its document, and no other, and asks for all of it', () => {
    const { host, faults, browser } = started();
    host.receive([attached('A'), attached('B')]);
    const connection = agent(host);
    host.receive([changed('A', 1), changed('B', 2)]);
    expect(browser.at(-1)).toEqual({ type: 'resync', appId: 'A' });
    expect(types(connection.got('model'))).toEqual(['attached', 'attached', 'detached', 'changed']);
    expect(connection.got('model')[2]).toMatchObject({ event: { appId: 'A', reason: 'protocol_error' } });
    host.receive([changed('A', 2), attached('A')]);
    expect(types(connection.got('model').slice(4))).toEqual(['attached']);
    expect(browser.filter(({ type }) => type === 'resync')).toHaveLength(1);
    expect(faults).toEqual([]);
  });

  test('sees agents that named themselves: at once when they come and go, their calls once a second', () => {
    const { host, browser } = started();
    host.receive([attached('A')]);
    const seen = () => browser.flatMap((message) => (message.type === 'agents' ? [message.agents] : []));
    unnamedAgent(host);
    expect(seen()).toEqual([]);
    const named = agent(host, 'Claude');
    const shown = {
      id: 'agent-1',
      key: 'program:test',
      process: PROCESS,
      name: 'Claude',
      program: 'test',
      since: 1_000,
    };
    expect(seen()).toEqual([[{ ...shown, calls: 0 }]]);
    for (let n = 1; n <= 5; n++) named.says({ type: 'call', call: call(n), budgetMs: 10_000 });
    expect(seen()).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(seen().slice(1)).toEqual([[{ ...shown, calls: 5 }]]);
    named.close();
    expect(seen().at(-1)).toEqual([]);
  });
});

function statusOf(host: Host): HostStatus {
  const connection = new FakeConnection();
  host.connect(connection);
  connection.says({
    type: 'hello',
    wire: WIRE_VERSION,
    role: 'status',
    version: '1',
    process: '1'.repeat(32),
    program: 'status',
  });
  connection.says({ type: 'status' });
  const [{ status } = { status: undefined }] = connection.got('status');
  if (status === undefined) throw new Error('a host must say how it is');
  return status;
}

test('status is answered and the connection closed; it says what is up and how to mend what is not', () => {
  const { host } = started();
  times.wall = 2_000;
  onTestFinished(() => {
    times.wall = 1_000;
  });
  agent(host, 'Claude');
  const connection = new FakeConnection();
  host.connect(connection);
  connection.says({
    type: 'hello',
    wire: WIRE_VERSION,
    role: 'status',
    version: '1',
    process: '1'.repeat(32),
    program: 'status',
  });
  connection.says({ type: 'status' });
  const [{ status } = { status: undefined }] = connection.got('status');
  expect(status).toMatchObject({ pid: 42, browser: 'Chromium', extensionVersion: '0.1.0', applications: [] });
  expect(status?.agents).toEqual([{ name: 'Claude', program: 'test', since: 2_000, calls: 0 }]);
  expect(status?.links.map(({ hop, up, fix }) => [hop, up, fix !== undefined])).toEqual([
    ['page', false, true],
    ['extension', true, false],
    ['host', true, false],
    ['agent', true, false],
  ]);
  expect(status?.links.map(({ since }) => since)).toEqual([1_000, 1_000, 1_000, 2_000]);
  expect(connection.closed).toBe('');
  expect(connection.got('model')).toEqual([]);
});

test.each<[Exclude<ApplicationCondition, 'live' | 'unresponsive' | 'reconnecting'>, RegExp]>([
  ['paused', /let them go on/],
  ['suspended', /open its tab/],
  ['over_limit', /close some of its windows/],
])('status: a page that is %s is no link, and what mends that is said', (condition, fix) => {
  const { host } = started();
  onTestFinished(() => {
    times.wall = 1_000;
  });
  const page = () => statusOf(host).links.find(({ hop }) => hop === 'page');
  host.receive([attached('A')]);
  expect(page()).toEqual({ hop: 'page', up: true, since: 1_000 });
  times.wall = 2_000;
  host.receive([{ type: 'model', event: { type: 'changed', appId: 'A', condition } }]);
  expect(page()).toEqual({ hop: 'page', up: false, since: 2_000, fix: expect.stringMatching(fix) });
  times.wall = 3_000;
  host.receive([attached('B')]);
  expect(page()).toEqual({ hop: 'page', up: true, since: 3_000 });
});

test('status: a page that missed its deadline is no link until it answers', () => {
  const { host } = started();
  const page = () => statusOf(host).links.find(({ hop }) => hop === 'page');
  host.receive([attached('A')]);
  agent(host, 'Claude').says({ type: 'call', call: call(1), budgetMs: 10_000 });
  vi.advanceTimersByTime(1_000 + LIMITS.abortGraceMs);
  expect(page()).toMatchObject({ up: false, fix: expect.stringContaining('reload it') });
  host.receive([
    { type: 'answer', appId: 'A', callId: callId(1), answer: { ok: true, value: { openedWindowIds: [] } } },
  ]);
  expect(page()).toMatchObject({ up: true });
});
