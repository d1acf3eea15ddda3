import { expect, test, vi } from 'vitest';
import { loadValidator } from '../../page-sdk/src/schema-validator.ts';
import { useOpenPage } from './open-page.ts';

vi.mock('../../page-sdk/src/json-schema-validator.ts', () => {
  throw new Error('chunk is gone');
});

const checked = { title: 'Go', input: { type: 'object' } as const, run: () => undefined };

const on = useOpenPage();

test('without the validator actions are not offered, which the console says, and nothing else fails', async () => {
  const shown = vi.spyOn(console, 'error').mockReturnValue();
  const window = on.bridge.openWindow({
    title: 'Cart',
    actions: { checked, plain: { title: 'Plain', run: () => undefined } },
  });
  await expect.poll(() => shown.mock.calls).toEqual([[expect.stringContaining('not offered'), expect.anything()]]);
  window.update({ summary: 'Still there' });
  await on.extension.until(() => (on.extension.window('Cart')?.summary === 'Still there' ? true : undefined));
  expect(on.extension.window('Cart')?.actions.map(({ name }) => name)).toEqual(['plain']);
});

test('a declaration that fails leaves no promise behind that fails unheard', async () => {
  const unheard = vi.fn();
  process.on('unhandledRejection', unheard);
  const actions = { checked, wrong: { title: '', run: () => undefined } };
  expect(() => on.bridge.openWindow({ title: 'Cart', actions })).toThrow('actions.wrong.title');
  await expect(loadValidator()).rejects.toThrow();
  await on.extension.attached();
  process.off('unhandledRejection', unheard);
  expect(unheard).not.toHaveBeenCalled();
});
