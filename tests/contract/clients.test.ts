import {
  actionNotAvailable,
  type CallAnswer,
  type ToolError,
  validationFailed,
  windowNotFound,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryState, untilAttached } from './agent-process.ts';
import { action, EDITOR, type OnCall, ORDERS, orderDesk, ScriptedHost, succeed } from './scripted-host.ts';
import { type AnyClient, CLIENTS, type ToolResult } from './sdk-clients.ts';

let state: Awaited<ReturnType<typeof temporaryState>>;
let host: ScriptedHost;
let onCall: OnCall;
let client: AnyClient | undefined;

beforeEach(async () => {
  onCall = () => succeed();
  state = await temporaryState();
  host = new ScriptedHost({ directory: state.directory, onCall: (call, self) => onCall(call, self) });
});

afterEach(async () => {
  await client?.close();
  client = undefined;
  await host.stop();
  await state.remove();
});

async function connect(name: string): Promise<AnyClient> {
  const open = CLIENTS[name];
  if (open === undefined) throw new Error(`no client ${name}`);
  const opened = await open(state.directory);
  client = opened;
  await untilAttached(
    async (tool, args) => (await opened.callTool({ name: tool, arguments: { ...args } })).structuredContent,
  );
  return opened;
}

const text = (result: ToolResult): string => {
  const [first] = result.content as { text: string }[];
  return first?.text ?? '';
};

/** An output schema as strict as a page can make it. */
const STRICT = {
  type: 'object',
  properties: { total: { $ref: '#/$defs/amount' } },
  required: ['total'],
  additionalProperties: false,
  $defs: { amount: { type: 'number', minimum: 0 } },
};
const SUBMIT = `${EDITOR}__submit`;
const strictDesk = () => orderDesk([action('submit', { outputSchema: STRICT })]);

const ERRORS: Record<string, ToolError> = {
  stale_state: { code: 'stale_state', message: 'Changed', outcome: 'not_executed', currentVersion: 7 },
  validation_failed: validationFailed([{ field: 'amount', error: 'Must be greater than 0' }]),
  blocked_by_modal: {
    code: 'blocked_by_modal',
    message: 'Blocked',
    outcome: 'not_executed',
    blockedBy: { id: 'wdialog2345', title: 'Confirm' },
  },
  window_not_found: windowNotFound(),
  action_not_available: actionNotAvailable('unavailable', 'Recipient cannot be empty'),
  action_timeout: { code: 'action_timeout', message: 'Unknown', outcome: 'unknown', reason: 'running' },
};

describe.each(Object.keys(CLIENTS))('client %s', (name) => {
  test('instructions arrive, and every error code through a strict output schema', async () => {
    host.tell(strictDesk());
    await host.start();
    const { listTools, callTool, instructions } = await connect(name);
    expect(instructions).toMatch(/^You are connected to a "multi-window desktop application"/);
    expect(await listTools()).toContain(SUBMIT);
    for (const [code, error] of Object.entries(ERRORS)) {
      onCall = () => ({ ok: false, error }) satisfies CallAnswer;
      const result = await callTool({ name: SUBMIT, arguments: {} });
      expect(result.isError, code).toBe(true);
      expect(result.structuredContent, code).toMatchObject({ ...error, callId: expect.any(String) });
      expect(JSON.parse(text(result)), code).toEqual(result.structuredContent);
    }
    onCall = () => succeed({ result: { total: 3 } });
    expect((await callTool({ name: SUBMIT, arguments: {} })).structuredContent).toMatchObject({ result: { total: 3 } });
  });

  test('names that never were valid are results too, never protocol errors', async () => {
    host.tell(orderDesk());
    await host.start();
    const { callTool } = await connect(name);
    for (const wrong of [
      '',
      'click',
      'app__',
      'app__call_nothing',
      'w__',
      '__proto__',
      'x'.repeat(300),
      'ünïcode__x',
    ]) {
      const result = await callTool({ name: wrong, arguments: {} });
      expect(result, wrong).toMatchObject({ isError: true, structuredContent: { outcome: 'not_executed' } });
    }
  });

  test('hostile schemas cost their own action at most, never the list', async () => {
    const circular = { $defs: { a: { properties: { next: { $ref: '#/$defs/a' } } } }, $ref: '#/$defs/a' };
    const schemas: Record<string, never>[] = [
      { type: ['object', 'null'] },
      { properties: null, required: null },
      { properties: { a: true, b: false } },
      { properties: { a: { type: 'nonsense', pattern: '(', minimum: 'x' } } },
      { $ref: 'https://example.com/remote' },
      { properties: { a: { $ref: '#/nowhere' } } },
      { $schema: 'http://json-schema.org/draft-04/schema#', $id: 'urn:x' },
      { anyOf: [{ required: ['a'] }, { required: 'b' }] },
      { properties: { a: { items: [{ type: 'string' }] } } },
      { properties: { a: { enum: [] } }, required: [1] },
      circular,
      { properties: { expectedVersion: { type: 'string' } } },
      { type: 'array' },
      {},
    ] as unknown as Record<string, never>[];
    const actions = schemas.flatMap((schema, index) => [
      action(`in${index}`, { inputSchema: schema }),
      action(`out${index}`, { outputSchema: schema }),
    ]);
    host.tell(orderDesk([...actions, action('fine')]));
    await host.start();
    const { listTools, callTool } = await connect(name);
    const names = await listTools();
    expect(names).toContain(`${EDITOR}__fine`);
    expect(names.filter((tool) => tool.startsWith(`${EDITOR}__out`))).toHaveLength(schemas.length);
    expect(names).not.toContain(`${EDITOR}__in4`);
    for (const index of schemas.keys()) {
      expect((await callTool({ name: `${EDITOR}__out${index}`, arguments: {} })).structuredContent).toEqual({
        openedWindowIds: [],
      });
      expect((await callTool({ name: `${EDITOR}__in${index}`, arguments: {} })).structuredContent).toEqual({
        openedWindowIds: [],
      });
    }
  });

  test('a client that lists once, and sees one channel only, submits an order by app__call', async () => {
    host.tell(orderDesk());
    let confirmed = false;
    onCall = (call, self) => {
      if (call.action === 'confirm') {
        self.tell({ type: 'changed', appId: ORDERS, change: { closed: ['wdialog2345'] } });
        confirmed = true;
        return succeed({ message: 'Order submitted' });
      }
      if (call.action !== 'submit') {
        self.tell({
          type: 'changed',
          appId: ORDERS,
          change: { windows: [{ id: EDITOR, version: 2, summary: 'Ada' }] },
        });
        return succeed();
      }
      const dialog = {
        id: 'wdialog2345',
        opened: 3,
        title: 'Confirm',
        modal: true,
        ownerId: EDITOR,
        version: 1,
        blocks: [],
      };
      self.tell({ type: 'changed', appId: ORDERS, change: { windows: [{ ...dialog, actions: [action('confirm')] }] } });
      return succeed({ message: 'A dialog opened: Confirm', openedWindowIds: [dialog.id] });
    };
    await host.start();
    const { listTools, callTool } = await connect(name);
    expect(await listTools()).toContain('app__call');
    for (const channel of ['content', 'structuredContent'] as const) {
      const call = async (args: Record<string, unknown>) => {
        const result = await callTool({ name: 'app__call', arguments: args });
        return (channel === 'content' ? JSON.parse(text(result)) : result.structuredContent) as {
          code?: string;
          currentVersion?: number;
          openedWindowIds?: string[];
        };
      };
      const stale = await call({ tool: SUBMIT, expectedVersion: 99 });
      expect(stale.code).toBe('stale_state');
      const opened = await call({ tool: SUBMIT, expectedVersion: stale.currentVersion });
      expect(await call({ tool: SUBMIT })).toMatchObject({
        code: 'blocked_by_modal',
        blockedBy: { id: 'wdialog2345' },
      });
      const done = await call({ tool: `${opened.openedWindowIds?.[0]}__confirm` });
      expect(done).toMatchObject({
        message: 'Order submitted',
        changed: { operableWindowIds: [EDITOR, 'wreport2345'] },
      });
      // The page opens its dialogs with new numbers; the next round needs the first state again.
      host.tell(orderDesk());
    }
    expect(confirmed).toBe(true);
  });
});
