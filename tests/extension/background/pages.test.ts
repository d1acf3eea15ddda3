import { LIMITS, type PageToWorker, WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { action, opening } from '../declared-samples.ts';
import type { FakePort } from '../fake-browser.ts';
import { attachMessage, attachPage, pagePort, say, startAllowed, toldHost, toldPage } from '../running-extension.ts';

/** As text, because a number in JSON may be one that JavaScript has not. */
const patching = (version: string) =>
  `{"type":"change","change":{"windows":[{"id":"1","version":${version},"title":"x"}]}}`;
const closedForGood = { pipe: 'closed' };

describe('a page', () => {
  test('of an allowed site is connected, and the host learns of it', async () => {
    const browser = await startAllowed();
    const port = await attachPage(browser, 'd1');
    expect(toldPage(port)).toEqual([{ type: 'status', status: 'connected' }]);
    expect(toldHost(browser).at(-1)).toMatchObject({
      event: { type: 'attached', application: { origin: 'https://shop.example' }, declared: { name: 'Shop' } },
    });
  });

  test.each<[string, object]>([
    ['a site that is not allowed', { origin: 'https://other.example' }],
    ['another port of an allowed host', { origin: 'https://shop.example:8443' }],
    ['an opaque origin', { origin: 'null' }],
    ['no origin', { origin: undefined }],
    ['a frame, as long as nobody let frames in', { frameId: 3 }],
    ['a document that is still prerendered', { documentLifecycle: 'prerender' }],
    ['a cached document', { documentLifecycle: 'cached' }],
    ['no document id', { documentId: undefined }],
    ['no tab', { tab: undefined }],
    ['another extension', { id: 'somebodyelse' }],
  ])('of %s is sent away for good, and the host learns nothing', async (_, sender) => {
    const browser = await startAllowed();
    const before = toldHost(browser).length;
    const port = await attachPage(browser, 'd1', sender);
    expect(port.isOpen).toBe(false);
    expect(port.received).toEqual([closedForGood]);
    expect(toldHost(browser)).toHaveLength(before);
  });

  test('that goes away is told to the host', async () => {
    const browser = await startAllowed();
    const port = await attachPage(browser, 'd1');
    port.leave();
    await say(port, attachMessage);
    expect(toldHost(browser).at(-1)).toMatchObject({ event: { type: 'detached', reason: 'closed' } });
  });

  test('has one port, the newest; the end of the older one is not the end of the document', async () => {
    const browser = await startAllowed();
    const older = await attachPage(browser, 'd1');
    const newer = await attachPage(browser, 'd1');
    expect(older.isOpen).toBe(false);
    expect(older.received.at(-1)).toEqual(closedForGood);
    older.leave();
    await say(newer, { type: 'change', change: { windows: [opening(2)] } });
    expect(toldHost(browser).flatMap((message) => (message.type === 'model' ? [message.event.type] : []))).toEqual([
      'attached',
      'attached',
      'changed',
    ]);
  });

  test('whose bridge was disposed is gone', async () => {
    const browser = await startAllowed();
    const port = await attachPage(browser, 'd1');
    await say(port, { type: 'detach' });
    expect(toldHost(browser).at(-1)).toMatchObject({ event: { type: 'detached' } });
    expect(port.isOpen).toBe(false);
  });

  test('messages that came before the worker had read its storage wait in order', async () => {
    const browser = await startAllowed();
    const port = browser.connect(pagePort('d1'));
    port.say(JSON.stringify(attachMessage));
    await say(port, { type: 'change', change: { windows: [opening(2)] } });
    expect(toldHost(browser).slice(-2)).toMatchObject([
      { event: { type: 'attached' } },
      { event: { type: 'changed' } },
    ]);
  });
});

describe('a page that breaks the protocol', () => {
  test.each<[string, unknown, string]>([
    ['no text', { type: 'attach' }, 'must be an object with a "type"'],
    ['no JSON', '{', 'must be an object with a "type"'],
    ['far too much', 'x'.repeat(LIMITS.lineBytes + 1), 'must be an object with a "type"'],
    ['a wrong field', JSON.stringify({ type: 'pong', id: 'one' }), 'pong.id: '],
    ['a version that no number holds', patching('9007199254740993'), '.version: '],
    ['a version that is no integer', patching('1.5'), '.version: '],
    ['a version below the first', patching('0'), '.version: '],
    ['an unfitting change', JSON.stringify({ type: 'change', change: { closed: ['9'] } }), 'closed: "9"'],
    [
      'another wire version',
      JSON.stringify({ ...attachMessage, wire: WIRE_VERSION + 1 }),
      'update the browser extension',
    ],
    ['an old wire version', JSON.stringify({ ...attachMessage, wire: WIRE_VERSION - 1 }), 'update the page SDK 0.1.0'],
  ])('%s: is told why and disconnected, and nobody else is', async (_, message, why) => {
    const browser = await startAllowed();
    const good = await attachPage(browser, 'good');
    const bad = await attachPage(browser, 'bad');
    bad.say(message);
    await say(good, { type: 'change', change: { windows: [opening(2)] } });
    expect(toldPage(bad).at(-1)).toMatchObject({ type: 'refused', message: expect.stringContaining(why) });
    expect(bad.received.at(-1)).toEqual(closedForGood);
    expect(good.isOpen).toBe(true);
    expect(toldHost(browser).slice(-2)).toMatchObject([
      { event: { type: 'detached', reason: 'protocol_error' } },
      { event: { type: 'changed' } },
    ]);
  });

  describe('what a page said to the port before, on a new one', () => {
    const late: PageToWorker[] = [
      { type: 'change', change: { windows: [opening(7)], closed: ['6'] } },
      { type: 'answer', callId: 'ab'.repeat(16), answer: { ok: true, value: { openedWindowIds: [] } } },
      { type: 'committed', callId: 'ab'.repeat(16), answer: { ok: true, value: { openedWindowIds: [] } } },
      { type: 'progress', progress: { callId: 'ab'.repeat(16), done: 1 } },
      { type: 'recalled', recalled: { callId: 'ab'.repeat(16), state: 'unseen' } },
      { type: 'history', id: 1, history: { calls: [], complete: true } },
      { type: 'viewed', hash: 'a'.repeat(64), html: null },
      { type: 'pong', id: 1 },
    ];

    test.each(late.map((message) => [message.type, message] as const))(
      '%s: is ignored, whether the worker knew the page or not, until it attaches',
      async (_, message) => {
        for (const isKnown of [false, true]) {
          const browser = await startAllowed();
          if (isKnown) await attachPage(browser, 'd1');
          const port = browser.connect(pagePort('d1'));
          const before = toldHost(browser).length;
          await say(port, message);
          expect([port.isOpen, toldPage(port), toldHost(browser).length]).toEqual([true, [], before]);
          await say(port, attachMessage);
          await say(port, { type: 'change', change: { windows: [opening(2)] } });
          expect(toldHost(browser).at(-1)).toMatchObject({ event: { type: 'changed' } });
        }
      },
    );

    test('but its goodbye is heard', async () => {
      const browser = await startAllowed();
      await attachPage(browser, 'd1');
      await say(browser.connect(pagePort('d1')), { type: 'detach' });
      expect(toldHost(browser).at(-1)).toMatchObject({ event: { type: 'detached', reason: 'closed' } });
    });
  });

  test('types of a later release are ignored', async () => {
    const browser = await startAllowed();
    const port = await attachPage(browser, 'd1');
    port.say(JSON.stringify({ type: 'dance', steps: 3 }));
    await say(port, { type: 'change', change: { windows: [opening(2)] } });
    expect(toldHost(browser).at(-1)).toMatchObject({ event: { type: 'changed' } });
  });

  test('nothing that a page can say harms the worker or another page', async () => {
    const browser = await startAllowed();
    const good = await attachPage(browser, 'good');
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.constantFrom('attach', 'change', 'answer', 'recalled'),
        async (value, type) => {
          const bad = await attachPage(browser, 'bad');
          const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value };
          bad.say(value);
          bad.say(JSON.stringify({ ...fields, type, change: value, declared: value }));
          await say(good, { type: 'pong', id: 1 });
          expect(good.isOpen).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
    await say(good, { type: 'change', change: { windows: [opening(2, { actions: [action('a')] })] } });
    expect(toldHost(browser).at(-1)).toMatchObject({ event: { type: 'changed' } });
  });
});

describe('the rate of changes', () => {
  const title = (version: number) => ({
    type: 'change' as const,
    change: { windows: [{ id: '1', version, title: `v${version}` }] },
  });
  const credits = (port: FakePort) => toldPage(port).filter(({ type }) => type === 'credit').length;

  test('each change is paid back, at most so many a second', async () => {
    const browser = await startAllowed();
    const port = await attachPage(browser, 'd1');
    for (let version = 2; version < 32; version++) await say(port, title(version));
    browser.clock.pass(1_000);
    expect(credits(port)).toBe(LIMITS.statePerSecond);
    browser.clock.pass(10_000);
    expect(credits(port)).toBe(30);
  });

  test('a page that ignores it is disconnected', async () => {
    const browser = await startAllowed();
    const port = await attachPage(browser, 'd1');
    for (let version = 2; port.isOpen && version < 1_000; version++) await say(port, title(version));
    expect(toldPage(port).at(-1)).toMatchObject({ type: 'refused', message: expect.stringContaining('credits') });
  });

  test('a change for an answer costs nothing, and one that only says so does', async () => {
    const browser = await startAllowed();
    const port = await attachPage(browser, 'd1');
    await say(port, { ...attachMessage, running: ['ab'.repeat(16)] });
    await say(port, { ...title(2), solicited: true });
    browser.clock.pass(1_000);
    expect(credits(port)).toBe(0);
    await say(port, { type: 'answer', callId: 'ab'.repeat(16), answer: { ok: true, value: { openedWindowIds: [] } } });
    await say(port, { ...title(3), solicited: true });
    browser.clock.pass(1_000);
    expect(credits(port)).toBe(1);
  });
});
