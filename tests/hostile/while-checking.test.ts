import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { PersonToWorker } from '../../extension/src/background/person-hop.ts';
import { openView, tell } from '../extension/running-extension.ts';
import { gate } from '../page-sdk/open-page.ts';
import { WiredBridge } from './wired-bridge.ts';

const SITE = 'https://shop.example';

let bridge: WiredBridge;
afterEach(() => bridge.stop());

test.each<[string, PersonToWorker]>([
  ['pauses agents', { type: 'pause', on: true }],
  ['takes the site back', { type: 'withdraw', origin: SITE }],
])('a call whose arguments are still being checked when the person %s never starts', async (_what, decision) => {
  bridge = await WiredBridge.start([SITE]);
  const { opened, open } = gate<boolean>();
  let isChecking = false;
  const run = vi.fn();
  const to = z.string().refine(() => {
    isChecking = true;
    return opened;
  });
  const pay = { title: 'Pay', input: z.object({ to }), run };
  bridge.openPage(SITE).createBridge({ name: 'Shop' }).openWindow({ title: 'Pay', actions: { pay } });
  const read = async () => (await bridge.agent.read()).operableWindowIds;
  let [operable] = await read();
  while (operable === undefined) [operable] = await read();

  const answer = bridge.agent.call(`${operable}__pay`, { to: 'x' });
  await bridge.until(() => isChecking || undefined);
  await tell(await openView(bridge.browser, { view: 'options' }), decision);
  await bridge.quiet();
  expect(await read()).toEqual([]);
  open(true);
  await bridge.quiet();
  expect(await answer).toMatchObject({ outcome: expect.stringMatching(/^(not_executed|unknown)$/) });
  expect(run).not.toHaveBeenCalled();
});
