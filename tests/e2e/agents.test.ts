import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Agent } from '../../demo-site/runner/agent.ts';
import { listDescriptors } from '../../native-host/src/link/rendezvous.ts';
import { declareArchive } from './archive.ts';
import { openExtensionPage, press, toolbar } from './extension-pages.ts';
import { type Rig, startRig, stopWorker } from './rig.ts';

let rig: Rig;
let agent: Agent;
let page: Page;
let options: Page;
beforeAll(async () => {
  rig = await startRig();
  agent = await rig.agent('Careful agent');
});
afterAll(() => rig.stop());
beforeEach(async () => {
  page = await rig.open();
  options = await openExtensionPage(rig, 'options');
  return async () => {
    await options.close();
    await page.close();
    await agent.waitFor('an empty screen', isEmpty);
  };
});

const isEmpty = ({ windows }: { windows: unknown[] }) => (windows.length === 0 ? true : undefined);
const names = async (id: string) => (await agent.toolNames()).filter((name) => name.startsWith(id));

/** The card of an agent. */
const cardOf = (name: string) => `::-p-xpath(//li[contains(@class, "agent") and .//h3[text()="${name}"]])`;
const card = cardOf('Careful agent');

/** A check box of the agent of these tests, by its label. */
async function box(label: string) {
  await options.bringToFront();
  const found = await options.waitForSelector(`${card} >>> ::-p-xpath(.//label[contains(., "${label}")]//input)`);
  if (found === null) throw new Error(`no box "${label}"`);
  return found;
}

/** Another agent of the same person; without a token it is known by its name. */
const startOther = (name = 'Other') => rig.agent(name);

describe('an agent that is new', () => {
  test('is announced on the button and in the popup, until the person has looked', async () => {
    await declareArchive(page, agent);
    await (await openExtensionPage(rig, 'popup')).close();
    await expect.poll(() => toolbar(options)).toEqual({ text: '', title: 'MCP GUI Bridge' });
    const other = await startOther('Stranger');
    await other.readWindows();
    await expect
      .poll(() => toolbar(options))
      .toEqual({
        text: '+1',
        title: 'MCP GUI Bridge: a new agent has connected',
      });
    const popup = await openExtensionPage(rig, 'popup');
    const shown = await popup.waitForSelector(cardOf('Stranger'));
    const text = await shown?.evaluate(({ textContent }) => textContent);
    for (const words of ['Stranger', 'new', 'Connected since', 'calls: 0', 'May use all allowed sites']) {
      expect(text).toContain(words);
    }
    await popup.close();
    await expect.poll(() => toolbar(options)).toMatchObject({ text: '' });
    await other.close();
  });

  test('sees nothing before it is accepted, where the person wants that', async () => {
    await declareArchive(page, agent);
    await options.click('input[value="accepted"]');
    await options.waitForSelector('input[value="accepted"]:checked');
    const newcomer = await rig.agent('Newcomer', [], { MCP_GUI_BRIDGE_AGENT: 'newcomer' });
    expect((await newcomer.readWindows()).windows).toEqual([]);
    expect((await newcomer.toolNames()).every((name) => name.startsWith('app__'))).toBe(true);
    await press(options, 'Accept');
    await newcomer.waitFor('the archive', ({ windows }) => windows[0]);
    await options.click('input[value="all"]');
    await newcomer.close();
  });
});

describe('an agent that the person limits', () => {
  test('to reading is offered what the site calls read-only, and nothing else', async () => {
    const id = await declareArchive(page, agent);
    await (await box('Read only')).click();
    await expect.poll(() => names(id)).toEqual([`${id}__look`]);
    expect((await agent.call(`${id}__save`)).answer).toMatchObject({ error: { code: 'action_not_available' } });
    await (await box('Read only')).click();
    await expect.poll(async () => (await names(id)).length).toBe(4);
  });

  test('to chosen sites sees those and no others', async () => {
    const id = await declareArchive(page, agent);
    await (await box('Chosen sites only')).click();
    await agent.waitFor('nothing', isEmpty);
    expect((await agent.call(`${id}__save`)).answer).toMatchObject({ error: { code: 'window_not_found' } });
    await (await box(rig.origin)).click();
    await agent.waitFor('the archive', ({ windows }) => windows[0]);
    expect((await agent.call(`${id}__save`)).answer).toMatchObject({ ok: true });
    await (await box('Chosen sites only')).click();
    await options.waitForSelector('.chosen', { hidden: true });
  });

  test('by blocking it has the helpers and an empty snapshot; another agent is not affected', async () => {
    const id = await declareArchive(page, agent);
    const other = await startOther();
    // Its card comes above the others and moves their buttons.
    await options.waitForSelector(cardOf('Other'));
    const block = await options.waitForSelector(`${card} >>> button`);
    await block?.click();
    await agent.waitFor('nothing', isEmpty);
    expect((await agent.toolNames()).every((name) => name.startsWith('app__'))).toBe(true);
    expect((await agent.call(`${id}__save`)).answer).toMatchObject({ error: { code: 'window_not_found' } });
    expect((await other.call(`${id}__save`)).answer).toMatchObject({ ok: true });
    await other.close();
    await block?.click();
    await agent.waitFor('the archive', ({ windows }) => windows[0]);
  });

  test('by disconnecting it sees nothing until it is started again; another agent is not affected', async () => {
    const id = await declareArchive(page, agent);
    const other = await startOther('Leaving');
    await other.waitFor('the archive', ({ windows }) => windows[0]);
    const leave = await options.waitForSelector(
      `${cardOf('Leaving')} >>> ::-p-xpath(.//button[normalize-space()="Disconnect"])`,
    );
    await leave?.click();
    await other.waitFor('nothing', isEmpty);
    expect((await agent.call(`${id}__save`)).answer).toMatchObject({ ok: true });
    await other.close();
    const again = await startOther('Leaving');
    await again.waitFor('the archive', ({ windows }) => windows[0]);
    await again.close();
  });
});

test('an agent that was disconnected stays disconnected when the worker, and its host with it, is another one', async () => {
  await declareArchive(page, agent);
  const gone = await startOther('Sent away');
  await gone.waitFor('the archive', ({ windows }) => windows[0]);
  await options.bringToFront();
  const leave = await options.waitForSelector(
    `${cardOf('Sent away')} >>> ::-p-xpath(.//button[normalize-space()="Disconnect"])`,
  );
  await leave?.click();
  await gone.waitFor('nothing', isEmpty);
  const { stateDirectory } = rig.profile;
  const hosts = async () => (await listDescriptors(stateDirectory)).map(({ pid }) => pid);
  const [before] = await hosts();
  await stopWorker(rig.browser, page);
  const refusedAgain = async () => {
    const next = (await hosts()).find((pid) => pid !== before);
    const log = await readFile(join(stateDirectory, 'log', 'mcp.log'), 'utf8');
    return log
      .split('\n')
      .some((line) => line.includes(`"pid":${next}`) && line.includes('has disconnected this agent'));
  };
  await expect.poll(refusedAgain, { timeout: 20_000 }).toBe(true);
  await agent.waitFor('the archive', ({ windows, operableWindowIds }) => operableWindowIds.length > 0 && windows[0]);
  expect((await gone.readWindows()).windows).toEqual([]);
  await gone.close();
});

test('frames take part where the person lets them, under the origin of the frame', async () => {
  await declareArchive(page, agent);
  const frames = await options.waitForSelector(
    `::-p-xpath(//li[.//h3[text()="${rig.origin}"]]//input[@type="checkbox"])`,
  );
  const outside = `http://127.0.0.1:${rig.port}`;
  const outer = await rig.open(`${outside}/lab.html`);
  await outer.waitForFunction(() => document.title === 'Laboratory ready');
  await outer.evaluate(() => void window.sdk.createBridge({ name: 'Outside' }).openWindow({ title: 'Outside' }));
  const embed = async () => {
    const element = await outer.evaluateHandle(async (src) => {
      const frame = document.createElement('iframe');
      frame.src = src;
      document.body.replaceChildren(frame);
      await new Promise((resolve) => frame.addEventListener('load', resolve));
      return frame;
    }, `${rig.origin}/lab.html`);
    const frame = await element.contentFrame();
    await frame.waitForFunction(() => document.title === 'Laboratory ready', { polling: 100 });
    return frame.evaluate(() => {
      const bridge = window.sdk.createBridge({ name: 'Framed' });
      bridge.openWindow({ title: 'In a frame' });
      return new Promise<boolean>((resolve) => {
        bridge.onStatus((status) => resolve(status === 'connected'));
        setTimeout(() => resolve(false), 1_000);
      });
    });
  };
  const origins = async () =>
    new Map((await agent.readWindows()).applications.map(({ name, origin }) => [name, origin]));
  expect(await embed()).toBe(false);
  await expect.poll(origins).toEqual(
    new Map([
      ['Archive', rig.origin],
      ['Outside', outside],
    ]),
  );
  await options.bringToFront();
  await frames?.click();
  const all = new Map([
    ['Archive', rig.origin],
    ['Outside', outside],
    ['Framed', rig.origin],
  ]);
  // A frame takes part from its next load on, and nobody tells when the browser has understood.
  await expect.poll(embed, { timeout: 10_000, interval: 100 }).toBe(true);
  await expect.poll(origins).toEqual(all);
  await frames?.click();
  all.delete('Framed');
  await expect.poll(origins).toEqual(all);
  await outer.close();
});
