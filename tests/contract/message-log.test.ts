import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RawAgent, temporaryState } from './agent-process.ts';
import { EDITOR, orderDesk, ScriptedHost, succeed } from './scripted-host.ts';

test('MCP_GUI_BRIDGE_LOG=debug: kind and size of every message, and nothing of what they say', async () => {
  const state = await temporaryState();
  const host = new ScriptedHost({ directory: state.directory, onCall: () => succeed({ message: 'hidden answer' }) });
  host.tell(orderDesk());
  await host.start();
  const secrets = { MCP_GUI_BRIDGE_TOKEN: 'hidden token', MCP_GUI_BRIDGE_LOG: 'debug' };
  const agent = new RawAgent(state.directory, secrets);
  try {
    await agent.initialize();
    await agent.attached();
    const params = { name: `${EDITOR}__submit`, arguments: { recipient: 'hidden argument' } };
    await agent.request('call', 'tools/call', params);
    const text = await readFile(join(state.directory, 'log', 'mcp.log'), 'utf8');
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'message');
    for (const [hop, way, kind] of [
      ['client', 'in', 'tools/call'],
      ['host', 'out', 'call'],
      ['host', 'in', 'settled'],
      ['client', 'out', 'result'],
    ]) {
      const found = lines.find((line) => line['hop'] === hop && line['way'] === way && line['kind'] === kind);
      expect(found?.['bytes']).toBeGreaterThan(10);
    }
    expect(text).not.toContain('hidden');
    expect(agent.raw.every((line) => line.startsWith('{"'))).toBe(true);
  } finally {
    await agent.stop();
    await host.stop();
    await state.remove();
  }
});
