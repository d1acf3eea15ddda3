import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { EXTENSION_ID } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Browser, Page } from 'puppeteer';
import type { Agent } from './agent.ts';
import { inWorkspace } from './workspace.ts';

const DIRECTORY = inWorkspace('extension/screenshots');
/** More a browser gives to no popup. */
const POPUP_HEIGHT = 600;
/** A site that no build allows by itself. */
const NOT_ALLOWED = 'https://orders.example.com/';
const address = (name: string) => `chrome-extension://${EXTENSION_ID}/src/${name}/index.html`;

export interface PictureStage {
  readonly browser: Browser;
  /** The page that the popup is opened on. */
  readonly page: Page;
  readonly agent: Agent;
  /** Calls something destructive, and does not wait for its answer. */
  callDestructive(): Promise<unknown>;
}

/** The extension's own pages, light and dark, while an agent is at work. */
export async function takeExtensionPictures({ browser, page, agent, callDestructive }: PictureStage): Promise<void> {
  await mkdir(DIRECTORY, { recursive: true });
  const panel = await open(browser, 'side-panel', 420, 860);
  await take(panel, 'panel');
  const options = await open(browser, 'options', 900, 900);
  await options.waitForSelector('.site select');
  await options.select('.site select', 'destructive');
  // The side panel shows the mark once the worker has decided anew, and told the host.
  await panel.bringToFront();
  await panel.waitForSelector('.action .chip.warn');
  await agent.readWindows();
  const called = callDestructive();
  const prompt = await (await browser.waitForTarget((target) => target.url() === address('prompt'))).asPage();
  await prompt.setViewport({ width: 460, height: 600 });
  await prompt.waitForSelector('button.primary:not(:disabled)');
  await take(prompt, 'prompt');
  await prompt.click('footer button.primary');
  await called;
  await options.select('.site select', 'default');
  await options.bringToFront();
  await take(options, 'options');
  await options.close();
  await agent.readWindows();
  await panel.bringToFront();
  await panel.click('#tab-activity');
  await panel.waitForSelector('.entry');
  await take(panel, 'activity');
  await takePopup(browser, 'popup', `chrome.tabs.query({ url: ${JSON.stringify(page.url())} })`, '.windows li');
  const stranger = `Promise.resolve([{ id: -1, url: ${JSON.stringify(NOT_ALLOWED)} }])`;
  await takePopup(browser, 'question', stranger, 'button.primary');
}

/** In a tab, the popup would be about itself. @param front the tab that it is to be about, as JavaScript */
async function takePopup(browser: Browser, name: string, front: string, ready: string): Promise<void> {
  const popup = await browser.newPage();
  await popup.evaluateOnNewDocument(
    `{ const found = ${front}; chrome.tabs.query = (_, callback) => { if (callback) found.then(callback); return found; }; }`,
  );
  await popup.setViewport({ width: 360, height: POPUP_HEIGHT });
  await popup.goto(address('popup'));
  await popup.waitForSelector(ready);
  await popup.waitForSelector('.hop.checking', { hidden: true });
  await take(popup, name);
}

async function open(browser: Browser, name: string, width: number, height: number): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  await page.goto(address(name));
  await page.waitForSelector('h3');
  return page;
}

async function take(page: Page, name: string): Promise<void> {
  for (const scheme of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.screenshot({ path: join(DIRECTORY, `${name}-${scheme}.png`) as `${string}.png` });
  }
}
