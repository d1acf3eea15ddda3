import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallAnswer, LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import { beforeAll, describe, expect, test } from 'vitest';
import { readStatus } from '../../../native-host/src/link/read-status.ts';
import { listDescriptors } from '../../../native-host/src/link/rendezvous.ts';
import { buildEntry } from '../build-entry.ts';
import { temporaryDirectory } from '../link/link-bench.ts';
import { callId } from './host-bench.ts';
import { buildHost, running } from './running-host.ts';
import { ORIGIN, ScriptedBrowser } from './scripted-browser.ts';

let entry = '';
let agentEntry = '';
beforeAll(async () => {
  entry = await buildHost();
  agentEntry = await buildEntry(new URL('agent-entry.ts', import.meta.url));
});

describe('started by the wrong program', () => {
  test.each([
    ['no argument', []],
    ['another extension', ['chrome-extension://bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb/']],
    ['two origins', [ORIGIN, ORIGIN]],
  ])('%s: exits with 78, says why, and has created nothing', async (_what, browserArguments) => {
    const home = join(temporaryDirectory(), 'state');
    const browser = new ScriptedBrowser(entry, home, browserArguments);
    expect(await browser.exit).toBe(78);
    expect(browser.stderr).toMatch(/mcp-gui-bridge install/);
    expect(browser.received).toEqual([]);
    expect(existsSync(home)).toBe(false);
  });
});

describe('the browser goes away', () => {
  test('the host ends with 0 and leaves only its log', async () => {
    const { home, browser } = await running(entry);
    browser.hangUp();
    expect(await browser.exit).toBe(0);
    expect(readdirSync(join(home, 'run'))).toEqual([]);
    expect(readFileSync(join(home, 'log', 'host.log'), 'utf8')).toMatch(/stdin/);
  });

  test('before it said anything', async () => {
    const home = temporaryDirectory();
    const browser = new ScriptedBrowser(entry, home);
    await browser.next('hello');
    browser.hangUp();
    expect(await browser.exit).toBe(0);
    expect(readdirSync(join(home, 'run'))).toEqual([]);
  });

  test('while agents are connected and a call runs: they see the connection close', async () => {
    const { browser, agent } = await running(entry);
    const one = await agent('one');
    one.call(callId(1));
    await browser.next('call');
    const closed = new Promise((resolve) => void one.link.onClose(resolve));
    browser.hangUp();
    await closed;
    expect(await browser.exit).toBe(0);
    expect(one.received.filter(({ type }) => type === 'settled')).toEqual([]);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('by %s', async (signal) => {
    const { home, browser } = await running(entry);
    browser.process.kill(signal);
    expect(await browser.exit).toBe(0);
    expect(readdirSync(join(home, 'run'))).toEqual([]);
  });
});

describe('a host that was killed', () => {
  test('leaves files that the next one removes', async () => {
    const first = await running(entry);
    first.browser.process.kill('SIGKILL');
    await first.browser.exit;
    expect(await listDescriptors(first.home)).toHaveLength(1);
    const second = await running(entry, first.home);
    const status = await readStatus(first.home);
    expect(status.hosts.map(({ pid }) => pid)).toEqual([second.browser.process.pid]);
    expect(await listDescriptors(first.home)).toHaveLength(1);
  });
});

describe('agents', () => {
  test('two of them take turns, and each gets its own answers', async () => {
    const { browser, agent } = await running(entry);
    const [one, two] = [await agent('one'), await agent('two')];
    await Promise.all([one.got('ready'), two.got('ready')]);
    one.call(callId(1));
    await browser.next('call', ({ call }) => call.callId === callId(1));
    two.call(callId(2));
    await two.got('queued');
    const value = (message: string): CallAnswer => ({ ok: true, value: { message, openedWindowIds: [] } });
    browser.send({ type: 'answer', appId: 'A', callId: callId(1), answer: value('first') });
    await browser.next('call', ({ call }) => call.callId === callId(2));
    browser.send({ type: 'answer', appId: 'A', callId: callId(2), answer: value('second') });
    expect(await one.got('settled')).toEqual({ type: 'settled', callId: callId(1), answer: value('first') });
    expect(await two.got('settled')).toEqual({ type: 'settled', callId: callId(2), answer: value('second') });
    const seen = await browser.next('agents', ({ agents }) => agents.length === 2);
    expect(seen.agents.map(({ name }) => name)).toEqual(['one', 'two']);
  });

  test('one that is killed mid-call loses its place, not the others', async () => {
    const { home, browser, agent } = await running(entry);
    const doomed = spawn(process.execPath, [agentEntry, callId(1), callId(2)], { env: { MCP_GUI_BRIDGE_HOME: home } });
    await browser.next('call', ({ call }) => call.callId === callId(1));
    const other = await agent('other');
    await other.got('ready');
    doomed.kill('SIGKILL');
    await browser.next('agents', ({ agents }) => agents.length === 1 && agents[0]?.name === 'other');
    other.call(callId(3));
    browser.send({
      type: 'answer',
      appId: 'A',
      callId: callId(1),
      answer: { ok: true, value: { openedWindowIds: [] } },
    });
    await browser.next('call', ({ call }) => call.callId === callId(3));
    const called = browser.received.flatMap((message) => (message.type === 'call' ? [message.call.callId] : []));
    expect(called).toEqual([callId(1), callId(3)]);
  });
});

describe('large messages', () => {
  test('arrive whole in both directions, in frames that the browser accepts', async () => {
    const { browser, agent } = await running(entry);
    const one = await agent('one');
    const text = '\u0001ä€😀"\\'.repeat(150_000);
    one.call(callId(1), { arguments: { text } });
    const { call } = await browser.next('call');
    expect(call.arguments['text'] === text).toBe(true);
    expect(browser.largestFrame).toBeLessThanOrEqual(LIMITS.frameBytes);
    const answer: CallAnswer = { ok: true, value: { openedWindowIds: [], result: { text } } };
    browser.send({ type: 'answer', appId: 'A', callId: callId(1), answer });
    const settled = await one.got('settled');
    expect(settled.answer.ok && settled.answer.value.result?.['text'] === text).toBe(true);
  });
});
