import { type ErrorCode, ErrorCode as ErrorCodes, type ToolError } from '@mcp-gui-bridge/page-sdk/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryState, untilAttached } from './agent-process.ts';
import { action, EDITOR, orderDesk, ScriptedHost, succeed } from './scripted-host.ts';
import { CLIENTS } from './sdk-clients.ts';

const amount = { type: 'number', minimum: 0 };
const line = { type: 'object', properties: { amount }, required: ['amount'], additionalProperties: false };

/** Ways in which a page can ask for more than an error has; a 1.x client holds error objects against the schema too. */
const SCHEMAS = {
  required: { type: 'object', properties: { total: amount }, required: ['total'] },
  closed: { type: 'object', properties: { total: amount }, additionalProperties: false },
  both: { type: 'object', properties: { total: amount }, required: ['total'], additionalProperties: false },
  nested: {
    type: 'object',
    properties: { order: { ...line, properties: { amount, lines: { type: 'array', items: line, minItems: 1 } } } },
    required: ['order'],
    additionalProperties: false,
  },
  referenced: {
    type: 'object',
    properties: { total: { $ref: '#/$defs/amount' } },
    required: ['total'],
    additionalProperties: false,
    $defs: { amount },
  },
  'with the names of an error': {
    type: 'object',
    properties: { code: { const: 7 }, message: { type: 'array' } },
    required: ['code', 'message'],
  },
};

const MORE: Partial<Record<ErrorCode, Partial<ToolError>>> = {
  stale_state: { currentVersion: 7 },
  validation_failed: { fields: [{ field: 'lines/0/amount', error: 'Must be greater than 0' }] },
  blocked_by_modal: { blockedBy: { id: 'wdialog2345', title: 'Confirm' } },
  action_timeout: { outcome: 'unknown', reason: 'running' },
};

let state: Awaited<ReturnType<typeof temporaryState>>;
let host: ScriptedHost;
let error: ToolError | undefined;

beforeEach(async () => {
  error = undefined;
  state = await temporaryState();
  host = new ScriptedHost({
    directory: state.directory,
    onCall: () => (error === undefined ? succeed() : { ok: false, error }),
  });
  const actions = Object.values(SCHEMAS).map((schema, index) => action(`act${index}`, { outputSchema: schema }));
  host.tell(orderDesk(actions));
  await host.start();
});

afterEach(async () => {
  await host.stop();
  await state.remove();
});

test.each(Object.entries(CLIENTS))(
  'client %s: every code reaches the agent, whatever the page’s output schema',
  async (_name, open) => {
    const client = await open(state.directory);
    await untilAttached(
      async (tool, args) => (await client.callTool({ name: tool, arguments: { ...args } })).structuredContent,
    );
    // Listing is what makes clients compile the schemas.
    const listed = (await client.listTools()).filter((name) => name.startsWith(EDITOR));
    expect(listed).toHaveLength(Object.keys(SCHEMAS).length);
    for (const [index, what] of Object.keys(SCHEMAS).entries()) {
      for (const code of ErrorCodes.options) {
        error = { code, message: `Refused with ${code}`, outcome: 'not_executed', ...MORE[code] };
        const result = await client.callTool({ name: `${EDITOR}__act${index}`, arguments: {} });
        expect(result, `${code}, ${what}`).toMatchObject({ isError: true, structuredContent: error });
        expect(JSON.stringify(result.content), `${code}, ${what}`).toContain(`Refused with ${code}`);
      }
    }
    await client.close();
  },
);
