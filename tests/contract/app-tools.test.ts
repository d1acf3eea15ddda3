import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RawAgent, structured, temporaryState } from './agent-process.ts';
import { action, EDITOR, type OnCall, ORDERS, orderDesk, REPORT, ScriptedHost, succeed } from './scripted-host.ts';

let state: Awaited<ReturnType<typeof temporaryState>>;
let host: ScriptedHost;
let agent: RawAgent;
let onCall: OnCall;
let version: number;
let id: number;

beforeEach(async () => {
  [version, id] = [1, 1];
  onCall = () => succeed();
  state = await temporaryState();
  host = new ScriptedHost({ directory: state.directory, onCall: (call, self) => onCall(call, self) });
  host.tell(orderDesk([action('set_recipient'), action('submit'), action('for_view', { visibility: ['app'] })]));
  await host.start();
  agent = new RawAgent(state.directory);
  await agent.initialize();
  await agent.attached();
});

afterEach(async () => {
  await agent.stop();
  await host.stop();
  await state.remove();
});

const edit = (summary: string) =>
  host.tell({ type: 'changed', appId: ORDERS, change: { windows: [{ id: EDITOR, version: ++version, summary }] } });

const callLine = (name: string, args: object = {}) => agent.request(++id, 'tools/call', { name, arguments: args });
const call = async (name: string, args: object = {}) =>
  structured(await callLine(name, args)) as Record<string, unknown>;
const wrongField = (field: string) => ({ code: 'validation_failed', outcome: 'not_executed', fields: [{ field }] });
const SUBMIT = `${EDITOR}__submit`;

describe('app__read_windows', () => {
  test('the snapshot, a cursor and the state of the links', async () => {
    const reading = await call('app__read_windows');
    expect(reading).toMatchObject({
      result: { operableWindowIds: [EDITOR, REPORT], windows: [{ id: EDITOR }, { id: REPORT }] },
      cursor: expect.stringMatching(/^[0-9a-f]+\.\d+$/),
      links: [
        { hop: 'agent', up: true },
        { hop: 'host', up: true },
        { hop: 'extension', up: true },
        { hop: 'page', up: true },
      ],
    });
    expect(reading).not.toHaveProperty('actions');
  });

  test('some windows, with their actions, but none that are for the application’s own view', async () => {
    const { result, actions } = await call('app__read_windows', {
      windowIds: [EDITOR, 'wnobody'],
      includeActions: true,
    });
    expect(result).toMatchObject({ windows: [{ id: EDITOR }], missing: ['wnobody'] });
    expect(Object.keys(actions as object)).toEqual([`${EDITOR}__set_recipient`, SUBMIT]);
    expect(actions).toMatchObject({
      [SUBMIT]: { title: 'submit · Order Editor · orders.example.com', inputSchema: {} },
    });
  });

  test('a wrong argument is named', async () => {
    expect(await call('app__read_windows', { windowIds: 'all' })).toMatchObject(wrongField('windowIds'));
    expect(await call('app__read_windows', { window: 'all' })).toMatchObject(wrongField('window'));
  });
});

describe('app__call', () => {
  test('the named tool’s answer unchanged, and what changed since the client last knew', async () => {
    await call('app__read_windows');
    edit('by the user');
    onCall = ({ arguments: args, expectedVersion }) => {
      edit('by the agent');
      return succeed({ message: 'Set', result: { args, expectedVersion: expectedVersion ?? null } });
    };
    const answer = await call('app__call', { tool: `${EDITOR}__set_recipient`, arguments: { recipient: 'Ada' } });
    expect(answer).toMatchObject({
      message: 'Set',
      openedWindowIds: [],
      result: { args: { recipient: 'Ada' }, expectedVersion: null },
      changed: {
        windows: [{ id: EDITOR, version: 3, summary: 'by the agent' }],
        closedWindowIds: [],
        actionsChanged: [],
      },
    });
    onCall = () => succeed();
    const { changed } = await call('app__call', { tool: SUBMIT });
    expect(changed).toMatchObject({ operableWindowIds: [EDITOR, REPORT], windows: [] });
  });

  test('everything after the cursor given, or everything when it is of no use', async () => {
    const { cursor } = await call('app__read_windows');
    edit('one');
    await call('app__call', { tool: SUBMIT });
    expect(await call('app__call', { tool: SUBMIT, cursor })).toMatchObject({
      changed: { windows: [{ summary: 'one' }] },
    });
    const { changed } = await call('app__call', { tool: SUBMIT, cursor: 'of another process' });
    expect(changed).toMatchObject({ reset: true, windows: [{ id: EDITOR }, { id: REPORT }] });
  });

  test('an error is an error, with what changed', async () => {
    expect((await callLine('app__call', { tool: SUBMIT, expectedVersion: 9 })).result).toMatchObject({
      isError: true,
      structuredContent: { code: 'stale_state', currentVersion: 1, changed: { cursor: expect.any(String) } },
    });
  });

  test('the version counts wherever it stands, and is not passed on as an argument', async () => {
    await call('app__call', { tool: SUBMIT, arguments: { expectedVersion: 1 } });
    const { call: sent } = await host.heard('call');
    expect(sent).toMatchObject({ expectedVersion: 1, arguments: {} });
    const both = { tool: SUBMIT, arguments: { expectedVersion: 1 }, expectedVersion: 2 };
    expect(await call('app__call', both)).toMatchObject(wrongField('expectedVersion'));
  });

  test('helpers, malformed names and stray arguments are refused, a tool for the view only too', async () => {
    expect(await call('app__call', { tool: 'app__read_windows' })).toMatchObject(wrongField('tool'));
    expect(await call('app__call', { tool: 'no such thing' })).toMatchObject(wrongField('tool'));
    expect(await call('app__call', { tool: SUBMIT, recipient: 'Ada' })).toMatchObject(wrongField('recipient'));
    expect(await call('app__call', { tool: `${EDITOR}__for_view` })).toMatchObject({ reason: 'app_only' });
    expect(host.received.some(({ type }) => type === 'call')).toBe(false);
  });

  test('the same key: one call, one answer; another call under it is refused', async () => {
    let calls = 0;
    onCall = () => succeed({ message: `call ${++calls}` });
    const keyed = { tool: SUBMIT, idempotencyKey: 'order-1' };
    expect(await call('app__call', keyed)).toMatchObject({ message: 'call 1' });
    expect(await call('app__call', keyed)).toMatchObject({ message: 'call 1' });
    expect(await call('app__call', { ...keyed, tool: `${EDITOR}__set_recipient` })).toMatchObject(
      wrongField('idempotencyKey'),
    );
    expect(calls).toBe(1);
  });
});

describe('app__wait_for_change', () => {
  test('answers when something changes, with what changed', async () => {
    await call('app__read_windows');
    const waiting = call('app__wait_for_change');
    await host.heard('agent');
    await agent.request('after', 'ping');
    edit('Ada');
    expect(await waiting).toMatchObject({
      result: { changed: true, windows: [{ id: EDITOR, summary: 'Ada' }], closedWindowIds: [], actionsChanged: [] },
    });
  });

  test('answers at once when something changed after the cursor, or the cursor is unknown', async () => {
    const { cursor } = await call('app__read_windows');
    edit('Ada');
    expect(await call('app__wait_for_change', { cursor })).toMatchObject({
      result: { changed: true, windows: [{ id: EDITOR }] },
    });
  });

  test('an unknown cursor: all there is, and nothing about windows that the client may never have read', async () => {
    const { cursor } = await call('app__read_windows');
    host.tell({ type: 'changed', appId: ORDERS, change: { closed: [REPORT] } });
    expect(await call('app__wait_for_change', { cursor })).toMatchObject({ result: { closedWindowIds: [REPORT] } });
    const { result } = await call('app__wait_for_change', { cursor: 'x.1' });
    expect(result).toMatchObject({
      changed: true,
      reset: true,
      operableWindowIds: [EDITOR],
      windows: [{ id: EDITOR }],
      closedWindowIds: [],
      actionsChanged: [ORDERS, EDITOR],
    });
  });

  test('nothing changed in time', async () => {
    const { cursor } = await call('app__read_windows');
    expect(await call('app__wait_for_change', { cursor, timeoutMs: 0 })).toMatchObject({
      result: { changed: false, cursor, windows: [] },
    });
  });

  test('longer than a client waits only with a progress token', async () => {
    expect(await call('app__wait_for_change', { timeoutMs: LIMITS.answerMs + 1 })).toMatchObject(
      wrongField('timeoutMs'),
    );
    const { cursor } = await call('app__read_windows');
    edit('Ada');
    const patient = await agent.request('patient', 'tools/call', {
      name: 'app__wait_for_change',
      arguments: { cursor, timeoutMs: LIMITS.waitMs },
      _meta: { progressToken: 1 },
    });
    expect(structured(patient)).toMatchObject({ result: { changed: true } });
  });
});

describe('arguments', () => {
  test('256 KiB is accepted, a byte more is not', async () => {
    const sized = (bytes: number) => ({ text: 'x'.repeat(bytes - JSON.stringify({ text: '' }).length) });
    expect(await call(SUBMIT, sized(LIMITS.argumentsBytes))).toEqual({ openedWindowIds: [] });
    expect(await call(SUBMIT, sized(LIMITS.argumentsBytes + 1))).toMatchObject(wrongField('arguments'));
  });

  test('__proto__ is a name like any other and reaches no prototype', async () => {
    agent.child.stdin.write(
      `{"jsonrpc":"2.0","id":"proto","method":"tools/call","params":{"name":"${SUBMIT}","arguments":{"__proto__":{"admin":true},"a":1}}}\n`,
    );
    await agent.line((line) => line.id === 'proto');
    const { call: sent } = await host.heard('call');
    expect(sent.arguments).toMatchObject({ a: 1 });
    expect(Object.getPrototypeOf(sent.arguments)).not.toHaveProperty('admin');
  });
});
