import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Frame } from 'puppeteer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Chat, frameIn, ShownView } from './basic-host/chat.ts';

declare global {
  interface Window {
    axe: typeof import('axe-core');
  }
}

let chat: Chat;

beforeAll(async () => {
  chat = await Chat.start();
});
afterAll(() => chat.stop());
beforeEach(() => chat.renew());

/** Titles of the windows in the built-in view, those of dialogs after their owners'. */
const titles = (frame: Frame, within = '') =>
  frame.$$eval(`${within} article > header > h3`, (headings) => headings.map(({ textContent }) => textContent));

describe('the built-in view in the official basic host', () => {
  test('the phases come in their order: nothing before initialized, input before result', async () => {
    const view = await chat.showTool('app__read_windows');
    await view.untilText('Order Editor');
    const { passed } = await chat.asked();
    const methods = passed.map(({ to, method }) => `${to} ${method}`);
    const initialized = methods.indexOf('host ui/notifications/initialized');
    const toView = methods.slice(0, initialized).filter((word) => word.startsWith('view '));
    // The document, and the answer to `ui/initialize`.
    expect(toView).toEqual(['view ui/notifications/sandbox-resource-ready', 'view undefined']);
    const input = methods.indexOf('view ui/notifications/tool-input');
    expect(input).toBeGreaterThan(initialized);
    expect(methods.indexOf('view ui/notifications/tool-result')).toBeGreaterThan(input);
    expect(methods.indexOf('host tools/call')).toBeGreaterThan(initialized);
    expect(await chat.host.evaluate(() => window.host.teardown())).toEqual({});
  });

  test('shows every window with what it says, and follows what happens in the page', async () => {
    const view = await chat.showTool('app__read_windows');
    await view.untilText('Sales of the last');
    expect(await view.text()).toContain('Recipient cannot be empty');
    expect(await view.frame.$('article.operable')).not.toBeNull();
    const { id } = await chat.windowNamed('Order Editor');
    await chat.agent.call(`${id}__set_fields`, { recipient: 'Grace Hopper' });
    await view.untilText('Grace Hopper');
  });

  test('the person runs actions by forms; refusals stand at their fields; the model is told', async () => {
    const view = await chat.showTool('app__read_windows');
    await view.untilText('Set fields');
    await view.press('Set fields');
    const amount = await view.frame.waitForSelector('form input[name="amount"]');
    await amount?.type('-5');
    await view.press('Set fields', 'form');
    await view.frame.waitForSelector('form input[name="amount"][aria-invalid="true"]');
    expect(await view.frame.$eval('form .problem', (problem) => problem.textContent)).toContain(
      'Must be greater than 0',
    );
    expect(await view.frame.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('amount');
    await amount?.evaluate((input) => {
      input.value = '';
    });
    await amount?.type('250');
    await (await view.frame.$('form input[name="recipient"]'))?.type('Ada Lovelace');
    await view.press('Set fields', 'form');
    await view.untilText('Order #12345 changed');
    await chat.agent.waitFor('the change', ({ windows }) =>
      windows.some(({ summary }) => summary?.includes('Ada Lovelace')) ? true : undefined,
    );
    await view.untilText('$250.00 to Ada Lovelace');
    const { contexts } = await chat.asked();
    expect(JSON.stringify(contexts.at(-1))).toContain('Set fields in Order Editor: Order #12345 changed');
    await view.press('Tell the assistant what you did');
    await view.untilText('Sent');
    expect((await chat.asked()).messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: expect.stringContaining('Order #12345 changed') }] },
    ]);
  });

  test('a dialog stands inside its window and blocks it; what destroys asks first', async () => {
    const view = await chat.showTool('app__read_windows');
    const { id } = await chat.windowNamed('Order Editor');
    await chat.agent.call(`${id}__set_fields`, { recipient: 'Ada', amount: 20 });
    await view.untilText('ready to submit');
    await view.press('Submit the order');
    await view.press('Submit the order', 'form');
    await view.untilText('Asks whether to submit');
    expect(await titles(view.frame, '.windows > li:first-child .modals')).toEqual(['Confirm order']);
    expect(await view.text()).toContain('Waits for “Confirm order”');
    await view.press('Confirm');
    await view.press('Confirm', 'form');
    await view.untilText('Order #12345 submitted');
    await expect.poll(() => titles(view.frame)).toEqual(['Order Editor', 'Report Details', 'Customers']);
  });

  test('a form says when its window has changed under it', async () => {
    const view = await chat.showTool('app__read_windows');
    await view.untilText('Set the period');
    const { id } = await chat.windowNamed('Report Details');
    await view.press('Set the period');
    await view.frame.select('form select', '"year"');
    await chat.agent.call(`${id}__set_period`, { period: 'week' });
    await view.untilText('The window has changed since you opened this form');
    await view.press('Set the period', 'form');
    await view.untilText('Shows the last year');
  });

  test('tables turn their pages, also to rows that only the application has', async () => {
    const view = await chat.showTool('app__read_windows');
    await view.untilText('of 50,000');
    await view.press('Next');
    await view.untilText('Rows 6 to 15 of 50,000');
    expect(await view.frame.$$eval('.table tbody tr', (rows) => rows.length)).toBeGreaterThan(10);
  });

  test('theme, locale, display mode and links go through the host', async () => {
    const view = await chat.showTool('app__read_windows');
    await view.untilText('of 50,000');
    const scheme = () => view.frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(await scheme()).toBe('light');
    await chat.host.evaluate(() =>
      window.host.change({ theme: 'dark', locale: 'de-DE', safeAreaInsets: { top: 40, right: 0, bottom: 0, left: 0 } }),
    );
    await view.untilText('of 50.000');
    expect(await scheme()).toBe('dark');
    const languages = () =>
      [document.documentElement, document.querySelector('main'), document.querySelector('h3 bdi')].map((part) =>
        part?.getAttribute('lang'),
      );
    expect(await view.frame.evaluate(languages)).toEqual(['de-DE', 'en', 'de-DE']);
    expect(await view.frame.$eval('main', (main) => getComputedStyle(main).paddingTop)).toBe('52px');
    await view.press('Full screen');
    await view.untilText('Back to the chat');
    await view.press(chat.rig.origin);
    await chat.host.waitForFunction(() => window.host.asked.links.length > 0);
    expect(await chat.asked()).toMatchObject({ links: [chat.rig.origin], modes: ['fullscreen'] });
  });

  test('works without a mouse, and says its names and states to those who do not see it', async () => {
    const view = await chat.showTool('app__read_windows');
    await view.untilText('Set fields');
    const focused = () =>
      view.frame.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.textContent);
    await view.press('Set fields');
    await view.frame.waitForSelector('form.action-form');
    expect(await focused()).toBe('recipient');
    await chat.host.keyboard.type('Ada');
    await view.frame.evaluate(await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8'));
    const violations = () =>
      view.frame.evaluate(async () => (await window.axe.run(document)).violations.map(({ id }) => id));
    expect(await violations()).toEqual([]);
    await chat.host.evaluate(() => window.host.change({ theme: 'dark' }));
    expect(await violations()).toEqual([]);
    await chat.host.keyboard.press('Escape');
    expect(await focused()).toBe('Set fields');
    expect(await view.frame.$('form.action-form')).toBeNull();
  });

  test('what does not come from its host is no message', async () => {
    const view = await chat.showTool('app__read_windows');
    await view.untilText('of 50,000');
    const method = 'ui/notifications/host-context-changed';
    await view.frame.evaluate((message) => postMessage(message, '*'), {
      jsonrpc: '2.0',
      method,
      params: { theme: 'dark' },
    });
    await chat.host.evaluate(() => window.host.change({ locale: 'de-DE' }));
    await view.untilText('of 50.000');
    expect(await view.frame.evaluate(() => document.documentElement.dataset['theme'])).toBe('light');
  });

  test('ends also as an early draft of MCP Apps told it', async () => {
    const view = await chat.showTool('app__read_windows');
    await view.untilText('Set fields');
    await expect.poll(() => chat.relayed.at(-1)).toBe('started app__wait_for_change');
    await chat.host.evaluate(() => window.host.notify('ui/notifications/teardown'));
    const { id } = await chat.windowNamed('Order Editor');
    await chat.agent.call(`${id}__set_fields`, { recipient: 'Ada' });
    await expect.poll(() => chat.relayed.at(-1)).toBe('ended app__wait_for_change');
    await chat.host.evaluate(() => window.host.teardown());
    expect(chat.relayed.at(-1)).toBe('ended app__wait_for_change');
  });

  test('what a page says is text, whatever it looks like', async () => {
    const page = await chat.rig.open();
    await page.evaluate(() => {
      const markup = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
      const { createBridge, text, fields, table, list, notice, media, custom } = window.sdk;
      createBridge({ name: markup }).openWindow({
        title: markup,
        summary: markup,
        blocks: [
          text(markup),
          fields([{ label: markup, value: markup }]),
          table([markup], [[markup]]),
          list([markup]),
          notice('warn', markup),
          media('image/png', 'data:image/png;base64,iVBORw0KGgo=', { alt: markup }),
          custom({ markup }),
        ],
        actions: { [`a${'b'.repeat(20)}`]: { title: markup, run: () => ({ message: markup }) } },
      });
    });
    const view = await chat.showTool('app__read_windows');
    await view.untilText('window.hacked');
    expect(await view.frame.$$eval('main img', (images) => images.map(({ src }) => src.slice(0, 15)))).toContain(
      'data:image/png;',
    );
    expect(await view.frame.$$eval('main script', (scripts) => scripts.length)).toBe(0);
    expect(await view.frame.evaluate(() => 'hacked' in window)).toBe(false);
    await page.close();
  });

  test('without tools, the result that the host has is shown as it is', async () => {
    await chat.host.evaluate(() => {
      window.relayCallTool = () => Promise.reject(new Error('The chat lets no view call tools'));
    });
    const view = await chat.showTool('app__read_windows');
    await view.untilText('Order Editor');
    await view.untilText('Updates have stopped');
  });
});

describe('the built-in view in a host that knows an early draft of MCP Apps only', () => {
  beforeEach(() => chat.renew('/draft.html'));

  test('is shown, follows, acts and tells the model all the same', async () => {
    const shown = await chat.shownOf('app__read_windows');
    await chat.host.bringToFront();
    await chat.host.evaluate((given) => window.host.show(given), shown);
    const view = new ShownView(chat, await frameIn(chat.host.mainFrame()));
    await view.untilText('Sales of the last');
    expect(
      await view.frame.$eval('html', (root) => [root.dataset['theme'], root.style.getPropertyValue('--room')]),
    ).toEqual(['light', '300px']);
    await view.press('Set the period');
    await view.frame.select('form select', '"year"');
    await view.press('Set the period', 'form');
    await view.untilText('Shows the last year');
    expect(JSON.stringify((await chat.asked()).contexts)).toContain('Set the period in Report Details');
    await chat.host.evaluate(() => window.host.teardown());
  });
});
