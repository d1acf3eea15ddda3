import { expect, test } from 'vitest';
import { WiredBridge } from './wired-bridge.ts';

test('the bridge of these tests is a bridge: a window is read, its action called, a change seen', async () => {
  const boundaries = new Set<string>();
  const bridge = await WiredBridge.start(['https://shop.example'], (boundary) => boundaries.add(boundary));
  const shop = bridge.openPage('https://shop.example').createBridge({ name: 'Shop' });
  const window = shop.openWindow({
    title: 'Order',
    actions: { submit: { title: 'Submit', run: (): void => window.update({ summary: 'sent' }) } },
  });
  await bridge.until(() => (shop.status === 'connected' ? true : undefined));
  await bridge.quiet();
  const [order] = (await bridge.agent.read()).windows;
  expect(order).toMatchObject({ title: 'Order' });
  expect(await bridge.agent.call(`${order?.id}__submit`)).toMatchObject({ openedWindowIds: [] });
  expect((await bridge.agent.read()).windows).toMatchObject([{ summary: 'sent' }]);
  expect([...boundaries].sort()).toEqual(['content', 'mcp', 'native', 'page', 'socket']);
  expect(bridge.faults).toEqual([]);
  await bridge.stop();
});
