import { WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import { expect, test } from 'vitest';
import { refuseWire } from '../../../native-host/src/host/wire-refusal.ts';

test.each([
  ['extension', WIRE_VERSION - 1, /The extension is too old .*update the browser extension/],
  ['extension', WIRE_VERSION + 1, /The host is too old .*run "mcp-gui-bridge install"/],
  ['agent', WIRE_VERSION - 1, /The agent is too old .*restart the agent/],
  ['agent', WIRE_VERSION + 1, /The host is too old/],
] as const)('%s with wire %i: the older part is named, with the way out', (part, wire, sentence) => {
  expect(refuseWire(part, { wire, version: '9.9.9' })).toMatch(sentence);
});

test('the same wire is fine whatever the release', () => {
  expect(refuseWire('agent', { wire: WIRE_VERSION, version: '0.0.1' })).toBeUndefined();
});
