import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '../../demo-site/runner/agent.ts';
import { jumps, missedByTab, overflowingWidths, problemsInAnyLook } from './accessibility.ts';
import { declareEverything } from './everything.ts';
import { chooseOnLab, openExtensionPage, openPopupAbout, press, promptGone, promptPage } from './extension-pages.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
let agent: Agent;
let page: Page;
let mainId: string;
beforeAll(async () => {
  rig = await startRig();
  agent = await rig.agent('Panel agent');
  page = await rig.open();
  await page.evaluate(declareEverything);
  const main = await agent.waitFor('main', ({ windows }) => windows.find(({ title }) => title.startsWith('Main')));
  mainId = main.id;
});
afterAll(() => rig.stop());

/** The options with everything on them: a site decided about, an agent limited to sites, an action always allowed. */
async function openFullOptions(): Promise<Page> {
  await chooseOnLab(rig, 'destructive', { page, agent });
  const options = await openExtensionPage(rig, 'options');
  await options.waitForSelector('.site select');
  if ((await options.$('.chosen')) !== null) return options;
  const called = agent.call(`${mainId}__erase`);
  await press(await promptPage(rig), 'Always allow this action on this site');
  await called;
  await promptGone(rig);
  await options.bringToFront();
  await (await options.waitForSelector('::-p-xpath(//label[contains(., "Chosen sites only")]//input)'))?.click();
  await (await options.waitForSelector('.chosen input'))?.click();
  await options.waitForSelector('section[aria-labelledby="grants"] .card');
  return options;
}

async function openTab(name: string): Promise<Page> {
  const panel = await openExtensionPage(rig, 'side-panel');
  await panel.waitForSelector('.application');
  await panel.click(`#tab-${name}`);
  if (name === 'activity') await (await panel.waitForSelector('.entry summary'))?.click();
  await panel.waitForSelector(`#tab-${name}[aria-selected="true"]`);
  return panel;
}

const PAGES: Record<string, () => Promise<Page>> = {
  'the popup over a page that shares windows': async () => {
    const popup = await openPopupAbout(rig, page.url());
    await popup.waitForSelector('.windows li');
    return popup;
  },
  'the popup over a site that is not allowed': () => openPopupAbout(rig, 'https://orders.example.com/new'),
  'the popup over a page that cannot be allowed': () => openExtensionPage(rig, 'popup'),
  'the options': openFullOptions,
  'the windows in the panel': () => openTab('windows'),
  'the agents in the panel': () => openTab('agents'),
  'the activity in the panel': async () => {
    await agent.call(`${mainId}__save`, { note: 'hello' });
    return openTab('activity');
  },
};

describe.each(Object.entries(PAGES))('%s', (_, open) => {
  test('axe finds nothing in any look, nothing sticks out at any width, nothing jumps, Tab reaches all', async () => {
    const own = await open();
    expect(await jumps(own)).toEqual([]);
    expect(await missedByTab(own)).toEqual([]);
    expect(await problemsInAnyLook(own)).toEqual([]);
    expect(await overflowingWidths(own)).toEqual([]);
    await own.close();
  });
});

test('the question: axe finds nothing in any look, nothing sticks out at any width, nothing jumps, Tab reaches all', async () => {
  await chooseOnLab(rig, 'always', { page, agent });
  const called = agent.call(`${mainId}__save`, { note: 'hello' });
  const prompt = await promptPage(rig);
  expect(await jumps(prompt)).toEqual([]);
  expect(await missedByTab(prompt)).toEqual([]);
  expect(await problemsInAnyLook(prompt)).toEqual([]);
  expect(await overflowingWidths(prompt)).toEqual([]);
  await press(prompt, 'Deny');
  await called;
  await promptGone(rig);
});

test('the panel works with the keyboard alone', async () => {
  const panel = await openTab('windows');
  await panel.focus('[role="switch"]');
  await panel.keyboard.press('Enter');
  await agent.waitFor('a pause', ({ operableWindowIds }) => (operableWindowIds.length === 0 ? true : undefined));
  await panel.keyboard.press('Enter');
  await agent.waitFor('no pause', ({ operableWindowIds }) => operableWindowIds[0]);
  await panel.keyboard.press('Tab');
  await panel.keyboard.press('ArrowRight');
  await panel.waitForSelector('.agent');
  await panel.keyboard.press('End');
  await panel.waitForSelector('input[type="search"]');
  expect(await panel.evaluate(() => document.activeElement?.id)).toBe('tab-activity');
  await panel.keyboard.press('Home');
  await panel.waitForSelector('.application');
  await panel.close();
});

test('nothing moves under the pointer when agents are paused', async () => {
  const panel = await openTab('windows');
  const boxes = () =>
    panel.$$eval('h1, [role="switch"], [role="tab"], .application', (all) =>
      all.map((each) => Math.round(each.getBoundingClientRect().top)),
    );
  const before = await boxes();
  await panel.click('[role="switch"]');
  await panel.waitForSelector('[role="switch"][aria-checked="true"]');
  expect(await boxes()).toEqual(before);
  await panel.click('[role="switch"]');
  await panel.waitForSelector('[role="switch"][aria-checked="false"]');
  await panel.close();
});
