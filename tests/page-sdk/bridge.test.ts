import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBridgeIn } from '../../page-sdk/src/bridge.ts';
import { fields, LIMITS, text, WindowClosedError } from '../../page-sdk/src/index.ts';
import { FakeExtension, FakePage } from './fake-extension.ts';

let page: FakePage;
let extension: FakeExtension;

beforeEach(() => {
  page = new FakePage();
  extension = new FakeExtension(page);
});

afterEach(() => {
  extension.remove();
  vi.restoreAllMocks();
});

const create = () => createBridgeIn(page, { name: 'Order desk' });

describe('finding the extension', () => {
  test('a bridge created after the content script attaches with everything declared', async () => {
    const bridge = create();
    bridge.openWindow({
      title: 'Orders',
      summary: 'Two orders',
      blocks: [text('One'), fields([{ label: 'A', value: 1 }])],
    });
    const declared = await extension.attached();
    expect(declared.name).toBe('Order desk');
    expect(declared.windows[0]).toMatchObject({
      title: 'Orders',
      summary: 'Two orders',
      version: 1,
      modal: false,
      ownerId: null,
      blocks: [
        { type: 'text', id: 'b1', text: 'One' },
        { type: 'fields', id: 'b2', items: [{ label: 'A', value: 1 }] },
      ],
    });
  });

  test('a content script that starts later is greeted when it announces itself', async () => {
    extension.remove();
    create().openWindow({ title: 'Orders' });
    extension = new FakeExtension(page);
    extension.announce();
    expect((await extension.attached()).windows).toHaveLength(1);
  });

  test('nothing happens and nothing throws without an extension', () => {
    extension.remove();
    const bridge = create();
    const window = bridge.openWindow({ title: 'Orders', blocks: [text('One')] });
    window.update({ blocks: [text('Two')] });
    expect(window.version).toBe(2);
    expect(bridge.status).toBe('absent');
  });

  test('a page that nobody can see stays absent and says nothing', () => {
    const hidden = {
      window: undefined,
      origin: 'null',
      shared: {},
      baseUrl: () => undefined,
      now: () => 0,
      isPersonActing: () => false,
    };
    const bridge = createBridgeIn(hidden, { name: 'Server' });
    expect(bridge.openWindow({ title: 'Orders' }).isOpen).toBe(true);
    expect(bridge.status).toBe('absent');
    expect(Object.getOwnPropertySymbols(hidden.shared)).toEqual([]);
  });

  test.each([
    ['another window', { source: {} }],
    ['another origin', { origin: 'https://evil.example' }],
  ])('a call-out from %s is not answered', async (_who, from) => {
    create();
    await extension.attached();
    page.deliver({ channel: 'mcp-gui-bridge', kind: 'ready' }, [], from);
    page.deliver({ channel: 'something-else', kind: 'ready' });
    await extension.quiet();
    expect(extension.hellos).toBe(1);
  });

  test('status follows the extension and the person', async () => {
    const bridge = create();
    const seen: string[] = [];
    const stop = bridge.onStatus((status) => seen.push(status));
    await extension.attached();
    await extension.quiet();
    extension.send({ type: 'status', status: 'paused' });
    await extension.quiet();
    expect(bridge.status).toBe('paused');
    extension.signal('closed');
    await expect.poll(() => bridge.status).toBe('absent');
    stop();
    extension.signal('open');
    await extension.attached();
    await extension.quiet();
    expect(seen).toEqual(['connected', 'paused', 'absent']);
  });

  test('a refused attach is said in the console, once, and not repeated', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    create();
    await extension.attached();
    extension.send({ type: 'refused', message: 'Update the page: it speaks version 0' });
    await expect.poll(() => error).toHaveBeenCalledWith(expect.stringContaining('Update the page'));
    const before = extension.messages.length;
    extension.signal('open');
    extension.announce();
    await extension.until(() => (extension.hellos === 2 ? true : undefined));
    await extension.attached();
    expect(extension.messages.slice(before).map(({ type }) => type)).toEqual(['attach']);
  });
});

describe('reconnecting', () => {
  test('a fresh pipe gets the whole declaration again, with the same ids and versions', async () => {
    const bridge = create();
    const window = bridge.openWindow({ title: 'Orders', blocks: [text('One')] });
    await extension.attached();
    window.update({ blocks: [text('Two')] });
    await extension.until(() => (extension.window('Orders')?.version === 2 ? true : undefined));
    const before = extension.window('Orders');
    extension.signal('closed');
    window.update({ summary: 'Changed while nobody listened' });
    extension.signal('open');
    const after = await extension.untilWindow('Orders');
    expect(after).toMatchObject({ id: before?.id, opened: before?.opened, version: 3, blocks: before?.blocks });
  });

  test('a newer content script takes over; the old port is silent', async () => {
    const window = create().openWindow({ title: 'Orders' });
    await extension.attached();
    const newer = new FakeExtension(page);
    newer.announce();
    await newer.attached();
    const before = extension.messages.length;
    window.update({ summary: 'New' });
    await newer.until(() => (newer.window('Orders')?.summary === 'New' ? true : undefined));
    expect(extension.messages).toHaveLength(before);
    newer.remove();
  });

  test('a content script is greeted also after document.open took the listeners away and the one before has gone', async () => {
    create().openWindow({ title: 'Orders' });
    await extension.attached();
    page.loseListeners();
    extension.signal('closed');
    const newer = new FakeExtension(page);
    await expect.poll(() => page.listenerCount).toBe(2);
    newer.announce();
    await newer.untilWindow('Orders');
    newer.remove();
  });
});

describe('flushing', () => {
  test('everything that is declared in one task is one change', async () => {
    const bridge = create();
    const owner = bridge.openWindow({ title: 'Orders' });
    const modal = owner.openModal({ title: 'Sure?' });
    await extension.attached();
    const before = extension.messages.length;
    modal.close();
    owner.update({ summary: 'Sent' });
    bridge.openWindow({ title: 'Receipt' });
    await extension.untilWindow('Receipt');
    expect(extension.messages.slice(before)).toHaveLength(1);
    expect(extension.declared?.windows.map(({ title, summary }) => [title, summary])).toEqual([
      ['Orders', 'Sent'],
      ['Receipt', undefined],
    ]);
  });

  test('equal content changes nothing and sends nothing', async () => {
    const window = create().openWindow({
      title: 'Orders',
      summary: 'Two',
      blocks: [fields([{ label: 'A', value: { b: [1] } }])],
    });
    await extension.attached();
    await extension.quiet();
    const before = extension.messages.length;
    window.update({ title: 'Orders', summary: 'Two', blocks: [fields([{ label: 'A', value: { b: [1] } }])] });
    window.setActions({});
    await extension.quiet();
    expect(window.version).toBe(1);
    expect(extension.messages.slice(before).filter(({ type }) => type !== 'pong')).toEqual([]);
  });

  test('only changed blocks travel', async () => {
    const window = create().openWindow({ title: 'Orders', blocks: [text('Same'), text('Old')] });
    await extension.attached();
    window.update({ blocks: [text('Same'), text('New')] });
    const change = await extension.until(() => extension.messages.find((message) => message.type === 'change'));
    expect(change).toMatchObject({
      change: { windows: [{ blocks: [{ ref: 'b1' }, { type: 'text', id: 'b2', text: 'New' }] }] },
    });
  });

  test('without credit the page collects, and the newest state goes out with the next one', async () => {
    const window = create().openWindow({ title: 'Orders', blocks: [text('0')] });
    await extension.attached();
    for (let count = 1; count <= LIMITS.stateBurst + 5; count++) {
      window.update({ blocks: [text(String(count))] });
      await extension.quiet();
    }
    const changes = () => extension.messages.filter(({ type }) => type === 'change').length;
    expect(changes()).toBe(LIMITS.stateBurst);
    expect(extension.window('Orders')?.version).toBe(LIMITS.stateBurst + 1);
    extension.send({ type: 'credit' });
    await extension.until(() => (extension.window('Orders')?.version === LIMITS.stateBurst + 6 ? true : undefined));
    expect(changes()).toBe(LIMITS.stateBurst + 1);
  });
});

describe('windows', () => {
  test('closing closes owned modals with it, in one change', async () => {
    const bridge = create();
    const a = bridge.openWindow({ title: 'A' });
    const b = a.openModal({ title: 'B' });
    const c = b.openModal({ title: 'C' });
    await extension.attached();
    a.close();
    a.close();
    await extension.until(() => (extension.declared?.windows.length === 0 ? true : undefined));
    expect([a.isOpen, b.isOpen, c.isOpen]).toEqual([false, false, false]);
    expect(extension.messages.at(-1)).toMatchObject({ type: 'change' });
    expect(() => b.openModal({ title: 'D' })).toThrow(WindowClosedError);
    expect(() => a.update({ title: 'A2' })).toThrow('"A" is closed');
    expect(() => c.setActions({})).toThrow(WindowClosedError);
    expect(() => c.setAvailable('x', true)).toThrow(WindowClosedError);
  });

  test('opening numbers and local ids are never used again, not even after dispose', () => {
    const bridge = create();
    const first = bridge.openWindow({ title: 'A' });
    first.close();
    const second = bridge.openWindow({ title: 'A' });
    bridge.dispose();
    const third = create().openWindow({ title: 'A' });
    expect(new Set([first.localId, second.localId, third.localId]).size).toBe(3);
  });

  test('modals: of a window, of the application', async () => {
    const bridge = create();
    const owner = bridge.openWindow({ title: 'Owner' });
    owner.openModal({ title: 'Modal' });
    bridge.openAppModal({ title: 'App modal' });
    const { windows } = await extension.attached();
    expect(windows.map(({ modal, ownerId }) => [modal, ownerId])).toEqual([
      [false, null],
      [true, owner.localId],
      [true, null],
    ]);
  });

  test('a wrong declaration throws and changes nothing', () => {
    const bridge = create();
    const window = bridge.openWindow({ title: 'A', blocks: [text('one')] });
    expect(() => bridge.openWindow({ title: ' \u200b ' })).toThrow(/^title: must say/);
    expect(() => window.update({ title: 'B', blocks: [text('two', { id: 'x' }), text('three', { id: 'x' })] })).toThrow(
      /"x" is used twice/,
    );
    expect(window.version).toBe(1);
  });
});
