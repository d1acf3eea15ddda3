import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBridgeIn } from '../../page-sdk/src/bridge.ts';
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
  vi.resetModules();
});

const create = () => createBridgeIn(page, { name: 'Order desk' });

describe('several bridges in one document', () => {
  test('share the connection; each has its own windows and actions', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const ran: string[] = [];
    const first = createBridgeIn(page, {
      name: 'Shell',
      actions: { help: { title: 'Help', run: () => void ran.push('old') } },
    });
    const second = createBridgeIn(page, {
      name: 'Widget',
      actions: { help: { title: 'Help', run: () => void ran.push('new') } },
    });
    first.openWindow({ title: 'Main' });
    const own = second.openWindow({ title: 'Side' });
    const declared = await extension.attached();
    expect(extension.hellos).toBe(1);
    expect(declared.name).toBe('Shell');
    expect(declared.actions).toHaveLength(1);
    expect(console.warn).toHaveBeenCalledWith(expect.stringContaining('"Widget"'));
    await extension.call({ action: 'help' });
    expect(ran).toEqual(['new']);
    second.dispose();
    second.dispose();
    expect(own.isOpen).toBe(false);
    expect(second.status).toBe('absent');
    expect(() => second.openWindow({ title: 'Late' })).toThrow('disposed');
    await extension.until(() => (extension.declared?.windows.length === 1 ? true : undefined));
    await extension.call({ action: 'help' });
    expect(ran).toEqual(['new', 'old']);
  });

  test('the last one says goodbye and listens no more; the next one starts again', async () => {
    const bridge = create();
    await extension.attached();
    bridge.dispose();
    await extension.until(() => extension.messages.find(({ type }) => type === 'detach'));
    expect(page.listenerCount).toBe(1);
    const again = createBridgeIn(page, { name: 'Again' });
    await extension.until(() => (extension.declared?.name === 'Again' ? true : undefined));
    again.dispose();
  });

  test('a listener that fails does not keep others from hearing', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const bridge = create();
    const heard: string[] = [];
    bridge.onStatus(() => {
      throw new Error('no');
    });
    bridge.onStatus((status) => heard.push(status));
    await expect.poll(() => heard).toEqual(['connected']);
    expect(error).toHaveBeenCalled();
  });
});

async function loadCopy() {
  vi.resetModules();
  const { createBridgeIn } = await import('../../page-sdk/src/bridge.ts');
  const { ActionError, ValidationError } = await import('../../page-sdk/src/index.ts');
  return { createBridgeIn, ActionError, ValidationError };
}

describe('two copies of the SDK in one document', () => {
  test('share one bridge; an action runs once, and errors of either copy are understood', async () => {
    const first = await loadCopy();
    const second = await loadCopy();
    expect(second.ValidationError).not.toBe(first.ValidationError);
    let runs = 0;
    first.createBridgeIn(page, { name: 'App' });
    const window = second.createBridgeIn(page, { name: 'App' }).openWindow({
      title: 'W',
      actions: {
        count: {
          title: 'Count',
          run: () => {
            runs += 1;
          },
        },
        reject: {
          title: 'Reject',
          run: () => {
            throw new second.ValidationError([{ field: 'a', error: 'No' }]);
          },
        },
        refuse: {
          title: 'Refuse',
          run: () => {
            throw new second.ActionError('No');
          },
        },
      },
    });
    await extension.untilWindow('W');
    expect(extension.hellos).toBe(1);
    const { localId: windowId } = window;
    await extension.call({ windowId, action: 'count' });
    expect(runs).toBe(1);
    expect(await extension.call({ windowId, action: 'reject' })).toMatchObject({ error: { fields: [{ field: 'a' }] } });
    expect(await extension.call({ windowId, action: 'refuse' })).toMatchObject({ error: { reason: 'refused' } });
  });
});
