import { join } from 'node:path';
import process from 'node:process';
import type { Page } from 'puppeteer';
import { ensureBuilt } from './build.ts';
import { createCleanup } from './cleanup.ts';
import { takeConsolePictures } from './console-pictures.ts';
import { takeExtensionPictures } from './extension-pictures.ts';
import { findBrowser } from './find-browser.ts';
import { inWorkspace } from './workspace.ts';

/** `npm run pictures`: pictures of the order desk and of the extension's pages, taken while an agent is at work. */
async function takePictures(): Promise<void> {
  const cleanup = createCleanup();
  const executablePath = await findBrowser(process.env, console.log);
  await ensureBuilt();
  // Only now: these modules use what was built.
  const { startConsole } = await import('./play-demo.ts');
  const { startDemo } = await import('./start-demo.ts');
  try {
    const demo = await startDemo({ executablePath }, cleanup);
    const { agent, page, browser } = demo;
    const editor = await agent.waitFor('Order Editor', ({ windows }) =>
      windows.find(({ title }) => title === 'Order Editor'),
    );
    await agent.call(`${editor.id}__set_fields`, { recipient: 'Alice Example', amount: 250 });
    const agentConsole = await demo.open((await startConsole(demo, cleanup)).url);
    await takeConsolePictures(agentConsole, 'invoice', 'Show the invoice');
    const { answer } = await agent.call(`${editor.id}__submit`);
    await takeConsolePictures(agentConsole, 'windows', 'Read all windows');
    await page.bringToFront();
    await page.setViewport({ width: 1280, height: 720 });
    for (const scheme of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await settle(page);
      const path = inWorkspace(join('demo-site/screenshots', `order-desk-${scheme}.png`)) as `${string}.png`;
      await page.screenshot({ path, optimizeForSpeed: false });
    }
    const [dialog] = answer.ok ? answer.value.openedWindowIds : [];
    const callDestructive = () => agent.call(`${dialog}__confirm`);
    await takeExtensionPictures({ browser: browser.browser, page, agent, callDestructive });
  } finally {
    await cleanup.end();
  }
}

/** A picture taken in the middle of a transition shows neither state. */
const settle = (page: Page) =>
  page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished)));

await takePictures();
process.exit();
