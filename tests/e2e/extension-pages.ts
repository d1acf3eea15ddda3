import { EXTENSION_ID } from '@mcp-gui-bridge/page-sdk/protocol';
import { type Page, ProtocolError, type Target } from 'puppeteer';
import type { Agent } from '../../demo-site/runner/agent.ts';
import type { Rig } from './rig.ts';

const address = (name: string) => `chrome-extension://${EXTENSION_ID}/src/${name}/index.html`;

/** One of the extension's own pages, in a tab: the side panel and the popup are the same pages elsewhere. */
export async function openExtensionPage(rig: Rig, name: 'side-panel' | 'options' | 'popup'): Promise<Page> {
  const page = await rig.browser.newPage();
  await page.setViewport({ width: 420, height: 900 });
  await page.goto(address(name));
  await page.waitForSelector('h1');
  return page;
}

/** The popup as it is over a page, in a tab: there it would be about itself. @param url of a page that is open, or of none */
export async function openPopupAbout(rig: Rig, url: string): Promise<Page> {
  const popup = await rig.browser.newPage();
  await popup.evaluateOnNewDocument((address) => {
    const { query } = chrome.tabs;
    const elsewhere = [{ id: -1, url: address }];
    chrome.tabs.query = async (_, callback) => {
      const open = (await query({})).filter((tab) => tab.url === address);
      const found = open.length > 0 ? open : elsewhere;
      callback?.(found);
      return found;
    };
  }, url);
  await popup.setViewport({ width: 360, height: 700 });
  await popup.goto(address('popup'));
  await popup.waitForSelector('h1');
  return popup;
}

export type AskChoice = 'default' | 'destructive' | 'crossing' | 'always';

/**
 * The person chooses on the options page when to be asked on the laboratory. Resolves when the host knows: what it is told
 * afterwards, the agent has read.
 *
 * @param seen a page whose window is `window.kept.main`, and an agent that sees it
 */
export async function chooseOnLab(rig: Rig, value: AskChoice, seen: { page: Page; agent: Agent }): Promise<void> {
  const options = await openExtensionPage(rig, 'options');
  await options.waitForSelector('.site select');
  await options.select('.site select', value);
  await options.reload();
  await options.waitForFunction((chosen) => document.querySelector('select')?.value === chosen, {}, value);
  await options.close();
  await seen.page.bringToFront();
  const summary = await seen.page.evaluate(() => {
    const text = `at ${performance.now()}`;
    (window.kept['main'] as { update(change: object): void }).update({ summary: text });
    return text;
  });
  await seen.agent.waitFor('what was said last', ({ windows }) => windows.find((window) => window.summary === summary));
}

const isPrompt = (target: Target) => target.url() === address('prompt');

/** The window in which the extension asks the person; the buttons that allow something can be pressed. */
export async function promptPage(rig: Rig): Promise<Page> {
  const page = await (await rig.browser.waitForTarget(isPrompt)).page();
  if (page === null) throw new Error('the prompt is no page');
  await page.waitForSelector('button.primary:not(:disabled)');
  return page;
}

/** Resolves when no window asks any more. */
export async function promptGone(rig: Rig): Promise<void> {
  if (!rig.browser.targets().some(isPrompt)) return;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (rig.browser.targets().some(isPrompt)) return;
      rig.browser.off('targetdestroyed', look);
      resolve();
    };
    rig.browser.on('targetdestroyed', look);
    look();
  });
}

/** Presses the button with this text; its window may be gone before it is up again. */
export async function press(page: Page, text: string): Promise<void> {
  const button = await page.waitForSelector(`::-p-xpath(//button[normalize-space()="${text}"])`);
  await button?.click().catch((error: unknown) => {
    if (!(error instanceof ProtocolError && error.message.includes('closed'))) throw error;
  });
}

interface Tab {
  readonly id: number;
  readonly url?: string;
}
declare const chrome: {
  readonly tabs: { query(wanted: object, callback?: (tabs: readonly Tab[]) => void): Promise<readonly Tab[]> };
  readonly permissions: { remove(permissions: { origins: string[] }): Promise<boolean> };
  readonly action: { getBadgeText(of: object): Promise<string>; getTitle(of: object): Promise<string> };
};

/** What the button in the toolbar shows and says. @param page one of the extension's own */
export const toolbar = (page: Page): Promise<{ text: string; title: string }> =>
  page.evaluate(async () => ({ text: await chrome.action.getBadgeText({}), title: await chrome.action.getTitle({}) }));

/** Takes a site's permission away behind the worker's back, as the browser's settings do. @param page one of the extension's own */
export async function removePermission(page: Page, pattern: string): Promise<void> {
  await page.evaluate((origin) => chrome.permissions.remove({ origins: [origin] }), pattern);
}
