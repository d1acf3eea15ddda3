import process from 'node:process';
import { EXTENSION_ID } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Agent } from '../../demo-site/runner/agent.ts';
import { type Display, startDisplay, whyNoDisplay } from './display.ts';
import { openExtensionPage, press, removePermission } from './extension-pages.ts';
import { type Rig, startRig } from './rig.ts';

const reason = await whyNoDisplay();

/** The build for people and the browser's real permission dialog, which no remote control can answer. */
const testOnScreen = test.skipIf(reason !== undefined);
if (reason !== undefined) console.warn(`The permission dialog is not tested: ${reason}`);

let display: Display;
let rig: Rig;
let agent: Agent;
let page: Page;
beforeAll(async () => {
  if (reason !== undefined) return;
  display = await startDisplay();
  process.env['DISPLAY'] = display.name;
  rig = await startRig({ headed: true, extension: 'store' });
  agent = await rig.agent();
  page = await rig.open();
});
afterAll(async () => {
  await rig?.stop();
  await display?.close();
});

const isPopup = (target: { url(): string }) =>
  target.url() === `chrome-extension://${EXTENSION_ID}/src/popup/index.html`;

/** Clicks the button in the toolbar while the page is in front. */
async function openPopup(): Promise<Page> {
  await page.bringToFront();
  const extension = (await rig.browser.extensions()).get(EXTENSION_ID);
  await extension?.triggerAction(page);
  const popup = await (await rig.browser.waitForTarget(isPopup)).asPage();
  await popup.waitForSelector('h1');
  return popup;
}

testOnScreen('a site that nobody allowed has no channel, whatever its page does', async () => {
  await page.evaluate(() => {
    const bridge = window.sdk.createBridge({ name: 'Shop' });
    bridge.openWindow({
      title: 'Orders',
      actions: {
        wait: {
          title: 'Wait',
          run: async () => {
            window.kept['begun'] = true;
            await new Promise<void>((resolve) => {
              window.kept['finish'] = resolve;
            });
          },
        },
      },
    });
    window.kept = { bridge };
  });
  const snapshot = await agent.readWindows();
  expect(snapshot).toMatchObject({ windows: [], applications: [] });
  expect(await page.evaluate(() => (window.kept['bridge'] as { status: string }).status)).toBe('absent');
});

testOnScreen('allowed in the popup and in the browser’s dialog, its windows appear without a reload', async () => {
  const popup = await openPopup();
  expect(await popup.$eval('h1', ({ textContent }) => textContent)).toBe(`Let agents use ${rig.origin}?`);
  expect(await popup.$$eval('#meaning p', (lines) => lines.map(({ textContent }) => textContent))).toEqual([
    'AI agents on this computer will see the windows this site shares, and can use the actions it offers.',
    'They see nothing else of your pages. You can take this back here at any time.',
  ]);
  const gone = new Promise<void>((resolve) => {
    rig.browser.on('targetdestroyed', (target) => {
      if (isPopup(target)) resolve();
    });
  });
  await press(popup, 'Allow agents on this site');
  // The dialog closes the popup: from here on only the worker can finish.
  await gone;
  // The browser darkens the page behind its dialog, and takes no answer in the first moments, lest one be an accident.
  await expect.poll(() => display.brightness(500, 600), { timeout: 10_000 }).toBeLessThan(200);
  await display.still();
  await display.press('Tab');
  await display.press('Return');
  const { applications } = await agent.waitFor('the shop', (snapshot) =>
    snapshot.windows.some(({ title }) => title === 'Orders') ? snapshot : undefined,
  );
  expect(applications).toMatchObject([{ name: 'Shop', origin: rig.origin, state: 'live' }]);
});

testOnScreen('the popup opens the side panel, and a key pauses agents and lets them go on', async () => {
  await press(await openPopup(), 'What agents see');
  const panel = await (
    await rig.browser.waitForTarget(
      (target) => target.url() === `chrome-extension://${EXTENSION_ID}/src/side-panel/index.html`,
    )
  ).asPage();
  await panel.waitForSelector('.application');
  await page.bringToFront();
  await display.press('ctrl+shift+y');
  await agent.waitFor('a pause', ({ applications }) => (applications[0]?.state === 'paused' ? true : undefined));
  await panel.waitForSelector('[aria-checked="true"]');
  await display.press('ctrl+shift+y');
  await agent.waitFor('no pause', ({ operableWindowIds }) => operableWindowIds[0]);
});

testOnScreen('removed again, its windows vanish within a second, and a running call ends truthfully', async () => {
  const { id } = await agent.waitFor('orders', ({ windows }) => windows[0]);
  const running = agent.call(`${id}__wait`);
  await page.waitForFunction(() => window.kept['begun'] === true, { polling: 100 });
  const popup = await openPopup();
  await press(popup, 'Remove');
  const removed = performance.now();
  await agent.waitFor('nothing', ({ windows }) => (windows.length === 0 ? true : undefined));
  expect(performance.now() - removed).toBeLessThan(1_000);
  expect((await running).answer).toMatchObject({
    ok: false,
    error: { code: 'action_timeout', outcome: 'unknown', reason: 'document_gone' },
  });
  expect((await agent.call(`${id}__wait`)).answer).toMatchObject({
    error: { code: 'window_not_found', outcome: 'not_executed' },
  });
  await page.reload();
  await page.waitForFunction(() => document.title === 'Laboratory ready', { polling: 100 });
  await page.evaluate(() => void window.sdk.createBridge({ name: 'Again' }).openWindow({ title: 'Again' }));
  expect(await agent.readWindows()).toMatchObject({ windows: [], applications: [] });
});

testOnScreen('allowed again it is there without a reload, until the browser’s own settings take it away', async () => {
  // The browser remembers its answer, and shows no dialog a second time.
  await press(await openPopup(), 'Allow agents on this site');
  await agent.waitFor('the window again', ({ windows }) => windows.find(({ title }) => title === 'Again'));
  const options = await openExtensionPage(rig, 'options');
  await removePermission(options, 'http://localhost/*');
  const removed = performance.now();
  await agent.waitFor('nothing', ({ windows }) => (windows.length === 0 ? true : undefined));
  expect(performance.now() - removed).toBeLessThan(1_000);
  await expect.poll(() => options.$eval('main', ({ textContent }) => textContent)).toContain('No site is allowed.');
  await options.close();
});
