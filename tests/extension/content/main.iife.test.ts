import type { Script } from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FakePort } from '../fake-browser.ts';
import { buildContentScript, ContentWorld, FakeDocument } from './content-world.ts';

const READY = { channel: 'mcp-gui-bridge', kind: 'ready' };
const hello = (generation = 1) => ({ channel: 'mcp-gui-bridge', kind: 'hello', generation });
let script: Script;

beforeAll(async () => {
  script = await buildContentScript();
});

/** The page's end of the pipe: what it was told, as an iterator that waits. */
class Page {
  readonly #port: MessagePort;
  readonly #told: unknown[] = [];
  #wake: (() => void) | undefined;

  constructor(world: ContentWorld, generation = 1, more: object = {}) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    port1.onmessage = ({ data }) => {
      this.#told.push(data);
      this.#wake?.();
    };
    world.message({ data: hello(generation), ports: [port2], ...more });
  }

  async next(): Promise<unknown> {
    if (this.#told.length === 0) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#told.shift();
  }

  say(text: string): void {
    this.#port.postMessage(text);
  }

  close(): void {
    this.#port.close();
  }
}

function start(document = new FakeDocument()): ContentWorld {
  const world = new ContentWorld(document);
  world.run(script);
  return world;
}

const last = (world: ContentWorld): FakePort => {
  const port = world.connections.at(-1);
  if (port === undefined) throw new Error('the content script has not connected');
  return port;
};

/** Waits until the worker's end got as many messages. */
async function arrived(port: FakePort, count: number): Promise<unknown[]> {
  while (port.received.length < count) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  return port.received;
}

describe('meeting the page', () => {
  test('calls out when it starts and connects when the page says hello', async () => {
    const world = start();
    expect(world.document.posted).toEqual([READY]);
    expect(world.connections).toEqual([]);
    const page = new Page(world);
    expect(await page.next()).toEqual({ pipe: 'open' });
    expect(last(world).name).toBe('page');
    page.close();
  });

  test('forwards text both ways, unread, and nothing else', async () => {
    const world = start();
    const page = new Page(world);
    await page.next();
    page.say('not even JSON');
    expect(await arrived(last(world), 1)).toEqual(['not even JSON']);
    last(world).say('{"type":"credit"}');
    expect(await page.next()).toBe('{"type":"credit"}');
    page.close();
  });

  test.each<[string, object]>([
    ['made by a script', { isTrusted: false }],
    ['of a frame', { source: {} }],
    ['of another origin', { origin: 'https://evil.example' }],
    ['of a sandboxed frame', { origin: 'null' }],
    ['without a port', { ports: [] }],
    ['on another channel', { data: { ...hello(), channel: 'other' } }],
    ['of another kind', { data: READY }],
    ['without a generation', { data: { ...hello(), generation: '1' } }],
    ['that is null', { data: null }],
  ])('a hello %s is not one', (_, more) => {
    const world = start();
    new Page(world, 1, more).close();
    expect(world.connections).toEqual([]);
  });

  test('the newest hello of the highest generation wins, and the port before it is closed', async () => {
    const world = start();
    const first = new Page(world, 2);
    await first.next();
    const older = new Page(world, 1);
    expect(world.connections).toHaveLength(1);
    const newer = new Page(world, 2);
    await newer.next();
    expect(world.connections.map(({ isOpen }) => isOpen)).toEqual([false, true]);
    newer.say('from the newer');
    first.say('from the first');
    expect(await arrived(last(world), 1)).toEqual(['from the newer']);
    for (const page of [first, older, newer]) page.close();
  });

  test('works on no opaque origin', () => {
    const world = new ContentWorld(new FakeDocument(), { windowOrigin: 'null' });
    world.run(script);
    new Page(world).close();
    expect(world.document.posted).toEqual([]);
    expect(world.connections).toEqual([]);
  });

  test('a prerendered page is connected when it is shown', async () => {
    const document = new FakeDocument();
    document.prerendering = true;
    const world = start(document);
    const page = new Page(world);
    expect(world.connections).toEqual([]);
    document.prerendering = false;
    document.fire('prerenderingchange', {});
    expect(await page.next()).toEqual({ pipe: 'open' });
    page.close();
  });

  test('listens again after document.open', async () => {
    const world = start();
    world.document.replace();
    const page = new Page(world);
    expect(await page.next()).toEqual({ pipe: 'open' });
    page.close();
  });

  test('run a second time in the same document it leaves what works alone', async () => {
    const world = start();
    const page = new Page(world);
    await page.next();
    world.run(script);
    expect(world.document.posted).toEqual([READY]);
    expect(world.connections).toHaveLength(1);
    page.close();
  });
});

describe('losing the worker', () => {
  test('a worker that was stopped is called back at once, one that never spoke more and more slowly', async () => {
    const world = start();
    const page = new Page(world);
    await page.next();
    last(world).say('hello');
    expect(await page.next()).toBe('hello');
    last(world).leave();
    expect([await page.next(), await page.next()]).toEqual([{ pipe: 'closed' }, { pipe: 'open' }]);
    expect(world.connections).toHaveLength(2);
    last(world).leave();
    expect(await page.next()).toEqual({ pipe: 'closed' });
    expect(world.connections).toHaveLength(2);
    world.document.runTimers();
    expect(await page.next()).toEqual({ pipe: 'open' });
    page.close();
  });

  test('sent away by the worker, it does not come back until somebody asks', async () => {
    const world = start();
    const page = new Page(world);
    await page.next();
    last(world).say({ pipe: 'closed' });
    expect(await page.next()).toEqual({ pipe: 'closed' });
    world.document.runTimers();
    expect(world.connections).toHaveLength(1);
    world.run(script);
    expect(world.document.posted).toEqual([READY, READY]);
    const again = new Page(world);
    expect(await again.next()).toEqual({ pipe: 'open' });
    for (const each of [page, again]) each.close();
  });

  test('asked for when word that it is sent away is still on its way, it calls out once more, and once only', async () => {
    const world = start();
    const page = new Page(world);
    await page.next();
    world.run(script);
    expect(world.document.posted).toEqual([READY]);
    last(world).say({ pipe: 'closed' });
    expect(await page.next()).toEqual({ pipe: 'closed' });
    expect(world.document.posted).toEqual([READY, READY]);
    const again = new Page(world);
    expect(await again.next()).toEqual({ pipe: 'open' });
    last(world).say({ pipe: 'closed' });
    expect(await again.next()).toEqual({ pipe: 'closed' });
    expect(world.document.posted).toEqual([READY, READY]);
    for (const each of [page, again]) each.close();
  });

  test('asked for while it was heard, it takes a later word that it is sent away as what it is', async () => {
    const world = start();
    const page = new Page(world);
    await page.next();
    world.run(script);
    last(world).say('{"type":"status","status":"connected"}');
    await page.next();
    last(world).say({ pipe: 'closed' });
    expect(await page.next()).toEqual({ pipe: 'closed' });
    expect(world.document.posted).toEqual([READY]);
    page.close();
  });

  test('back from the back/forward cache it drops the dead port and connects anew', async () => {
    const world = start();
    const page = new Page(world);
    await page.next();
    world.document.fire('pageshow', { isTrusted: true, persisted: false });
    world.document.fire('pageshow', { isTrusted: false, persisted: true });
    expect(world.connections).toHaveLength(1);
    world.document.fire('pageshow', { isTrusted: true, persisted: true });
    expect([await page.next(), await page.next()]).toEqual([{ pipe: 'closed' }, { pipe: 'open' }]);
    expect(world.connections.map(({ isOpen }) => isOpen)).toEqual([false, true]);
    page.close();
  });

  test('after an update of the extension the old script tells the page and falls silent, the new one takes over', async () => {
    const document = new FakeDocument();
    const old = start(document);
    const page = new Page(old);
    await page.next();
    old.cutOff();
    last(old).leave();
    expect(await page.next()).toEqual({ pipe: 'closed' });
    expect([...document.listeners.values()].every((listeners) => listeners.size === 0)).toBe(true);
    expect(document.observers.size).toBe(0);
    const fresh = start(document);
    expect(document.posted).toEqual([READY, READY]);
    const again = new Page(fresh);
    expect(await again.next()).toEqual({ pipe: 'open' });
    expect(old.connections).toHaveLength(1);
    for (const each of [page, again]) each.close();
  });

  test('an old script that was never told notices at the next word of the page', async () => {
    const world = start();
    const page = new Page(world);
    await page.next();
    world.cutOff();
    page.say('anybody there?');
    expect(await page.next()).toEqual({ pipe: 'closed' });
    expect(last(world).received).toEqual([]);
    page.close();
  });
});
