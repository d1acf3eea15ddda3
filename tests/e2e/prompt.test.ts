import type { Page } from 'puppeteer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Agent } from '../../demo-site/runner/agent.ts';
import { missedByTab, overflowingWidths, problemsInAnyLook } from './accessibility.ts';
import { declareArchive } from './archive.ts';
import { chooseOnLab, press, promptGone, promptPage } from './extension-pages.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
let agent: Agent;
let page: Page;
beforeAll(async () => {
  rig = await startRig();
  agent = await rig.agent('Careful agent');
});
afterAll(() => rig.stop());

beforeEach(async () => {
  page = await rig.open();
  return async () => {
    await page.close();
    await agent.waitFor('an empty screen', ({ windows }) => (windows.length === 0 ? true : undefined));
  };
});

const HARMLESS = 'This only refreshes the view and is quite harmless, nothing is lost. '.repeat(14);

/** A question about `erase`, and what ends it with a no. */
async function ask(args: object, description?: string): Promise<{ prompt: Page; deny: () => Promise<void> }> {
  const id = await declareArchive(page, agent, description);
  await chooseOnLab(rig, 'destructive', { page, agent });
  const called = agent.call(`${id}__erase`, { ...args });
  const prompt = await promptPage(rig);
  const deny = async () => {
    await press(prompt, 'Deny');
    await called;
    await promptGone(rig);
  };
  return { prompt, deny };
}

/** Where an element stands, between what is above and what is below it. */
const edges = (prompt: Page, selector: string) =>
  prompt.$eval(selector, (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { top, bottom };
  });

describe('what an answer depends on', () => {
  test('is in sight, however long the site’s words are', async () => {
    const { prompt, deny } = await ask({ id: 7, note: 'DELETE ALL BACKUPS' }, HARMLESS);
    const argumentsShown = await edges(prompt, '.arguments');
    expect(argumentsShown.bottom).toBeLessThan((await edges(prompt, 'footer')).top);
    expect(argumentsShown.bottom).toBeLessThan((await edges(prompt, '[aria-label="The site says"]')).top);
    await deny();
  });

  test('says that there is more where it is long, and is read with the keyboard', async () => {
    const { prompt, deny } = await ask({ note: `${'x '.repeat(2_000)}the end` }, HARMLESS);
    const regions = await prompt.$$eval('.capped[tabindex="0"]', (all) => all.map((each) => each.ariaLabel));
    expect(regions).toEqual(['With exactly these arguments', 'The site says']);
    const seen = (selector: string) =>
      prompt.$$eval(selector, (all) => all.map((each) => each.checkVisibility({ visibilityProperty: true })));
    expect(await seen('.about .more-below')).toEqual([true, true]);
    // The page itself goes on behind the buttons.
    expect(await seen('footer .more-below')).toEqual([true]);
    await prompt.focus('.arguments .capped');
    await prompt.keyboard.press('End');
    await prompt.waitForSelector('.arguments .more-below.unseen');
    await prompt.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await prompt.waitForSelector('footer .more-below.unseen');
    await deny();
  });

  test('is said of "always" in a dialog, whose title stands by itself on one line', async () => {
    const title = `שלום ${'very '.repeat(20)}long`;
    await declareArchive(page, agent);
    await chooseOnLab(rig, 'destructive', { page, agent });
    await page.evaluate((text) => {
      const confirm = { title: 'Confirm', hints: { destructive: true }, run: () => {} };
      const bridge = window.kept['bridge'] as ReturnType<typeof window.sdk.createBridge>;
      bridge.openAppModal({ title: text, actions: { confirm } });
    }, title);
    const { id } = await agent.waitFor('the dialog', ({ windows }) => windows.find((window) => window.title === title));
    const called = agent.call(`${id}__confirm`);
    const prompt = await promptPage(rig);
    const shown = await prompt.$eval('footer bdi', (element) => {
      const button = element.parentElement?.getBoundingClientRect();
      const { left, right } = element.getBoundingClientRect();
      return {
        text: element.textContent,
        isCut: element.scrollWidth > element.clientWidth,
        isInside: button !== undefined && left >= button.left && right <= button.right,
      };
    });
    expect(shown).toEqual({ text: title, isCut: true, isInside: true });
    await press(prompt, 'Deny');
    await called;
    await promptGone(rig);
  });

  test('is accessible and fits when it is long', async () => {
    const { prompt, deny } = await ask({ note: `\u05d0\u05d1 ${'x '.repeat(2_000)}` }, HARMLESS);
    expect(await missedByTab(prompt)).toEqual([]);
    expect(await problemsInAnyLook(prompt)).toEqual([]);
    expect(await overflowingWidths(prompt)).toEqual([]);
    await deny();
  });
});

describe('arguments', () => {
  test('keep their order whatever direction a text in them has', async () => {
    const inOrder = '12 \u05d0 34 5 \\u202e \u0661 6 \u0662 \u05d1';
    const { prompt, deny } = await ask({ '\u05d2': inOrder.replace('\\u202e', '\u202e'), '\u05d3': '\u05d4 8', z: 9 });
    const lines = await prompt.$eval('pre', (pre) => {
      const found: { letter: string; left: number }[][] = [[]];
      const texts = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        for (const [index, letter] of [...(node.textContent ?? '')].entries()) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + 1);
          if (letter === '\n') found.push([]);
          else found.at(-1)?.push({ letter, left: range.getBoundingClientRect().left });
        }
      }
      return found.map((line) => line.map(({ letter }) => letter).join('')).join('\n') === pre.textContent
        ? found.map((line) => ({ sent: line, seen: line.toSorted((a, b) => a.left - b.left) }))
        : [];
    });
    expect(lines.map(({ sent }) => sent.map(({ letter }) => letter).join(''))).toContain(`  "\u05d2": "${inOrder}",`);
    for (const { sent, seen } of lines) expect(seen).toEqual(sent);
    await deny();
  });

  test('show every space', async () => {
    const { prompt, deny } = await ask({ note: `a${' '.repeat(500)}b` });
    const lines = await prompt.$eval('pre', (pre) => {
      const range = document.createRange();
      range.selectNodeContents(pre);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    // Some 60 characters fit in a line.
    expect(lines).toBeGreaterThan(7);
    await deny();
  });
});

describe('to those who hear it', () => {
  test('a question is a dialog that says what it is about, and the focus is on "no"', async () => {
    const { prompt, deny } = await ask({ id: 7 });
    const { name, description, focused } = await prompt.evaluate(() => {
      const textOf = (ids: string | null | undefined) =>
        (ids ?? '').split(' ').map((id) => document.getElementById(id)?.textContent ?? `no #${id}`);
      const dialog = document.querySelector('[role="alertdialog"]');
      return {
        name: textOf(dialog?.getAttribute('aria-labelledby')),
        description: textOf(dialog?.getAttribute('aria-describedby')).join(' '),
        focused: dialog?.contains(document.activeElement) && document.activeElement?.textContent,
      };
    });
    expect(name).toEqual(['Careful agent wants to do: erase the file']);
    for (const text of ['deletes or changes something for good', rig.origin, 'Archive', 'Files', 'erase the file']) {
      expect(description).toContain(text);
    }
    expect(focused).toBe('Deny');
    expect(await prompt.$eval('main > [role="status"]', ({ textContent }) => textContent)).toBe('');
    await deny();
  });

  test('the next question is announced', async () => {
    const { prompt } = await ask({ id: 7 });
    const window = await agent.waitFor('w', ({ windows }) => windows.find(({ title }) => title === 'Files'));
    const second = agent.call('app__call', { tool: `${window.id}__erase`, arguments: { id: 8 } });
    await prompt.waitForFunction(() => document.querySelector('footer p')?.textContent?.includes('1'));
    await press(prompt, 'Deny');
    await prompt.waitForFunction(() => document.querySelector('pre')?.textContent?.includes('8'));
    expect(await prompt.$eval('main > [role="status"]', ({ textContent }) => textContent)).toBe(
      'Another question. Careful agent wants to do: erase the file',
    );
    expect(await prompt.evaluate(() => document.activeElement?.textContent)).toBe('Deny');
    await press(prompt, 'Deny');
    await second;
    await promptGone(rig);
  });
});
