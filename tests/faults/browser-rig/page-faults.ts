import { setTimeout } from 'node:timers/promises';
import type { Dialog } from 'puppeteer';
import type { Fault, Struck } from '../fault.ts';
import type { BrowserWorld } from './browser-world.ts';
import { type ExtensionApi, extensionPage } from './extension-page.ts';

type BrowserFault = Fault<BrowserWorld>;

/** How long a page stays as the fault made it, where nothing else says. The fault is this time. */
const LASTS_MS = 200;

/** Until the struck calls are over, or for a while when there are none. */
const untilAnswered = ({ calls }: Struck) => (calls.length > 0 ? Promise.all(calls) : setTimeout(LASTS_MS));

/** Takes the struck tab's page away as the browser does when memory is short; what is left of the tab is closed later. */
async function discard(world: BrowserWorld): Promise<void> {
  const page = await extensionPage(world);
  const gone = new Promise<void>((resolve) => world.page.once('close', () => resolve()));
  // The browser may load the page again at once, because somebody looks at its tab: puppeteer does.
  await world.closingWhatOpens(async () => {
    const left = await page.evaluate(async (url) => {
      const { tabs } = (globalThis as unknown as { chrome: ExtensionApi }).chrome;
      const [first] = await tabs.query({ url });
      if (first === undefined) throw new Error(`no tab shows ${url}`);
      return (await tabs.discard(first.id)).id;
    }, world.page.url());
    await gone;
    world.noteClosed();
    await page.evaluate((id) => (globalThis as unknown as { chrome: ExtensionApi }).chrome.tabs.remove(id), left);
    await page.close();
  });
}

/** Then its call is answered at once, and its effect may come later: that is how a handler awaits a dialog. */
const OWN_DIALOG = 'a dialog that opens while a handler runs counts as its own';

/** Of the page, its tab and its user. */
export const PAGE_FAULTS: readonly BrowserFault[] = [
  {
    name: 'tab closed',
    rows: 'B6',
    endsDocument: true,
    begin: async (world) => {
      await world.page.close();
      world.noteClosed();
    },
  },
  {
    name: 'page reloaded',
    rows: 'B7',
    endsDocument: true,
    begin: async (world) => {
      await Promise.all([world.nextNote(({ type }) => type === 'opened'), world.page.reload()]);
      world.noteClosed();
    },
  },
  {
    name: 'page left for another',
    rows: 'B7',
    endsDocument: true,
    begin: async (world) => {
      await world.page.goto(`${world.origin}/elsewhere`);
      world.noteClosed();
    },
  },
  {
    name: 'page left and come back to (back/forward cache)',
    rows: 'B8',
    begin: async (world) => {
      await world.page.goto(`${world.origin}/elsewhere`);
      world.noteClosed();
      await world.page.goBack();
      world.noteReopened();
    },
  },
  {
    name: 'page crashed',
    rows: 'B6',
    endsDocument: true,
    begin: async (world) => {
      const crashed = new Promise<void>((resolve) => world.page.once('error', () => resolve()));
      void world.page.goto('chrome://crash').catch(() => {});
      await crashed;
      world.noteClosed();
      world.forgetTab();
    },
  },
  {
    name: 'page frozen and thawed',
    rows: 'B10',
    begin: async (world) => {
      const session = await world.page.createCDPSession();
      await session.send('Page.setWebLifecycleState', { state: 'frozen' });
      await setTimeout(LASTS_MS);
      await session.send('Page.setWebLifecycleState', { state: 'active' });
      await session.detach();
    },
  },
  { name: 'tab discarded', rows: 'B9', endsDocument: true, begin: discard },
  {
    name: 'endless loop in the page',
    rows: 'B11, B29',
    brief: true,
    begin: async (world, struck) => {
      const session = await world.page.createCDPSession();
      const looping = world.nextNote(({ type }) => type === 'looping');
      void world.page.evaluate(() => window.counter.loop()).catch(() => {});
      await looping;
      await untilAnswered(struck);
      await session.send('Runtime.terminateExecution');
      await session.detach();
    },
  },
  {
    name: 'alert() stands in the page',
    rows: 'B11',
    begin: async (world) => {
      const shown = new Promise<Dialog>((resolve) => world.page.once('dialog', resolve));
      void world.page.evaluate(() => alert('Hello')).catch(() => {});
      const dialog = await shown;
      await setTimeout(LASTS_MS);
      await dialog.accept();
    },
  },
  {
    name: 'the user opens a dialog',
    rows: 'B34',
    notIn: { queued: OWN_DIALOG, started: OWN_DIALOG, committed: OWN_DIALOG },
    begin: ({ page }) => page.evaluate(() => window.counter.openDialog()),
    end: async ({ page }, struck) => {
      await untilAnswered(struck);
      await page.evaluate(() => window.counter.closeDialog());
    },
  },
  {
    name: 'window closed and another opened',
    rows: 'B34',
    begin: ({ page }) => page.evaluate(() => window.counter.replaceWindow()),
  },
  {
    name: 'document replaced (document.open)',
    rows: 'B39',
    begin: ({ page }) =>
      page.evaluate(() => {
        document.open();
        document.close();
      }),
  },
];
