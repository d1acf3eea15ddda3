import { Script } from 'node:vm';
import { LIMITS, WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildContentScript, ContentWorld, FakeDocument } from '../extension/content/content-world.ts';
import { declaring, large, opening } from '../extension/declared-samples.ts';
import { WiredBridge } from './wired-bridge.ts';
import type { RawPage } from './wired-page.ts';

const [GOOD, EVIL] = ['https://good.example', 'https://evil.example'] as const;

describe('the pipe of a page that sends without end', () => {
  let script: Script;
  beforeAll(async () => {
    script = await buildContentScript();
  });

  /** A page's end of a pipe whose worker is there, and a clock that stands still. */
  function pipe() {
    const document = new FakeDocument(EVIL);
    const world = new ContentWorld(document);
    world.window['now'] = 0;
    world.run(new Script('Date.now = () => window.now'));
    world.run(script);
    const hello = () => {
      const sent: string[] = [];
      // Both ends of a port of our own, so that what is posted arrives at once.
      const port = { onmessage: (_event: { data: unknown }) => {}, postMessage: () => {}, close: () => {} };
      const data = { channel: 'mcp-gui-bridge', kind: 'hello', generation: 1 };
      world.message({ data, ports: [port as unknown as MessagePort] });
      return { sent, post: (text: string) => port.onmessage({ data: text }) };
    };
    const pass = (ms: number) => {
      world.window['now'] = Number(world.window['now']) + ms;
      document.runTimers();
    };
    return { world, hello, pass };
  }

  const received = (world: ContentWorld): unknown[] => world.connections.flatMap((port) => port.received);

  test('lets a burst through, then so much a second, in order and without loss', () => {
    const { world, hello, pass } = pipe();
    const { post } = hello();
    const all = Array.from({ length: 5_000 }, (_, n) => `message ${n}`);
    for (const text of all) post(text);
    const burst = received(world).length;
    expect(burst).toBeLessThanOrEqual(1_025);
    pass(1_000);
    const second = received(world).length - burst;
    expect(second).toBeGreaterThan(100);
    expect(second).toBeLessThanOrEqual(257);
    for (let n = 0; n < 100; n++) pass(1_000);
    expect(received(world)).toEqual(all);
  });

  test('waits no longer than it has to with what comes just too early', () => {
    const { world, hello, pass } = pipe();
    const { post } = hello();
    for (let n = 0; n < 1_024; n++) post('x');
    expect(world.document.delays).toEqual([]);
    post('just too early');
    expect(world.document.delays).toEqual([1]);
    pass(1);
    expect(received(world).at(-1)).toBe('just too early');
    post('again');
    expect(world.document.delays).toEqual([3]);
    pass(3);
    expect(received(world).at(-1)).toBe('again');
    expect(world.document.delays).toEqual([]);
  });

  test('lets large messages through, but not many at once', () => {
    const { world, hello, pass } = pipe();
    const { post } = hello();
    for (let n = 0; n < 20; n++) post('x'.repeat(1024 * 1024));
    expect(received(world)).toHaveLength(4);
    pass(1_000);
    pass(1_000);
    expect(received(world)).toHaveLength(6);
  });

  test('passes on what no honest page can send as the error that it is, without its text', () => {
    const { world, hello } = pipe();
    const { post } = hello();
    post('x'.repeat(2 * 1024 * 1024));
    expect(received(world)).toEqual(['']);
  });

  test('connects anew a few times at once, then twice a second; the newest hello wins', () => {
    const { world, hello, pass } = pipe();
    for (let n = 0; n < 200; n++) hello();
    expect(world.connections).toHaveLength(8);
    const last = hello();
    pass(500);
    last.post('from the last');
    expect(world.connections).toHaveLength(9);
    expect(world.connections.at(-1)?.received).toEqual(['from the last']);
  });
});

describe('the worker and all behind it', () => {
  let bridge: WiredBridge;
  afterEach(() => bridge.stop());

  const attach = (page: RawPage, name: string, declared = declaring(opening(1, { title: name }))) =>
    page.say({ type: 'attach', wire: WIRE_VERSION, sdk: 'x', running: [], declared });

  async function both() {
    bridge = await WiredBridge.start([GOOD, EVIL]);
    const good = bridge.openRaw(GOOD);
    good.onTold = (message) => {
      if (message.type !== 'call') return;
      const { callId } = message.call;
      good.say({ type: 'answer', callId, answer: { ok: true, value: { message: 'pong', openedWindowIds: [] } } });
    };
    const evil = bridge.openRaw(EVIL);
    attach(good, 'Good');
    attach(evil, 'Evil');
    await bridge.quiet();
    const { windows } = await bridge.agent.read();
    const window = windows.find(({ title }) => title === 'Good');
    return { evil, ping: () => bridge.agent.call(`${window?.id}__submit`) };
  }

  const FLOODS: Record<string, (evil: RawPage, n: number) => void> = {
    'changes beyond its credits': (evil, n) =>
      evil.say({ type: 'change', change: { windows: [{ id: '1', version: n + 2, title: `v${n}` }] } }),
    'itself anew, again and again': (evil, n) => attach(evil, `Evil ${n}`),
  };

  test.each(Object.entries(FLOODS))('a page that sends %s is disconnected; the other goes on', async (_what, flood) => {
    const { evil, ping } = await both();
    for (let n = 0; n < 500; n++) flood(evil, n);
    await bridge.quiet();
    expect(evil.port.isOpen).toBe(false);
    expect(evil.told.at(-1)).toMatchObject({ type: 'refused' });
    expect(await ping()).toMatchObject({ message: 'pong' });
    expect((await bridge.agent.read()).applications).toHaveLength(1);
  });

  test('to come back at once does not help a page that was disconnected for it', async () => {
    await both();
    let refused = 0;
    for (let n = 0; n < 100; n++) {
      const again = bridge.openRaw(EVIL, 'the same document');
      attach(again, 'Again');
      await bridge.quiet();
      if (!again.port.isOpen) refused += 1;
    }
    expect(refused).toBeGreaterThan(50);
    bridge.browser.clock.pass(60_000);
    const later = bridge.openRaw(EVIL, 'the same document');
    attach(later, 'Later');
    await bridge.quiet();
    expect(later.port.isOpen).toBe(true);
  });

  test('words on calls that nobody made, types that nobody knows and pongs that nobody asked for are dropped', async () => {
    const { evil, ping } = await both();
    const callId = 'f'.repeat(32);
    for (let n = 0; n < 500; n++) {
      evil.say({ type: 'answer', callId, answer: { ok: true, value: { openedWindowIds: ['1'] } } });
      evil.say({ type: 'progress', progress: { callId, done: n } });
      evil.say({ type: 'dance', n });
      evil.say({ type: 'pong', id: n });
    }
    expect(await ping()).toMatchObject({ message: 'pong' });
    expect(bridge.agent.lines.filter(({ method }) => method === 'notifications/progress')).toEqual([]);
    expect(evil.port.isOpen).toBe(true);
  });

  test('pages that together declare more than there is room for are over the limit; those before them are not', async () => {
    const { ping } = await both();
    for (let n = 0; n < 9; n++) {
      attach(bridge.openRaw(EVIL), `Large ${n}`, declaring(large(1, 200_000), large(2, 200_000)));
    }
    await bridge.quiet();
    const { applications } = await bridge.agent.read();
    expect(applications.filter(({ state }) => state === 'over_limit').length).toBeGreaterThan(0);
    expect(applications.find(({ origin }) => origin === GOOD)).toMatchObject({ state: 'live' });
    expect(await ping()).toMatchObject({ message: 'pong' });
  });

  test('one answer cannot become a larger one behind the worker', async () => {
    const { evil } = await both();
    const { windows } = await bridge.agent.read();
    const window = windows.find(({ title }) => title === 'Evil');
    evil.onTold = (message) => {
      if (message.type !== 'call') return;
      const openedWindowIds = Array(LIMITS.windowsPerDocument).fill('1');
      evil.say({ type: 'answer', callId: message.call.callId, answer: { ok: true, value: { openedWindowIds } } });
    };
    expect(await bridge.agent.call(`${window?.id}__submit`)).toMatchObject({ openedWindowIds: [window?.id] });
    evil.onTold = (message) => {
      if (message.type !== 'call') return;
      const openedWindowIds = Array(100_000).fill('1');
      evil.say({ type: 'answer', callId: message.call.callId, answer: { ok: true, value: { openedWindowIds } } });
    };
    expect(await bridge.agent.call(`${window?.id}__submit`)).toMatchObject({
      outcome: 'unknown',
      reason: 'document_gone',
    });
    expect(bridge.faults).toEqual([]);
  });
});
