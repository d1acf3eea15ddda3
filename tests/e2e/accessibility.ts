import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axeCore from 'axe-core';
import type { Page } from 'puppeteer';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds wrong with a page, with the elements concerned. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => (window as typeof window & { axe: typeof axeCore }).axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** How a page looks to different people. */
const LOOKS = {
  light: [{ name: 'prefers-color-scheme', value: 'light' }],
  dark: [{ name: 'prefers-color-scheme', value: 'dark' }],
  'high contrast': [{ name: 'prefers-contrast', value: 'more' }],
  'forced colours': [{ name: 'forced-colors', value: 'active' }],
};

/** What axe finds in any of the looks. */
export async function problemsInAnyLook(page: Page): Promise<string[]> {
  const session = await page.createCDPSession();
  const found: string[] = [];
  for (const [look, features] of Object.entries(LOOKS)) {
    await session.send('Emulation.setEmulatedMedia', { features });
    found.push(...(await accessibilityProblems(page)).map((problem) => `${look}: ${problem}`));
  }
  await session.detach();
  return found;
}

/** Widths at which the page must not scroll sideways. */
export const WIDTHS = [320, 480, 768, 1200];

/** Widths at which something sticks out to the side. */
export async function overflowingWidths(page: Page): Promise<number[]> {
  const found: number[] = [];
  for (const width of WIDTHS) {
    await page.setViewport({ width, height: 900 });
    const isWider = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    if (isWider) found.push(width);
  }
  return found;
}

/** Controls that the Tab key does not reach, or reaches and does not show. */
export async function missedByTab(page: Page): Promise<string[]> {
  await page.bringToFront();
  // Tab goes on from where somebody clicked last.
  await page.evaluate(() => {
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  const step = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      if (!(at instanceof HTMLElement) || at === document.body || at.dataset['reached'] !== undefined) return false;
      at.dataset['reached'] =
        at.matches(':focus-visible') && getComputedStyle(at).outlineStyle !== 'none' ? 'seen' : '';
      return true;
    });
  do await page.keyboard.press('Tab');
  while (await step());
  return page.$$eval('button, a[href], input, select, summary, [role="tab"]', (controls) => {
    // Radio buttons and tabs are one stop: arrows move inside.
    const isStop = (control: Element) =>
      !control.matches(':disabled, [type="radio"]:not(:checked), [role="tab"][aria-selected="false"]') &&
      control.checkVisibility();
    const isSeen = (control: Element) => control instanceof HTMLElement && control.dataset['reached'] === 'seen';
    return controls.filter((control) => isStop(control) && !isSeen(control)).map(({ outerHTML }) => outerHTML);
  });
}

/** What moved by itself since the page was opened, and how far; text that takes the place of another may be longer. */
export async function jumps(page: Page): Promise<string[]> {
  await page.bringToFront();
  return page.evaluate(async () => {
    const found: string[] = [];
    const note = (entries: PerformanceEntryList) => {
      for (const entry of entries) {
        const { sources = [], hadRecentInput } = entry as PerformanceEntry & LayoutShift;
        if (hadRecentInput) continue;
        for (const { node, previousRect, currentRect } of sources) {
          const differs = (side: 'top' | 'left' | 'right') => previousRect[side] !== currentRect[side];
          if (!differs('top') && !(differs('left') && differs('right'))) continue;
          found.push(`${node?.textContent}: ${JSON.stringify(previousRect)} -> ${JSON.stringify(currentRect)}`);
        }
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
    note(observer.takeRecords());
    observer.disconnect();
    return found;
  });
}

/** https://wicg.github.io/layout-instability/, which TypeScript's DOM types lack. */
interface LayoutShift {
  readonly hadRecentInput: boolean;
  readonly sources?: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
}
