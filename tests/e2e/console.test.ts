import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ConsoleRig, POLLING, startConsoleRig } from './agent-console/console-rig.ts';

let it: ConsoleRig;
let page: Page;

declare global {
  interface Window {
    axe: typeof import('axe-core');
  }
}

beforeAll(async () => {
  it = await startConsoleRig();
  page = it.page;
});
afterAll(() => it.stop());

const texts = (selector: string) => page.$$eval(selector, (found) => found.map(({ textContent }) => textContent));

describe('what the agent reads', () => {
  beforeEach(() => it.open('/desk/index.html'));

  test('every window with its version, and which can be operated', async () => {
    expect(await texts('.panel.windows h4')).toEqual(['Order Editor', 'Report Details', 'Customers']);
    expect((await texts('.panel.windows .window.operable h4')).length).toBe(3);
    await it.untilText('version 1', '.panel.windows');
  });

  test('a dialog hangs from the window that it blocks, as soon as it opens', async () => {
    await it.call('Set fields', { recipient: 'Ada', amount: '20' });
    await it.untilText('ready to submit', '.panel.windows');
    // The tool goes away with the call.
    await it.openTool('Submit the order');
    await it.press('Call', '.tool.open form');
    await page.waitForSelector('.panel.windows .window-list .window-list .window.operable');
    expect(await texts('.window-list .window-list h4')).toEqual(['Confirm order']);
    await it.untilText('Waits for “Confirm order”', '.panel.windows');
    await it.untilText('A dialog opened: Confirm order', '.panel.calls');
  });

  test('the snapshot as JSON, and what it and the tools cost in tokens', async () => {
    await it.press('JSON', '.panel.windows');
    const shown = JSON.parse((await texts('.panel.windows pre'))[0] ?? '') as { windows: { title: string }[] };
    expect(shown.windows.map(({ title }) => title)).toContain('Report Details');
    for (const panel of ['windows', 'tools']) {
      await page.waitForFunction(
        (name) => /^[\d,]+ tokens$/.test(document.querySelector(`.panel.${name} .tokens`)?.textContent ?? ''),
        POLLING,
        panel,
      );
    }
  });
});

describe('what the agent can call', () => {
  beforeEach(() => it.open('/desk/index.html'));

  test('a form calls an action; its answer, the change and the notifications are shown', async () => {
    await it.call('Set fields', { recipient: 'Grace Hopper', amount: '12.5' });
    await it.untilText('done', '.call');
    await it.untilText('$12.50 to Grace Hopper', '.panel.windows');
    await it.untilText('notifications/resources/updated', '.panel.log');
    expect((await texts('.messages time'))[0]).toMatch(/^\d\d:\d\d:\d\d\.\d{3}$/);
    await it.press('Server messages', '.panel.log');
    const methods = await texts('.messages .method');
    expect(methods).toEqual(expect.arrayContaining(['tools/call', 'answer to tools/call', 'initialize']));
  });

  test('a refusal is told at the field that it is about', async () => {
    await it.openTool('Set fields', { amount: '-5' });
    await it.press('Call', '.tool.open form');
    await page.waitForSelector('.tool.open [name="amount"][aria-invalid="true"]');
    expect((await texts('.tool.open .field .error'))[0]).toContain('greater than 0');
    await it.untilText('validation_failed', '.call');
  });

  test('a form that was opened before its window changed is refused as stale, and can take the new version', async () => {
    await it.openTool('Set fields', { note: 'first' });
    await it.press('Call', '.tool.open form');
    await it.untilText('The window is at version 2 now', '.tool.open');
    await it.press('Call', '.tool.open form');
    await it.untilText('stale_state', '.call');
    await it.press('Take that', '.tool.open');
    await it.press('Call', '.tool.open form');
    await page.waitForFunction(() => document.querySelectorAll('.call').length === 3, POLLING);
    await it.untilText('done', '.call');
  });

  test('arguments can be written as JSON', async () => {
    await it.openTool('Set fields', { recipient: 'Ada' });
    await it.press('JSON', '.tool.open form');
    expect(JSON.parse(await page.$eval('.tool.open textarea', ({ value }) => value))).toMatchObject({
      recipient: 'Ada',
    });
    await it.press('Call', '.tool.open form');
    await it.untilText('to Ada', '.panel.windows');
  });

  test('tools for views alone are marked as hidden from the model, and can be found by name', async () => {
    await page.type('.panel.tools input[type="search"]', 'archive_page');
    await page.waitForFunction(() => document.querySelectorAll('.panel.tools .tool').length === 1, POLLING);
    await it.untilText('hidden from the model', '.panel.tools .tool');
  });
});

describe('the page', () => {
  beforeEach(() => it.open('/desk/index.html'));

  test('speaks the newest revision of MCP as well', async () => {
    await page.select('.choice select', '2026-07-28');
    await it.untilText('MCP 2026-07-28', 'header');
    await it.call('Set fields', { recipient: 'Ada' });
    await it.untilText('to Ada', '.panel.windows');
    await it.untilText('notifications/resources/updated', '.panel.log');
  });

  test('can be read by those who do not see it, in both themes', async () => {
    await it.openTool('Set fields');
    await it.call('Read all windows');
    await page.waitForSelector('.call .frame iframe');
    await page.evaluate(await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'));
    for (const theme of ['light', 'dark']) {
      await page.select('.choice:last-child select', theme);
      await page.waitForSelector(`:root[data-theme="${theme}"]`);
      // The view is checked by its own tests.
      const found = await page.evaluate(async () =>
        (await window.axe.run({ exclude: [['iframe']] }, { iframes: false })).violations.flatMap(({ id, nodes }) =>
          nodes.map(({ target }) => `${id}: ${target}`),
        ),
      );
      expect(found, theme).toEqual([]);
    }
  });

  test('fits into a telephone and a wide screen', async () => {
    await it.call('Show the invoice');
    await page.waitForSelector('.call .frame iframe');
    await it.openTool('Set fields');
    for (const width of [320, 800, 1600, 1440]) {
      await page.setViewport({ width, height: 900 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  });

  test('says when its server has ended, and starts another one', async () => {
    it.killServers();
    await page.waitForSelector('.status.closed');
    await it.untilText('The MCP server ended', 'header');
    await it.press('Connect again', 'header');
    await page.waitForSelector('.status.connected');
    await it.untilText('Order Editor', '.panel.windows');
  });

  test('works without a mouse', async () => {
    await page.focus('.panel.tools input[type="search"]');
    await page.keyboard.type('set_fields');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.tool.open form');
    await page.focus('.tool.open [name="recipient"]');
    await page.keyboard.type('Ada');
    await page.keyboard.press('Enter');
    await it.untilText('to Ada', '.panel.windows');
  });
});

describe('the token', () => {
  test('is missing: the console says what to do', async () => {
    const other = await it.rig.browser.newPage();
    await other.goto(`${it.server.gate.origin}/console.html`);
    expect(await other.$eval('main', ({ textContent }) => textContent)).toContain('npm run demo -- --console');
    await other.close();
  });

  test('is that of another demo: the console says why it is not let in', async () => {
    const other = await it.rig.browser.newPage();
    await other.goto(`${it.server.gate.origin}/console.html#token=wrong`);
    await other.waitForFunction(() => document.body.textContent.includes('does not know this token'), {
      ...POLLING,
    });
    await other.close();
  });

  test('is kept out of the address and through a reload', async () => {
    await page.goto('about:blank');
    await page.goto(it.server.url);
    await page.waitForSelector('.status.connected');
    expect(page.url()).toBe(`${it.server.gate.origin}/console.html`);
    await page.reload();
    await page.waitForSelector('.status.connected');
  });
});
