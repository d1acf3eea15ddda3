import type { ElementHandle, Page } from 'puppeteer';
import { inWorkspace } from './workspace.ts';

/** Presses the button whose text begins so, as soon as it is there. */
async function press(page: Page, text: string, within: string): Promise<void> {
  const button = await page.waitForFunction(
    (place, start) =>
      [...document.querySelectorAll(`${place} button`)].find(({ textContent }) => textContent.startsWith(start)),
    { polling: 100 },
    within,
    text,
  );
  await (button as ElementHandle<HTMLButtonElement>).click();
}

/** Calls a tool in the agent console and waits until its view has said how high it is. */
async function show(page: Page, tool: string): Promise<void> {
  await press(page, tool, '.panel.tools');
  await press(page, 'Call', '.tool.open form');
  await page.waitForFunction(() => document.querySelector('.call')?.textContent.includes(': live'), { polling: 100 });
  await press(page, tool, '.panel.tools');
}

/**
 * Pictures of the agent console, light and dark, with the view of a tool.
 *
 * @param page the console, connected to an order desk
 * @param name of the pictures
 * @param tool as people read its name
 */
export async function takeConsolePictures(page: Page, name: string, tool: string): Promise<void> {
  await page.bringToFront();
  await page.setViewport({ width: 1440, height: 860 });
  await show(page, tool);
  await press(page, 'Server messages', '.panel.log');
  for (const theme of ['light', 'dark']) {
    await page.select('.choice:last-child select', theme);
    await page.waitForNetworkIdle({ idleTime: 500 });
    const path = inWorkspace(`demo-site/screenshots/console-${name}-${theme}.png`) as `${string}.png`;
    await page.screenshot({ path, optimizeForSpeed: false });
  }
  await press(page, 'Close', '.call');
}
