import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '../../demo-site/runner/agent.ts';
import { declareEverything } from './everything.ts';
import { openExtensionPage, press } from './extension-pages.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
let agent: Agent;
let page: Page;
let panel: Page;
beforeAll(async () => {
  rig = await startRig();
  agent = await rig.agent('Panel agent');
  page = await rig.open();
  await page.evaluate(declareEverything);
  await agent.waitFor('every window', ({ windows }) => (windows.length === 3 ? true : undefined));
  panel = await openExtensionPage(rig, 'side-panel');
  await panel.waitForSelector('.application');
});
afterAll(() => rig.stop());

const shown = () => panel.$eval('main', ({ textContent }) => textContent ?? '');

describe('the windows', () => {
  test('are shown as agents read them: every kind of block, as text, secrets masked as they are', async () => {
    const text = await shown();
    for (const words of [
      'Everything',
      rig.origin,
      'Main <b>window</b>',
      'All there is',
      'Some text',
      'Alice',
      'Beans',
    ]) {
      expect(text).toContain(words);
    }
    for (const words of ['Rows 1 to 1 of 40', 'one', 'Careful', 'A chart', '<img src=x onerror=alert(1)>']) {
      expect(text).toContain(words);
    }
    expect(text).toContain('••••••••');
    expect(text).not.toContain('hunter2');
    expect(await panel.$$eval('main img, main b, main iframe, main script', (found) => found.length)).toBe(0);
  });

  test('are the agents’ own, id by id and version by version', async () => {
    const { windows, operableWindowIds } = await agent.readWindows();
    const text = await shown();
    for (const { id, version } of windows) {
      expect(text).toContain(id);
      expect(text).toContain(`version ${version}`);
    }
    const operable = await panel.$$eval('summary.operable .name', (names) => names.map((name) => name.textContent));
    const titles = windows.filter(({ id }) => operableWindowIds.includes(id)).map(({ title }) => title);
    expect(operable.sort()).toEqual(titles.sort());
    expect(await panel.$eval('#tab-windows', ({ textContent }) => textContent)).toBe('Windows (3)');
  });

  test('draw modals under what they block, and say what can be called and why not the rest', async () => {
    const inside = '::-p-xpath(//li[details//span[text()="Second"]]/ul//span[text()="Sure?"])';
    expect(await panel.$(inside)).not.toBeNull();
    const text = await shown();
    for (const words of ['Save', 'Fill in the form first', 'destructive', 'Sync']) expect(text).toContain(words);
  });

  test('follow the page at once, and what a reader has opened stays open', async () => {
    await panel.click('::-p-xpath(//summary[.//span[text()="Second"]])');
    await page.evaluate(() => {
      (window.kept['main'] as { update(change: object): void }).update({ title: 'Renamed', summary: 'News' });
    });
    await expect.poll(shown).toContain('Renamed');
    expect(await panel.$('::-p-xpath(//details[@open]/summary[.//span[text()="Second"]])')).not.toBeNull();
  });
});

describe('the activity', () => {
  test('tells of each call, masked; can be searched, copied, exported and cleared', async () => {
    const { id } = await agent.waitFor('main', ({ windows }) => windows.find(({ title }) => title === 'Renamed'));
    await agent.call(`${id}__save`, { password: 'swordfish', note: 'hello' });
    await panel.click('#tab-activity');
    await panel.waitForSelector('.entry .good');
    await panel.click('.entry details');
    const text = await shown();
    for (const words of ['Save', 'Panel agent', 'Everything › Renamed', rig.origin, 'Saved it', 'hello', 'done']) {
      expect(text).toContain(words);
    }
    expect(text).not.toContain('swordfish');
    await panel.type('input[type="search"]', 'no such call');
    await panel.waitForFunction(() => document.querySelector('.entry') === null, { polling: 100 });
    await panel.$eval('input[type="search"]', (input) => {
      input.value = '';
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await panel.waitForSelector('.entry');
    expect(await exported()).toMatchObject({
      agent: 'Panel agent',
      action: 'save',
      outcome: 'executed',
      arguments: { password: '••••••••', note: 'hello' },
    });
    await press(panel, 'Copy');
    await expect.poll(shown).toContain('Copied.');
    await press(panel, 'Clear');
    await panel.waitForFunction(() => document.querySelector('.entry') === null, { polling: 100 });
    await panel.click('#tab-windows');
  });

  /** The line of JSON that "Export" would save. */
  async function exported(): Promise<unknown> {
    await panel.evaluate(() => {
      const createUrl = URL.createObjectURL;
      URL.createObjectURL = (blob) => {
        window.kept = { saved: (blob as Blob).text() };
        return createUrl(blob);
      };
    });
    await press(panel, 'Export');
    return JSON.parse(await panel.evaluate(() => window.kept['saved'] as Promise<string>));
  }
});
