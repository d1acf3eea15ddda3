import { LIMITS, WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { action, declaring, opening } from '../extension/declared-samples.ts';
import { RUNS } from '../fuzz/runs.ts';
import { WiredBridge } from './wired-bridge.ts';

const SITE = 'https://shop.example';

let bridge: WiredBridge;
let reached: { window: string | null; action: string; arguments: object }[];
let ids: Map<string, string>;

beforeEach(async () => {
  reached = [];
  bridge = await WiredBridge.start([SITE]);
  const page = bridge.openRaw(SITE);
  page.onTold = (message) => {
    if (message.type !== 'call') return;
    const { callId, windowId, action: name, arguments: args } = message.call;
    reached.push({ window: windowId, action: name, arguments: args });
    page.say({ type: 'answer', callId, answer: { ok: true, value: { openedWindowIds: [], message: 'done' } } });
  };
  const windows = [
    opening(1, { title: 'Blocked' }),
    opening(2, {
      title: 'Dialog',
      modal: true,
      ownerId: '1',
      actions: [action('submit'), action('off', { available: 'no' })],
    }),
    opening(3, { title: 'Free' }),
  ];
  page.say({ type: 'attach', wire: WIRE_VERSION, sdk: 'x', running: [], declared: declaring(...windows) });
  await bridge.quiet();
  ids = new Map((await bridge.agent.read()).windows.map(({ title, id }) => [title, id]));
});
afterEach(() => bridge.stop());

const deep = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

async function callWithText(args: string) {
  const id = `raw-${args.length}`;
  const params = `{"name":"${ids.get('Free')}__submit","arguments":${args}}`;
  bridge.agent.write(`{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":${params}}\n`);
  return bridge.until(() => bridge.agent.lines.find((line) => line.id === id));
}

describe('an agent that tries what it was not offered', () => {
  test('reaches operable windows and available actions only, whatever it names', async () => {
    const known = [...ids.values()];
    const part = fc.constantFrom(
      ...known,
      ...known.map((id) => id.toUpperCase()),
      'app',
      '1',
      '2',
      '__proto__',
      '*',
      '..',
    );
    const name = fc.constantFrom(
      'submit',
      'off',
      'Submit',
      '__proto__',
      'constructor',
      '',
      '../submit',
      'read_windows',
    );
    const tool = fc.oneof(
      fc
        .tuple(part, name, fc.constantFrom('__', '_', '/', ''))
        .map(([window, action, between]) => window + between + action),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(tool, fc.boolean(), fc.jsonValue(), async (wanted, throughHelper, value) => {
        const args = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
        if (throughHelper)
          await bridge.agent.request('tools/call', { name: 'app__call', arguments: { tool: wanted, arguments: args } });
        else await bridge.agent.request('tools/call', { name: wanted, arguments: args });
        const allowed = [
          ['2', 'submit'],
          ['3', 'submit'],
        ].map(String);
        expect(reached.filter(({ window, action: did }) => !allowed.includes(String([window, did])))).toEqual([]);
        bridge.agent.forget();
      }),
      { ...RUNS, numRuns: Math.ceil(RUNS.numRuns / 4) },
    );
    expect(reached.length).toBeGreaterThan(0);
  }, 60_000);

  test('arguments that are too deep or too large are refused by name and never reach the page', async () => {
    for (const args of [deep(LIMITS.valueDepth + 1), deep(1_000), `{"a":"${'x'.repeat(LIMITS.argumentsBytes)}"}`]) {
      const { result } = await callWithText(args);
      expect(result?.['structuredContent']).toMatchObject({ code: 'validation_failed', outcome: 'not_executed' });
    }
    expect(reached).toEqual([]);
    await callWithText(deep(LIMITS.valueDepth));
    expect(reached).toHaveLength(1);
  });

  test('arguments nested so deep that nobody can walk them end neither server nor host', async () => {
    const answer = await callWithText(deep(20_000));
    expect(answer.error ?? answer.result).toBeDefined();
    expect(reached).toEqual([]);
    expect(bridge.faults).toEqual([]);
    expect(await bridge.agent.call(`${ids.get('Free')}__submit`)).toMatchObject({ message: 'done' });
  });

  test('__proto__ and constructor are names like any other', async () => {
    await callWithText('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"expectedVersion":1}');
    expect(Object.prototype).not.toHaveProperty('polluted');
    expect(reached).toHaveLength(1);
  });

  test('a cancellation with the id of another agent’s request does not stop that request', async () => {
    const other = await bridge.connect();
    const calling = other.call(`${ids.get('Free')}__submit`);
    for (const requestId of ['wired-1', 'wired-2', 'wired-3']) {
      bridge.agent.write(
        `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })}\n`,
      );
    }
    expect(await calling).toMatchObject({ message: 'done' });
    await other.close();
  });

  test.each(['tools/list', 'resources/list', 'resources/read'])(
    'it is announced with the first answer, also if all it does is %s',
    async (method) => {
      const quiet = bridge.newcomer();
      await quiet.initialize('Quiet');
      await bridge.quiet();
      expect(bridge.agentsSeen.map(({ name }) => name)).not.toContain('Quiet');
      const { result } = await quiet.request(method, { uri: 'app://windows' });
      expect(result).toBeDefined();
      await bridge.quiet();
      expect(bridge.agentsSeen.map(({ name }) => name)).toContain('Quiet');
      expect(bridge.browser.toolbar.text).toMatch(/^\+/);
      await quiet.close();
    },
  );

  test('the names it gives itself are cleaned before people see them', async () => {
    const named = await bridge.connect('\u202eevil\u202c\u0000 Claude\u200b\nverified');
    await named.read();
    await bridge.quiet();
    const told = bridge.agentsSeen.map(({ name }) => name);
    expect(told).toContain('evil Claude verified');
    await named.close();
  });
});
