import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import { type Dialect, fromView, OFFICIAL, toView } from '../../../../demo-site/console/apps/early-draft.ts';

const request = (method: string, params: Record<string, unknown>, id = 1): JSONRPCMessage => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const EARLY: Dialect = { early: true, initializeId: undefined };
const OFFICIAL_START = { appInfo: { name: 'v', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' };

describe('a view of the official revision', () => {
  test('is passed on as it is, in both directions', () => {
    for (const message of [
      request('ui/initialize', OFFICIAL_START),
      request('tools/call', { name: 't' }),
      request('ui/update-model-context', { content: [] }),
    ]) {
      expect(fromView(OFFICIAL, message)).toEqual({ dialect: OFFICIAL, toHost: [message], toView: [] });
    }
    const teardown = request('ui/resource-teardown', {});
    expect(toView(OFFICIAL, teardown).toView).toEqual([teardown]);
  });

  test('may send one content block, as the text of the specification shows it', () => {
    const block = { type: 'text', text: 'hi' };
    const { toHost } = fromView(OFFICIAL, request('ui/message', { role: 'user', content: block }));
    expect(toHost).toEqual([request('ui/message', { role: 'user', content: [block] })]);
  });
});

describe('a view of the early draft', () => {
  test.each([
    [
      { name: 'Old', version: '2', capabilities: { tools: {} } },
      { name: 'Old', version: '2' },
    ],
    [{ app: { name: 'Old', version: '2' } }, { name: 'Old', version: '2' }],
    [{}, { name: 'unknown', version: 'unknown' }],
  ])('is known by its ui/initialize %j', (params, appInfo) => {
    const { dialect, toHost } = fromView(OFFICIAL, request('ui/initialize', params, 7));
    expect(dialect).toEqual({ early: true, initializeId: 7 });
    expect(toHost).toMatchObject([{ id: 7, params: { appInfo, protocolVersion: '2026-01-26' } }]);
  });

  test('is answered with the context itself, and its host ends the handshake', () => {
    const hostContext = { theme: 'dark', containerDimensions: { maxHeight: 9 }, toolInfo: { tool: { name: 't' } } };
    const answer: JSONRPCMessage = { jsonrpc: '2.0', id: 7, result: { protocolVersion: 'p', hostContext } };
    const { dialect, toHost, toView: sent } = toView({ early: true, initializeId: 7 }, answer);
    expect(dialect).toEqual(EARLY);
    const context = { theme: 'dark', viewport: { maxHeight: 9 }, toolInfo: { name: 't', tool: { name: 't' } } };
    expect(sent).toMatchObject([
      { id: 7, result: { ...context, hostContext: context, protocolVersion: 'p' } },
      { method: 'ui/notifications/initialized' },
    ]);
    expect(toHost).toMatchObject([{ method: 'ui/notifications/initialized' }]);
  });

  test('tells its size by a request, which is answered', () => {
    const { toHost, toView: sent } = fromView(EARLY, request('ui/size-changed', { width: 1, height: 2 }, 3));
    expect(toHost).toMatchObject([{ method: 'ui/notifications/size-changed', params: { width: 1, height: 2 } }]);
    expect(toHost[0]).not.toHaveProperty('id');
    expect(sent).toEqual([{ jsonrpc: '2.0', id: 3, result: {} }]);
  });

  test('sends messages and context in whatever shape', () => {
    const sent = (message: JSONRPCMessage) => fromView(EARLY, message).toHost;
    const content = [{ type: 'text', text: 'hi' }];
    expect(sent(request('ui/message', { text: 'hi' }))).toMatchObject([{ params: { role: 'user', content } }]);
    expect(sent(request('ui/message', { content: 'hi' }))).toMatchObject([{ params: { role: 'user', content } }]);
    expect(sent(request('ui/update-model-context', { cart: 3 }))).toMatchObject([
      { params: { structuredContent: { cart: 3 } } },
    ]);
  });

  test('is told of changes and of its end by the names that it knows', () => {
    const changed: JSONRPCMessage = {
      jsonrpc: '2.0',
      method: 'ui/notifications/host-context-changed',
      params: { containerDimensions: { maxHeight: 5 } },
    };
    expect(toView(EARLY, changed).toView).toMatchObject([{ params: { viewport: { maxHeight: 5 } } }]);
    expect(toView(EARLY, request('ui/resource-teardown', {})).toView).toMatchObject([
      { method: 'ui/notifications/teardown' },
      { method: 'ui/resource-teardown' },
    ]);
    const other: JSONRPCMessage = { jsonrpc: '2.0', id: 9, result: {} };
    expect(toView(EARLY, other).toView).toEqual([other]);
  });
});
