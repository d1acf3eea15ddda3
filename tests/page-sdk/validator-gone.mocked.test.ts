import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBridgeIn } from '../../page-sdk/src/bridge.ts';
import { loadValidator } from '../../page-sdk/src/schema-validator.ts';
import { FakeExtension, FakePage } from './fake-extension.ts';

vi.mock('../../page-sdk/src/json-schema-validator.ts', () => {
  throw new Error('chunk is gone');
});

const checked = { title: 'Go', input: { type: 'object' } as const, run: () => undefined };

let extension: FakeExtension;
let page: FakePage;

beforeEach(() => {
  page = new FakePage();
  extension = new FakeExtension(page);
});

afterEach(() => {
  extension.remove();
  vi.restoreAllMocks();
});

test('without the validator actions are not offered, which the console says, and nothing else fails', async () => {
  const shown = vi.spyOn(console, 'error').mockReturnValue();
  const window = createBridgeIn(page, { name: 'Shop' }).openWindow({
    title: 'Cart',
    actions: { checked, plain: { title: 'Plain', run: () => undefined } },
  });
  await expect.poll(() => shown.mock.calls).toEqual([[expect.stringContaining('not offered'), expect.anything()]]);
  window.update({ summary: 'Still there' });
  await extension.until(() => (extension.window('Cart')?.summary === 'Still there' ? true : undefined));
  expect(extension.window('Cart')?.actions.map(({ name }) => name)).toEqual(['plain']);
});

test('a declaration that fails leaves no promise behind that fails unheard', async () => {
  const unheard = vi.fn();
  process.on('unhandledRejection', unheard);
  const bridge = createBridgeIn(page, { name: 'Shop' });
  const actions = { checked, wrong: { title: '', run: () => undefined } };
  expect(() => bridge.openWindow({ title: 'Cart', actions })).toThrow('actions.wrong.title');
  await expect(loadValidator()).rejects.toThrow();
  await extension.attached();
  process.off('unhandledRejection', unheard);
  expect(unheard).not.toHaveBeenCalled();
});
