import { createHash } from 'node:crypto';
import type { ActionView } from '@mcp-gui-bridge/page-sdk/protocol';
import { EXTENSION_ID, RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY } from '@modelcontextprotocol/ext-apps/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { modern, RawAgent, structured, temporaryState } from './agent-process.ts';
import { action, EDITOR, ORDERS, orderDesk, ScriptedHost, succeed } from './scripted-host.ts';

const INVOICE = '<!doctype html><title>Invoice</title>';
const NEW_INVOICE = '<!doctype html><title>New invoice</title>';
const hashOf = (html: string) => createHash('sha256').update(html).digest('hex');
const viewOf = (html: string, more: Partial<ActionView> = {}): ActionView => ({ hash: hashOf(html), ...more });
const CAPABLE = { extensions: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] } } };

interface ToolMeta {
  readonly ui: { readonly resourceUri: string; readonly visibility?: string[] };
  readonly [RESOURCE_URI_META_KEY]: string;
}

/** A legacy or modern agent: how it initialises, and how it writes the parameters of a request. */
const ERAS = {
  legacy: { params: (params: object) => params },
  modern: { params: modern },
} as const;

let state: Awaited<ReturnType<typeof temporaryState>>;
let host: ScriptedHost;
let agent: RawAgent;
let documents: Map<string, string | null>;
let params: (params: object) => object;
let id: number;

const declare = (view: ActionView, visibility?: ('model' | 'app')[]) =>
  host.tell(
    orderDesk([
      action('show_invoice', { view, ...(visibility && { visibility }) }),
      action('page', { visibility: ['app'] }),
      action('submit'),
    ]),
  );

beforeEach(async () => {
  id = 1;
  state = await temporaryState();
  documents = new Map([INVOICE, NEW_INVOICE].map((html) => [hashOf(html), html]));
  host = new ScriptedHost({
    directory: state.directory,
    onCall: () => succeed({ message: 'Here it is', result: { total: 250 } }),
    onView: (hash) => documents.get(hash),
  });
  declare(viewOf(INVOICE));
  await host.start();
  agent = new RawAgent(state.directory);
});

afterEach(async () => {
  await agent.stop();
  await host.stop();
  await state.remove();
});

async function start(era: keyof typeof ERAS, capabilities: object = {}): Promise<void> {
  params = ERAS[era].params;
  if (era === 'legacy') {
    const clientInfo = { name: 'raw', version: '1' };
    await agent.request('init', 'initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
    agent.write({ method: 'notifications/initialized' });
  } else {
    params = (given) => modern({ ...given, _meta: { 'io.modelcontextprotocol/clientCapabilities': capabilities } });
  }
  await agent.attached(params);
}

const ask = (method: string, given: object = {}) => agent.request(id++, method, params(given));

async function metaOf(tool: string): Promise<ToolMeta | undefined> {
  const { result } = await ask('tools/list');
  const tools = result?.['tools'] as { name: string; _meta?: ToolMeta }[];
  return tools.find(({ name }) => name === tool)?._meta;
}

async function invoiceUri(): Promise<string> {
  return (await metaOf(`${EDITOR}__show_invoice`))?.ui.resourceUri ?? '';
}

async function readView(uri: string) {
  const { result, error } = await ask('resources/read', { uri });
  const contents = (result?.['contents'] ?? []) as { uri: string; mimeType: string; text: string; _meta: unknown }[];
  return { error, contents, content: contents[0] };
}

/** Resolves once the page was asked for a document. */
const asked = () => host.heard('view');

describe.each(['legacy', 'modern'] as const)('%s', (era) => {
  test('a tool with a view carries its URI, also where old hosts look, and who may use it', async () => {
    declare(viewOf(INVOICE), ['app', 'model']);
    await start(era);
    const meta = await metaOf(`${EDITOR}__show_invoice`);
    expect(meta?.ui).toEqual({ resourceUri: expect.stringMatching(/^ui:\/\//), visibility: ['app', 'model'] });
    expect(meta?.[RESOURCE_URI_META_KEY]).toBe(meta?.ui.resourceUri);
    expect(meta?.ui.resourceUri).toContain(hashOf(INVOICE).slice(0, 32));
    expect(await metaOf(`${EDITOR}__submit`)).toBeUndefined();
    expect(await metaOf(`${EDITOR}__page`)).toEqual({ ui: { visibility: ['app'] } });
  });

  test('its document is read as the exact type, with its policy on the contents', async () => {
    const policy = {
      csp: { connectDomains: ['https://api.example.com'], frameDomains: ['https://*.example.com'] },
      permissions: { clipboardWrite: {} },
      prefersBorder: true,
      domain: 'view.example.com',
    };
    declare(viewOf(INVOICE, policy));
    await start(era);
    const uri = await invoiceUri();
    const { contents, content } = await readView(uri);
    expect(contents).toHaveLength(1);
    expect(content).toEqual({ uri, mimeType: RESOURCE_MIME_TYPE, text: INVOICE, _meta: { ui: policy } });
  });

  test('views are never listed as resources', async () => {
    await start(era, CAPABLE);
    const { result } = await ask('resources/list');
    expect(result?.['resources']).toEqual([expect.objectContaining({ uri: 'app://windows' })]);
  });

  test('what is listed does not depend on the client’s capability; only that documents are fetched in time does', async () => {
    await start(era);
    const plain = await ask('tools/list');
    expect(host.received.some(({ type }) => type === 'view')).toBe(false);
    await agent.stop();
    agent = new RawAgent(state.directory);
    await start(era, CAPABLE);
    const capable = await ask('tools/list');
    expect(capable.result?.['tools']).toEqual(plain.result?.['tools']);
    expect((await asked()).hash).toBe(hashOf(INVOICE));
  });

  test('app__read_windows has the built-in view', async () => {
    await start(era);
    const meta = await metaOf('app__read_windows');
    expect(meta?.ui.resourceUri).toMatch(/^ui:\/\/mcp-gui-bridge\/windows-[0-9a-f]{32}\.html$/);
    const { content } = await readView(meta?.ui.resourceUri ?? '');
    expect(content).toMatchObject({ mimeType: RESOURCE_MIME_TYPE, text: expect.stringContaining('<!doctype html>') });
  });

  test('a host without views gets the whole answer in text and as structure', async () => {
    await start(era);
    const call = await ask('tools/call', { name: `${EDITOR}__show_invoice`, arguments: {} });
    const answer = { message: 'Here it is', openedWindowIds: [], result: { total: 250 } };
    expect(structured(call)).toEqual(answer);
    expect(call.result?.['content']).toEqual([{ type: 'text', text: expect.any(String) }]);
    const [content] = (call.result?.['content'] ?? []) as { text: string }[];
    expect(JSON.parse(content?.text ?? '')).toEqual(answer);
  });

  test('a tool for the view only can be called by the view through its host, not through app__call', async () => {
    await start(era);
    const name = `${EDITOR}__page`;
    expect(structured(await ask('tools/call', { name, arguments: {} }))).toMatchObject({ message: 'Here it is' });
    const refused = await ask('tools/call', { name: 'app__call', arguments: { tool: name } });
    expect(structured(refused)).toMatchObject({ code: 'action_not_available', reason: 'app_only' });
    const reading = await ask('tools/call', { name: 'app__read_windows', arguments: { includeActions: true } });
    expect(Object.keys((structured(reading) as { actions: object }).actions)).not.toContain(name);
  });

  test('what the model alone may call is described as such, so that a view can leave it out', async () => {
    declare(viewOf(INVOICE), ['model']);
    await start(era);
    const reading = await ask('tools/call', { name: 'app__read_windows', arguments: { includeActions: true } });
    const { actions } = structured(reading) as { actions: Record<string, { visibility?: string[] }> };
    expect(actions[`${EDITOR}__show_invoice`]?.visibility).toEqual(['model']);
    expect(actions[`${EDITOR}__submit`]).not.toHaveProperty('visibility');
  });
});

describe('versions', () => {
  test('a new document or a new policy has a new URI; the same has the same in another window', async () => {
    await start('legacy');
    const first = await invoiceUri();
    declare(viewOf(NEW_INVOICE));
    await expect.poll(invoiceUri).not.toBe(first);
    const second = await invoiceUri();
    declare(viewOf(INVOICE, { csp: { connectDomains: ['https://api.example.com'] } }));
    await expect.poll(invoiceUri).not.toBe(second);
    expect(await invoiceUri()).not.toBe(first);
    declare(viewOf(INVOICE));
    await expect.poll(invoiceUri).toBe(first);
  });

  test('an old URI still answers when its tool has another view, and when its page is gone', async () => {
    await start('legacy', CAPABLE);
    const first = await invoiceUri();
    await readView(first);
    declare(viewOf(NEW_INVOICE));
    await expect.poll(invoiceUri).not.toBe(first);
    expect((await readView(first)).content?.text).toBe(INVOICE);
    host.tell({ type: 'detached', appId: ORDERS, reason: 'closed' });
    await expect.poll(invoiceUri).toBe('');
    expect((await readView(first)).content?.text).toBe(INVOICE);
  });

  test('a document that was never read is fetched from a page of the same site that still has it', async () => {
    await start('legacy');
    const first = await invoiceUri();
    declare(viewOf(NEW_INVOICE));
    await expect.poll(invoiceUri).not.toBe(first);
    expect((await readView(first)).content?.text).toBe(INVOICE);
  });
});

describe('what cannot be shown', () => {
  const refusal = { code: expect.any(Number), message: expect.stringContaining('List the tools again') };

  test('a document that is not the announced one', async () => {
    documents.set(hashOf(INVOICE), NEW_INVOICE);
    await start('legacy');
    expect((await readView(await invoiceUri())).error).toMatchObject(refusal);
  });

  test('a document that the page does not hand over', async () => {
    documents.set(hashOf(INVOICE), null);
    await start('legacy');
    expect((await readView(await invoiceUri())).error).toMatchObject(refusal);
  });

  test('a page whose host goes away while it is asked', async () => {
    documents.clear();
    await start('legacy');
    const reading = readView(await invoiceUri());
    await asked();
    await host.stop();
    expect((await reading).error).toMatchObject(refusal);
  });

  test('a document of a page that was taken from the agent, or of which the agent was sent away', async () => {
    await start('legacy', CAPABLE);
    const uri = await invoiceUri();
    expect((await readView(uri)).content?.text).toBe(INVOICE);
    host.tell({ type: 'detached', appId: ORDERS, reason: 'revoked' });
    await expect.poll(invoiceUri).toBe('');
    expect((await readView(uri)).error).toMatchObject(refusal);
    declare(viewOf(INVOICE));
    await expect.poll(invoiceUri).toBe(uri);
    expect((await readView(uri)).content?.text).toBe(INVOICE);
    host.send({ type: 'refused', message: 'The user has disconnected this agent.', disconnected: true });
    await host.stop();
    await expect.poll(async () => (await readView(uri)).error).toMatchObject(refusal);
  });

  test('a URI that no tool has', async () => {
    await start('legacy');
    expect((await readView('ui://orders.example.com/nothing.html')).error).toMatchObject(refusal);
  });
});
