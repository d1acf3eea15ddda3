import { LATEST_PROTOCOL_VERSION, McpUiInitializeResultSchema } from '@modelcontextprotocol/ext-apps';
import { expect, test } from 'vitest';
import { officialGreeting } from '../../../../native-host/src/mcp/views/windows/host-transport.ts';

const official = {
  protocolVersion: LATEST_PROTOCOL_VERSION,
  hostInfo: { name: 'Chat', version: '1' },
  hostCapabilities: {},
  hostContext: { theme: 'dark' },
};

test('an answer as MCP Apps has it stays as it is', () => {
  expect(officialGreeting(official)).toBe(official);
});

test('the context alone, as the early draft has it, becomes one in which the view may ask for everything', () => {
  const context = { theme: 'dark', viewport: { maxHeight: 300 }, toolInfo: { name: 'app__read_windows' } };
  const greeting = McpUiInitializeResultSchema.parse(officialGreeting(context));
  expect(greeting.hostContext).toEqual({ theme: 'dark', viewport: { maxHeight: 300 } });
  expect(Object.keys(greeting.hostCapabilities).sort()).toEqual([
    'message',
    'openLinks',
    'serverResources',
    'serverTools',
    'updateModelContext',
  ]);
});

test.each([null, undefined, 'hello', [1]])('%j is left for the official class to refuse', (result) => {
  expect(officialGreeting(result)).toBe(result);
});
