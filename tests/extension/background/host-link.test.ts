import { LIMITS, WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { afterClose, hostProblem, type LinkStatus, meetHost } from '../../../extension/src/background/link-policy.ts';
import { connected, declaring, large } from '../declared-samples.ts';
import { FakeBrowser, type FakePort, settled } from '../fake-browser.ts';
import {
  attachMessage,
  attachPage,
  HOST_HELLO as hello,
  host,
  hostSays,
  openPopup,
  openPopupAsking,
  say,
  shown,
  startAllowed,
  startWorker,
  tell,
  toldHost,
} from '../running-extension.ts';

const hostHopOf = (popup: FakePort) => shown(popup).hops.find((seen) => seen.hop === 'host');
const hostHop = async (browser: FakeBrowser) => hostHopOf(await openPopup(browser));

describe('what follows from a closed native port', () => {
  const connecting = (failures: number): LinkStatus => ({ phase: 'connecting', failures });
  const up: LinkStatus = { phase: 'up', failures: 3, since: 1, version: '1', life: 'answered' };

  test.each([
    ['first failure', connecting(0), 0, 'missing', 'waiting', 500],
    ['second', connecting(1), 0, 'missing', 'waiting', 1_000],
    ['fourth', connecting(3), 0, 'missing', 'waiting', 4_000],
    ['fifth', connecting(4), 0, 'missing', 'stopped', undefined],
    ['a host that died young', up, 4_999, 'exited', 'waiting', 4_000],
    ['a host that lived long', up, 5_000, 'exited', 'waiting', 500],
    ['a wrong version', connecting(0), 0, 'version', 'stopped', undefined],
    ['another installation', connecting(0), 0, 'changed', 'stopped', undefined],
  ] as const)('%s', (_, status, livedMs, problem, phase, retryInMs) => {
    const next = afterClose(status, livedMs, { problem, detail: '', since: 7 });
    expect([next.status.phase, next.retryInMs]).toEqual([phase, retryInMs]);
    expect(next.status).toMatchObject({ since: 7 });
  });

  test.each([
    ['Specified native messaging host not found.', 'missing'],
    ['Access to the specified native messaging host is forbidden.', 'forbidden'],
    ['Access to the native messaging host was disabled by the system administrator.', 'policy'],
    ['Native host has exited.', 'exited'],
    ['Error when communicating with the native messaging host.', 'protocol'],
    ['Failed to start native messaging host.', 'unknown'],
    [undefined, 'exited'],
  ])('%s means %s', (message, problem) => {
    expect(hostProblem(message)).toBe(problem);
  });
});

test.each([
  [null, 'a', 'first'],
  ['a', 'a', 'known'],
  ['a', 'b', 'changed'],
] as const)('who trusts %s and meets %s meets a host that is %s', (trusted, said, meeting) => {
  expect(meetHost(trusted, said)).toBe(meeting);
});

describe('the link', () => {
  test('begins with hello; state follows when the host has said its own', async () => {
    const browser = new FakeBrowser();
    browser.permissions = ['https://shop.example/*'];
    browser.local.values.set('grants', ['https://shop.example']);
    await startWorker(browser);
    await attachPage(browser, 'd1');
    expect(toldHost(browser)).toMatchObject([
      { type: 'hello', wire: WIRE_VERSION, expected: [], extension: { browser: 'Testium 1', generation: 1 } },
    ]);
    await hostSays(browser, hello);
    expect(toldHost(browser)).toMatchObject([
      { type: 'hello' },
      { type: 'access', rules: { others: { sites: null, readOnly: false }, agents: {} } },
      { event: { type: 'attached' } },
    ]);
  });

  test('comes back after the host died, with everything told anew', async () => {
    const browser = await startAllowed();
    await attachPage(browser, 'd1');
    browser.lastError = { message: 'Native host has exited.' };
    host(browser).leave();
    expect(await hostHop(browser)).toMatchObject({ health: 'down', words: 'host_exited', fix: 'host_exited_fix' });
    browser.clock.pass(500);
    await hostSays(browser, hello);
    expect(browser.natives).toHaveLength(2);
    expect(toldHost(browser)).toMatchObject([
      { type: 'hello' },
      { type: 'access', rules: { others: { sites: null, readOnly: false }, agents: {} } },
      { event: { type: 'attached' } },
    ]);
    expect(await hostHop(browser)).toMatchObject({ health: 'up', value: '0.1.0' });
  });

  test('stops after five fast failures, across workers too, until a person acts', async () => {
    const browser = new FakeBrowser();
    browser.lastError = { message: 'Specified native messaging host not found.' };
    await startWorker(browser);
    for (let failure = 0; failure < 5; failure++) {
      host(browser).leave();
      browser.clock.pass(60_000);
    }
    expect(browser.natives).toHaveLength(5);
    await settled();
    await startWorker(browser);
    expect(browser.natives).toHaveLength(5);
    browser.onFocusChanged.fire(-1);
    await settled();
    expect(browser.natives).toHaveLength(5);
    browser.onFocusChanged.fire(1);
    await settled();
    expect(browser.natives).toHaveLength(6);
    host(browser).leave();
    browser.clock.pass(60_000);
    expect(browser.natives).toHaveLength(6);
    await tell(await openPopup(browser), { type: 'retry' });
    host(browser).leave();
    browser.clock.pass(500);
    expect(browser.natives.length).toBeGreaterThan(7);
  });

  test('to a host of another version ends with the name of the older part', async () => {
    const browser = new FakeBrowser();
    await startWorker(browser);
    await hostSays(browser, { ...hello, wire: WIRE_VERSION - 1 });
    expect(host(browser).isOpen).toBe(false);
    browser.clock.pass(60_000);
    expect(browser.natives).toHaveLength(1);
    const popup = await openPopup(browser);
    await hostSays(browser, { ...hello, wire: WIRE_VERSION - 1 });
    expect(hostHopOf(popup)).toMatchObject({ words: 'host_version', fix: 'host_version_host_fix' });
    await tell(popup, { type: 'retry' });
    await hostSays(browser, { ...hello, wire: WIRE_VERSION + 1 });
    expect(hostHopOf(popup)).toMatchObject({ words: 'host_version', fix: 'host_version_extension_fix' });
  });

  test.each<[string, unknown]>([
    ['a known type with wrong content', { type: 'agents', agents: 'none' }],
    ['no message', 'hello?'],
    ['chunks that do not fit', { chunk: { id: 1, index: 1, count: 2, text: '' } }],
  ])('%s: closes the link and tries again', async (_, frame) => {
    const browser = await startAllowed();
    host(browser).say(frame);
    expect(host(browser).isOpen).toBe(false);
    browser.clock.pass(500);
    expect(browser.natives).toHaveLength(2);
  });

  describe('to a host that stands still, its port open', () => {
    const asks = (browser: FakeBrowser) =>
      toldHost(browser).flatMap((message) => (message.type === 'ping' ? [message.id] : []));

    test('is asked when a person looks, and said to be up only when it answers', async () => {
      const browser = await startAllowed();
      const popup = await openPopupAsking(browser);
      expect(hostHopOf(popup)).toMatchObject({ health: 'checking', words: 'host_up' });
      browser.clock.pass(1_000);
      await settled();
      expect(hostHopOf(popup)).toMatchObject({ health: 'down', words: 'host_silent', fix: 'host_silent_fix' });
      expect(shown(popup).hops.at(-1)).toMatchObject({ hop: 'agents', words: 'agents_unknown' });
      await hostSays(browser, { type: 'pong', id: asks(browser).at(-1) ?? 0 });
      expect(hostHopOf(popup)).toMatchObject({ health: 'up', words: 'host_up' });
    });

    test('the answer to an earlier look says nothing about now', async () => {
      const browser = await startAllowed();
      await openPopupAsking(browser);
      const [earlier = 0] = asks(browser);
      const popup = await openPopupAsking(browser);
      await hostSays(browser, { type: 'pong', id: earlier });
      expect(hostHopOf(popup)).toMatchObject({ health: 'checking' });
      browser.clock.pass(1_000);
      await settled();
      expect(hostHopOf(popup)).toMatchObject({ words: 'host_silent' });
    });

    test('another one is started when the person wants it', async () => {
      const browser = await startAllowed();
      const popup = await openPopupAsking(browser);
      browser.clock.pass(1_000);
      const still = host(browser);
      await tell(popup, { type: 'retry' });
      expect([still.isOpen, browser.natives.length]).toEqual([false, 2]);
      await hostSays(browser, hello);
      expect(hostHopOf(popup)).toMatchObject({ health: 'up' });
    });
  });

  test('ignores what only a later host says', async () => {
    const browser = await startAllowed();
    host(browser).say({ type: 'weather' });
    expect(host(browser).isOpen).toBe(true);
  });

  test('carries in chunks what exceeds a frame, both ways', async () => {
    const browser = await startAllowed();
    const port = await attachPage(browser, 'd1');
    await say(port, { ...attachMessage, declared: declaring(large(1, 200_000)), running: ['ab'.repeat(16)] });
    const result = { text: 'ü'.repeat(500_000) };
    const answer = { ok: true as const, value: { openedWindowIds: [], result } };
    await say(port, { type: 'answer', callId: 'ab'.repeat(16), answer });
    const chunks = host(browser).received.filter(
      (message): message is { chunk: { text: string } } =>
        typeof message === 'object' && message !== null && 'chunk' in message,
    );
    expect(chunks.length).toBeGreaterThan(1);
    for (const chunk of chunks) expect(Buffer.byteLength(JSON.stringify(chunk))).toBeLessThan(LIMITS.frameBytes);
    expect(JSON.parse(chunks.map(({ chunk }) => chunk.text).join(''))).toMatchObject({ type: 'answer', answer });

    const agents = JSON.stringify({ type: 'agents', agents: [connected({ name: 'A' })] });
    for (const [index, text] of [agents.slice(0, 20), agents.slice(20)].entries()) {
      host(browser).say({ chunk: { id: 7, index, count: 2, text } });
    }
    await settled();
    expect(shown(await openPopup(browser)).agents).toMatchObject([{ name: 'A' }]);
  });
});
