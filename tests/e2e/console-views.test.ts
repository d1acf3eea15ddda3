import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElementHandle, Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleRig, POLLING, startConsoleRig } from './agent-console/console-rig.ts';
import { declareProbe, type Got, type ProbeOptions } from './agent-console/probe-view.ts';

let it: ConsoleRig;
let page: Page;
let downloads: string;

beforeAll(async () => {
  downloads = mkdtempSync(join(tmpdir(), 'downloads-'));
  it = await startConsoleRig();
  page = it.page;
});
afterAll(async () => {
  await it.stop();
  rmSync(downloads, { recursive: true });
});

const views = () => page.$$('.call .frame iframe');

/** A page that declares the probe, a fresh console, and a call of the probe's tool. */
async function showProbe(options: ProbeOptions = {}) {
  await it.open('/lab.html', (site) => declareProbe(site, options));
  await it.call('Show the probe', { note: 'hello' });
  await it.untilText('probe: live', '.call');
  const view = await it.view();
  const got = (): Promise<Got[]> => view.evaluate(() => window.probe.got);
  return {
    view,
    got,
    methods: async () => (await got()).map(({ method }) => method ?? 'answer'),
    ask: (method: string, params: object = {}) => view.evaluate((...args) => window.probe.ask(...args), method, params),
    tell: (method: string, params: object = {}) =>
      view.evaluate((...args) => window.probe.tell(...args), method, params),
  };
}

async function showDesk(tool: string) {
  await it.open('/desk/index.html');
  await it.call(tool);
  return it.view();
}

describe('views of the order desk', () => {
  test('the invoice is shown, and the phases come in their order', async () => {
    const view = await showDesk('Show the invoice');
    await view.waitForFunction(() => document.body.textContent.includes('Espresso beans'), POLLING);
    const messages = await it.viewMessages();
    expect(messages.slice(0, 3)).toEqual([
      'in ui/initialize',
      'out answer to ui/initialize',
      'in ui/notifications/initialized',
    ]);
    const sent = messages.filter((line) => line.includes('notifications/tool-'));
    expect(sent).toEqual(['out ui/notifications/tool-input', 'out ui/notifications/tool-result']);
  });

  test('the picker turns pages by a tool that the model does not see, and tells the model what was picked', async () => {
    const view = await showDesk('Pick a line of the archive');
    const press = async (text: string) => {
      const button = await view.waitForFunction(
        (wanted) => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === wanted),
        POLLING,
        text,
      );
      await (button as ElementHandle<HTMLButtonElement>).click();
    };
    await press('Next');
    await view.waitForFunction(() => document.body.textContent.includes('7 to 12 of'), POLLING);
    await press('Order again');
    await it.untilText('Context for the model', '.notes');
    expect(await it.viewMessages()).toContain('out answer to ui/update-model-context');
  });

  test('the built-in view shows the windows and follows them', async () => {
    const view = await showDesk('Read all windows');
    await view.waitForFunction(() => document.body.textContent.includes('Sales of the last'), POLLING);
    await it.call('Set fields', { recipient: 'Grace Hopper' });
    await it.press('Close', '.call');
    await view.waitForFunction(() => document.body.textContent.includes('Grace Hopper'), POLLING);
  });
});

describe('what a view is told', () => {
  test('the host’s context and capabilities, its input before its result', async () => {
    const { got, methods } = await showProbe();
    await expect.poll(methods).toContain('ui/notifications/tool-result');
    const [answer, ...rest] = await got();
    expect(answer?.result).toMatchObject({
      protocolVersion: '2026-01-26',
      hostCapabilities: { openLinks: {}, serverTools: {}, sandbox: { csp: {}, permissions: {} } },
      hostContext: {
        theme: 'light',
        displayMode: 'inline',
        availableDisplayModes: ['inline', 'fullscreen', 'pip'],
        toolInfo: { tool: { name: expect.stringContaining('__show') } },
      },
    });
    const told = rest.filter(({ method }) => method?.includes('/tool-'));
    expect(told.map(({ method }) => method)).toEqual(['ui/notifications/tool-input', 'ui/notifications/tool-result']);
    expect(told[0]?.params).toMatchObject({ arguments: { note: 'hello' } });
    expect(told[1]?.params).toMatchObject({ structuredContent: { result: { seen: true } } });
  });

  test('theme and locale when the person changes them', async () => {
    const { got } = await showProbe();
    await page.select('.choice:last-child select', 'dark');
    await page.select('.choice:nth-last-child(2) select', 'de-DE');
    const changes = async () =>
      Object.assign(
        {},
        ...(await got()).filter(({ method }) => method?.endsWith('context-changed')).map(({ params }) => params),
      );
    await expect.poll(changes).toMatchObject({ theme: 'dark', locale: 'de-DE' });
    expect(await page.evaluate(() => getComputedStyle(document.body).colorScheme)).toBe('dark');
    await page.select('.choice:last-child select', 'light');
  });

  test('its arguments piece by piece, and only before they are complete', async () => {
    const { view } = await showProbe();
    await it.press('Close', '.call');
    await expect.poll(async () => (await views()).length).toBe(0);
    expect(view.detached).toBe(true);
    await it.openTool('Show the probe', { note: 'a note that is written slowly' });
    await page.click('.tool.open input[type="checkbox"]');
    await it.press('Call', '.tool.open form');
    await it.untilText('done', '.call');
    const messages = await it.viewMessages();
    const sent = messages
      .slice(messages.lastIndexOf('in ui/notifications/initialized'))
      .filter((line) => line.startsWith('out ui/notifications/tool-'));
    const partials = sent.filter((line) => line.endsWith('partial')).length;
    expect(partials).toBeGreaterThan(2);
    expect(sent.slice(partials)).toEqual(['out ui/notifications/tool-input', 'out ui/notifications/tool-result']);
  });

  test('that its call was cancelled', async () => {
    await showProbe();
    await it.press('Close', '.call');
    await expect.poll(async () => (await views()).length).toBe(0);
    await it.call('Take your time');
    await it.untilText('probe: live', '.call');
    await it.press('Cancel', '.call');
    await it.untilText('cancelled', '.call header');
    await expect.poll(it.viewMessages).toContain('out ui/notifications/tool-cancelled');
  });
});

describe('what a view may ask for', () => {
  test('tools, but not those for the model alone', async () => {
    const { ask } = await showProbe();
    const shown = await page.$eval('.call header code', ({ textContent }) => textContent);
    const named = (action: string) => shown.replace('__show', `__${action}`);
    expect(await ask('tools/call', { name: named('for_views'), arguments: {} })).toMatchObject({
      result: { structuredContent: { message: 'Called by a view' } },
    });
    const refused = await ask('tools/call', { name: named('for_model'), arguments: {} });
    expect(refused.error?.message).toContain('for the model alone');
    await it.untilText('Was refused', '.notes');
  });

  test('resources, messages, context, logs', async () => {
    const { ask, tell } = await showProbe();
    expect(await ask('resources/read', { uri: 'app://windows' })).toMatchObject({
      result: { contents: [{ uri: 'app://windows' }] },
    });
    const content = [{ type: 'text', text: 'What does this mean?' }];
    expect(await ask('ui/message', { role: 'user', content })).toMatchObject({ result: {} });
    expect(await ask('ui/update-model-context', { content })).toMatchObject({ result: {} });
    expect(await ask('ping')).toMatchObject({ result: {} });
    await tell('notifications/message', { level: 'warning', logger: 'probe', data: 'careful' });
    for (const note of ['Says to the model', 'Context for the model', 'Log of probe, warning']) {
      await it.untilText(note, '.notes');
    }
    expect((await ask('ui/nonsense')).error?.message).toBeDefined();
  });

  test('links, which the person decides about', async () => {
    const { ask } = await showProbe();
    const url = `${it.rig.origin}/bench.html`;
    const refused = ask('ui/open-link', { url });
    await it.untilText(`The view wants to open ${url}`, '.questions');
    await it.press('Refuse', '.questions');
    expect(await refused).toMatchObject({ result: { isError: true } });
    const allowed = ask('ui/open-link', { url });
    const opened = it.rig.browser.waitForTarget((target) => target.url() === url);
    await it.press('Allow', '.questions');
    expect(await allowed).toMatchObject({ result: {} });
    await (await (await opened).page())?.close();
    await page.bringToFront();
    expect(await ask('ui/open-link', { url: 'javascript:alert(1)' })).toMatchObject({ result: { isError: true } });
  });

  test('no more than the person can answer, and nothing once it is gone', async () => {
    const { ask, tell, view } = await showProbe();
    const first = ask('ui/open-link', { url: 'https://first.example/' });
    await it.untilText('open https://first.example/', '.questions');
    for (let n = 0; n < 60; n++) await tell('notifications/message', { level: 'info', logger: `n${n}`, data: n });
    await it.untilText('Log of n59', '.notes');
    await it.press('Refuse', '.questions');
    expect(await first).toMatchObject({ result: { isError: true } });
    await it.untilText('open https://first.example/: refused', '.notes');
    await view.evaluate(() => {
      for (let n = 0; n < 8; n++) void window.probe.ask('ui/open-link', { url: `https://${n}.example/` });
    });
    expect(await ask('ui/open-link', { url: 'https://more.example/' })).toMatchObject({ result: { isError: true } });
    expect((await page.$$('.question')).length).toBe(8);
    await tell('ui/notifications/request-teardown');
    await it.untilText('taken down', '.view-bar');
    expect((await page.$$('.question')).length).toBe(0);
  });

  test('full screen, in which everything is there that it needs and nothing else, until Escape', async () => {
    const { ask, view } = await showProbe();
    await view.evaluate(() => document.body.append(document.createElement('button')));
    const isFull = () => page.$eval('.stage', ({ classList }) => classList.contains('fullscreen'));
    await it.press('Full screen', '.call');
    await expect.poll(isFull).toBe(true);
    const asked = ask('ui/open-link', { url: 'https://first.example/' });
    await it.press('Refuse', '.stage');
    expect(await asked).toMatchObject({ result: { isError: true } });
    for (let n = 0; n < 8; n++) {
      await page.keyboard.press('Tab');
      // Between the last and the first there is the browser's own.
      const at = await page.evaluate(() => document.activeElement?.closest('.stage, body')?.className);
      expect(['', expect.stringContaining('stage')]).toContainEqual(at);
    }
    await view.focus('button');
    await page.keyboard.press('Escape');
    await expect.poll(isFull).toBe(false);
    await expect.poll(() => page.$$eval('[inert]', (inert) => inert.length)).toBe(0);
  });

  test('files to save, which the person decides about', async () => {
    const { ask } = await showProbe();
    const session = await page.createCDPSession();
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
    const resource = { uri: 'file:///report.csv', mimeType: 'text/csv', text: 'a,b' };
    const asked = ask('ui/download-file', { contents: [{ type: 'resource', resource }] });
    await it.press('Allow', '.questions');
    expect(await asked).toMatchObject({ result: {} });
    await expect.poll(() => readFileSync(join(downloads, 'report.csv'), 'utf8'), { timeout: 15_000 }).toBe('a,b');
    const link = { type: 'resource_link', name: 'x', uri: 'javascript:alert(1)' };
    expect(await ask('ui/download-file', { contents: [link] })).toMatchObject({ result: { isError: true } });
  });

  test('its size, up to what there is room for', async () => {
    const { tell } = await showProbe();
    const height = () => page.$eval('.frame', (frame) => Math.round(frame.getBoundingClientRect().height));
    await tell('ui/notifications/size-changed', { height: 300 });
    await expect.poll(height).toBe(300);
    await tell('ui/notifications/size-changed', { height: 9_000 });
    await expect.poll(height).toBe(640);
  });

  test('display modes, which do not load it anew', async () => {
    const { ask, view } = await showProbe();
    await view.evaluate(() => {
      document.title = 'Still here';
    });
    const shown = () => page.$eval('.stage', ({ className }) => className);
    expect(await ask('ui/request-display-mode', { mode: 'fullscreen' })).toMatchObject({
      result: { mode: 'fullscreen' },
    });
    await expect.poll(shown).toContain('fullscreen');
    const box = () => page.$eval('.frame', (frame) => frame.getBoundingClientRect().width);
    expect(await box()).toBeGreaterThan(1_300);
    await page.keyboard.press('Escape');
    await expect.poll(shown).toContain('inline');
    await it.press('Picture in picture', '.call');
    await expect.poll(shown).toContain('pip');
    await it.call('Show the probe');
    await page.waitForFunction(() => document.querySelectorAll('.call').length === 2, POLLING);
    await it.untilText('probe: live', '.call');
    expect(await view.title()).toBe('Still here');
    // There is room for one beside the list.
    await it.press('Full screen', '.call');
    await expect
      .poll(() => page.$$eval('.stage', (stages) => stages.map(({ classList }) => classList[1])))
      .toEqual(['fullscreen', 'inline']);
    expect(await view.title()).toBe('Still here');
  });

  test('no display mode that it does not support', async () => {
    const { ask } = await showProbe({ modes: ['inline', 'pip'] });
    expect(await ask('ui/request-display-mode', { mode: 'fullscreen' })).toMatchObject({ result: { mode: 'inline' } });
    const offered = await page.$$eval('.stage .switch button', (buttons) => buttons.map(({ disabled }) => !disabled));
    expect(offered).toEqual([true, false, true]);
  });
});
