import { describe, expect, test } from 'vitest';
import {
  DEEDS_TOLD,
  modelContext,
  tellableArguments,
} from '../../../../native-host/src/mcp/views/windows/conversation.ts';
import { formFields } from '../../../../native-host/src/mcp/views/windows/json-schema-form.ts';
import { readAnswer } from '../../../../native-host/src/mcp/views/windows/tool-answers.ts';
import { actionTitle, rowLoader, windowForest } from '../../../../native-host/src/mcp/views/windows/window-forest.ts';
import { type CallTool, WindowsSession } from '../../../../native-host/src/mcp/views/windows/windows-session.ts';

const APP = 'aorders2345';
const EDITOR = 'weditor2345';
const DIALOG = 'wdialog2345';
const window = (id: string, more: object = {}) => ({
  id,
  appId: APP,
  title: id,
  modal: false,
  ownerId: null,
  version: 1,
  blocks: [],
  ...more,
});
const application = { id: APP, name: 'Orders', origin: 'https://o.example', browser: 'B', state: 'live' as const };
const snapshot = (...windows: ReturnType<typeof window>[]) => ({
  operableWindowIds: windows.slice(-1).map(({ id }) => id),
  windows,
  applications: [application],
});
const action = (title: string, more: object = {}) => ({ title: `${title} · Orders`, inputSchema: {}, ...more });

/** A server whose answers the test gives, one after the other, by tool. */
function server() {
  const calls: { name: string; args: Record<string, unknown> }[] = [];
  const waiting: ((structuredContent: unknown) => void)[] = [];
  const callTool: CallTool = (name, args) => {
    calls.push({ name, args });
    return new Promise((resolve) => waiting.push((structuredContent) => resolve({ structuredContent })));
  };
  const answer = async (structuredContent: unknown) => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    waiting.shift()?.(structuredContent);
  };
  return { calls, callTool, answer };
}

const changed = (cursor: string, windows: unknown[], isChanged = true) => ({
  result: { changed: isChanged, cursor, windows },
});

describe('following the windows', () => {
  test('reads what there is, then what changed, always by name', async () => {
    const { calls, callTool, answer } = server();
    const session = new WindowsSession(callTool);
    void session.follow();
    await answer(changed('c.1', [window(EDITOR)]));
    await answer({ result: snapshot(window(EDITOR)), actions: {} });
    await answer({ result: snapshot(window(EDITOR)), actions: { [`app__${APP}_new`]: action('New') } });
    await expect.poll(() => session.state.reading?.result.windows.length).toBe(1);
    await answer(changed('c.2', [window(DIALOG)]));
    await answer({ result: snapshot(window(EDITOR), window(DIALOG)), actions: {} });
    await expect.poll(() => session.state.reading?.result.windows.length).toBe(2);
    session.end();
    expect(calls.slice(0, 5)).toEqual([
      { name: 'app__wait_for_change', args: { cursor: 'start', timeoutMs: 0 } },
      { name: 'app__read_windows', args: { windowIds: [EDITOR], includeActions: true } },
      { name: 'app__read_windows', args: { windowIds: [EDITOR, APP], includeActions: true } },
      { name: 'app__wait_for_change', args: { cursor: 'c.1', timeoutMs: 25_000 } },
      { name: 'app__read_windows', args: { windowIds: [EDITOR, DIALOG, APP], includeActions: true } },
    ]);
  });

  test('waits again when nothing changed', async () => {
    const { calls, callTool, answer } = server();
    const session = new WindowsSession(callTool);
    void session.follow();
    await answer(changed('c.1', []));
    await answer({ result: snapshot(), actions: {} });
    await answer({ result: snapshot(), actions: {} });
    await answer(changed('c.1', [], false));
    await expect.poll(() => calls.filter(({ name }) => name === 'app__wait_for_change').length).toBe(3);
    session.end();
  });

  test('that fails says why, and begins anew when the person wants it', async () => {
    let failing = true;
    const { callTool, answer } = server();
    const session = new WindowsSession((name, args) =>
      failing ? Promise.reject(new Error('not allowed')) : callTool(name, args),
    );
    await session.follow();
    expect(session.state).toMatchObject({ liveness: 'stopped', problem: 'Updates have stopped: not allowed' });
    failing = false;
    void session.follow();
    await answer(changed('c.9', []));
    expect(session.state).toMatchObject({ liveness: 'following', problem: undefined });
    session.end();
  });

  test('without tools what the host gives is shown, and nothing is called', async () => {
    const session = new WindowsSession(undefined);
    session.show({ structuredContent: { result: snapshot(window(EDITOR)) } });
    await session.follow();
    expect(session.state).toMatchObject({ liveness: 'static', reading: { result: { windows: [{ id: EDITOR }] } } });
    await expect(session.run('x', {}, 1)).rejects.toThrow('This chat does not let views call tools.');
  });

  test('a result that is no snapshot is not shown', () => {
    const session = new WindowsSession(undefined);
    session.show({ structuredContent: { code: 'validation_failed' } });
    expect(session.state.reading).toBeUndefined();
  });
});

test('an action runs by app__call, with the version that the person saw and a cursor of the view’s own', async () => {
  const { calls, callTool, answer } = server();
  const session = new WindowsSession(callTool);
  const running = session.run(`${EDITOR}__submit`, { a: 1 }, 7);
  await answer({ message: 'Done it', openedWindowIds: [] });
  expect(await running).toEqual({ ok: true, message: 'Done it', result: undefined });
  const args = { tool: `${EDITOR}__submit`, arguments: { a: 1 }, expectedVersion: 7, cursor: 'start' };
  expect(calls).toEqual([{ name: 'app__call', args }]);
});

describe('answers', () => {
  test('a refusal keeps its fields', () => {
    const structuredContent = {
      code: 'validation_failed',
      message: 'Rejected',
      outcome: 'not_executed',
      fields: [{ field: 'a', error: 'x' }],
      changed: {},
    };
    expect(readAnswer({ isError: true, structuredContent })).toMatchObject({
      ok: false,
      error: { code: 'validation_failed', fields: [{ field: 'a', error: 'x' }] },
    });
  });

  test('an error of the host’s own is one too', () => {
    expect(readAnswer({ isError: true })).toMatchObject({ ok: false, error: { message: expect.any(String) } });
  });
});

describe('the trees', () => {
  const reading = {
    result: {
      ...snapshot(window(EDITOR), window(DIALOG, { modal: true, ownerId: EDITOR, title: 'Sure?' })),
      operableWindowIds: [DIALOG],
    },
    actions: {
      [`${DIALOG}__yes`]: action('Yes'),
      [`app__${APP}_new`]: action('New'),
      [`${DIALOG}__load_rows`]: action('Load', {
        annotations: { readOnlyHint: true },
        inputSchema: { properties: { offset: {}, limit: {} } },
      }),
      [`${DIALOG}__for_the_model`]: action('Model', { visibility: ['model'] }),
    },
  };

  test('have each modal under its owner, and say what blocks what', () => {
    const [tree] = windowForest(reading);
    expect(tree).toMatchObject({
      actions: [{ tool: `app__${APP}_new` }],
      windows: [
        {
          window: { id: EDITOR },
          operable: false,
          blocker: { title: 'Sure?' },
          modals: [{ window: { id: DIALOG }, operable: true, blocker: undefined }],
        },
      ],
    });
    expect(tree?.windows).toHaveLength(1);
  });

  test('actions are called as people call them, none for models alone; the one that loads rows is found', () => {
    const [tree] = windowForest(reading);
    const offered = tree?.windows[0]?.modals[0]?.actions ?? [];
    expect(offered.map(actionTitle)).toEqual(['Yes', 'Load']);
    expect(rowLoader(offered)?.tool).toBe(`${DIALOG}__load_rows`);
    expect(rowLoader(offered.slice(0, 1))).toBeUndefined();
  });
});

test('the model is told of the last deeds, what was refused among them', () => {
  const deed = (n: number) => ({
    action: `Deed ${n}`,
    where: 'Editor',
    tool: 't',
    args: { n },
    answer: { ok: true as const, message: 'Done' },
  });
  const refused = {
    ...deed(99),
    answer: { ok: false as const, error: { code: 'stale_state' as const, message: 'Changed' } },
  };
  const { content, structuredContent } = modelContext([...Array.from({ length: 20 }, (_, n) => deed(n)), refused]);
  expect(structuredContent.done).toHaveLength(DEEDS_TOLD);
  expect(structuredContent.done.at(-1)).toEqual({ tool: 't', arguments: { n: 99 }, ok: false, code: 'stale_state' });
  expect(content[0]?.text).toContain('Deed 99 in Editor: refused (stale_state): Changed');
  expect(content[0]?.text).not.toContain('Deed 10 ');
});

test('the model is not told what the person typed into password fields', () => {
  const secret = { type: 'string', format: 'password' };
  const fields = formFields({
    properties: {
      user: { type: 'string' },
      password: secret,
      again: secret,
      pin: { type: 'string', writeOnly: true },
      payment: { type: 'object', properties: { card: { type: 'string' }, code: secret } },
    },
  });
  const args = {
    user: 'ada',
    password: 'hunter2',
    again: '',
    pin: '4711',
    payment: { card: 'visa', code: '123' },
    more: 1,
  };
  expect(tellableArguments(fields, args)).toEqual({
    user: 'ada',
    password: '••••••••',
    again: '',
    pin: '••••••••',
    payment: { card: 'visa', code: '••••••••' },
    more: 1,
  });
  expect(tellableArguments(fields, { user: 'ada' })).toEqual({ user: 'ada' });
});
