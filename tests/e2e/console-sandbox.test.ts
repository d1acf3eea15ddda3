import type { Frame, Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsoleRig, POLLING, startConsoleRig } from './agent-console/console-rig.ts';
import { declareProbe, type Got, type ProbeOptions } from './agent-console/probe-view.ts';

declare global {
  interface Document {
    /** What Chromium says of the permissions policy. */
    readonly featurePolicy: { allowsFeature(name: string): boolean };
  }
}

let it: ConsoleRig;
let page: Page;

beforeAll(async () => {
  it = await startConsoleRig();
  page = it.page;
});
afterAll(() => it.stop());

async function showProbe(options: ProbeOptions = {}): Promise<Frame> {
  await it.open('/lab.html', (site) => declareProbe(site, options));
  await it.call('Show the probe');
  await it.untilText('probe: live', '.call');
  return it.view();
}

const got = (view: Frame): Promise<Got[]> => view.evaluate(() => window.probe.got);
const reaches = (view: Frame, url: string) =>
  view.evaluate(
    (to) =>
      fetch(to, { mode: 'no-cors' }).then(
        () => true,
        () => false,
      ),
    url,
  );
/** Which directive keeps the view from nesting that address, or none. */
const nested = (view: Frame, url: string) =>
  view.evaluate((to) => {
    const frame = document.createElement('iframe');
    return new Promise<string>((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
      frame.addEventListener('load', () => resolve('nothing'));
      frame.src = to;
      document.body.append(frame);
    });
  }, url);

describe('the policy of a view', () => {
  test('what was not declared is blocked', async () => {
    const view = await showProbe();
    expect(await reaches(view, `${it.rig.origin}/lab.html`)).toBe(false);
    expect(await nested(view, `${it.rig.origin}/lab.html`)).toBe('frame-src');
    const allowed = await page.$eval('.frame iframe', ({ allow }) => allow);
    expect(allowed).toBe('');
    expect(await view.evaluate(() => document.featurePolicy.allowsFeature('clipboard-write'))).toBe(false);
  });

  test('what was declared is allowed', async () => {
    const origin = it.rig.origin;
    const view = await showProbe({
      csp: { connectDomains: [origin], frameDomains: [origin] },
      permissions: { clipboardWrite: {}, microphone: {} },
    });
    expect(await reaches(view, `${origin}/lab.html`)).toBe(true);
    expect(await nested(view, `${origin}/lab.html`)).toBe('nothing');
    expect(await page.$eval('.frame iframe', ({ allow }) => allow)).toBe('microphone; clipboard-write');
    const features = ['clipboard-write', 'microphone', 'camera'];
    expect(
      await view.evaluate((names) => names.map((name) => document.featurePolicy.allowsFeature(name)), features),
    ).toEqual([true, true, false]);
  });

  test('a view cannot get another one by moving its proxy', async () => {
    const view = await showProbe();
    const [sandbox] = page.mainFrame().childFrames();
    const before = sandbox?.url() ?? '';
    await view.evaluate(() => {
      const script = window.parent.document.createElement('script');
      script.textContent = "location.href = '/?csp=%7B%22connectDomains%22%3A%5B%22*%22%5D%7D'";
      window.parent.document.head.append(script);
    });
    await expect.poll(async () => (await page.$('.frame iframe')) !== null && view.detached).toBe(true);
    expect(new URL(before).hostname).toMatch(/^v[0-9a-f]{24}\.localhost$/);
    const moved = page.mainFrame().childFrames()[0];
    const policy = await moved?.evaluate(async () => (await fetch('/').catch(() => undefined))?.status);
    expect(policy).toBeUndefined();
  });

  test('neither the console nor another view can be reached into', async () => {
    const view = await showProbe();
    await it.call('Show the probe');
    await page.waitForFunction(() => document.querySelectorAll('.call iframe').length === 2, POLLING);
    const outcome = (where: 'host' | 'sibling') =>
      view.evaluate((target) => {
        try {
          const other =
            target === 'host'
              ? window.parent.parent
              : [...Array(window.parent.parent.length).keys()]
                  .map((n) => window.parent.parent[n])
                  .find((frame) => frame !== window.parent);
          return other?.document.title ?? 'no such frame';
        } catch (error) {
          return (error as Error).name;
        }
      }, where);
    expect(await outcome('host')).toBe('SecurityError');
    expect(await outcome('sibling')).toBe('SecurityError');
  });
});

describe('messages', () => {
  test('of any other window are ignored, by the host and by the proxy', async () => {
    const view = await showProbe();
    const size = { jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: 333 } };
    const forged = { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: { content: [], forged: true } };
    await page.evaluate((message) => window.postMessage(message, '*'), size);
    await it.call('Show the probe');
    await page.waitForFunction(() => document.querySelectorAll('.call iframe').length === 2, POLLING);
    await it.untilText('probe: live', '.call');
    const sibling = await it.view();
    await sibling.evaluate((message) => {
      for (let n = 0; n < window.parent.parent.length; n++) window.parent.parent[n]?.postMessage(message, '*');
      window.parent.parent.postMessage({ ...message, method: 'ui/notifications/size-changed' }, '*');
    }, forged);
    // What is asked after them is answered after them.
    await view.evaluate(() => window.probe.ask('ping'));
    await sibling.evaluate(() => window.probe.ask('ping'));
    for (const frame of [view, sibling]) {
      expect((await got(frame)).filter(({ params }) => params?.['forged'] === true)).toEqual([]);
    }
    const heights = await page.$$eval('.frame', (frames) =>
      frames.map((frame) => frame.getBoundingClientRect().height),
    );
    expect(heights).not.toContain(333);
  });

  test('of the proxy’s own cannot be sent by a view', async () => {
    const view = await showProbe();
    await view.evaluate(() => window.probe.tell('ui/notifications/sandbox-proxy-ready'));
    await view.evaluate(() => window.probe.ask('ping'));
    expect(view.detached).toBe(false);
    expect(await it.viewMessages()).not.toContain('in ui/notifications/sandbox-proxy-ready');
  });
});

describe('the end of a view', () => {
  test('waits until it has answered', async () => {
    const view = await showProbe();
    await view.evaluate(() => {
      window.probe.answers = false;
    });
    await it.press('Close', '.call');
    await it.untilText('being taken down', '.call');
    const asked = async () => (await got(view)).find(({ method }) => method === 'ui/resource-teardown');
    await expect.poll(asked).toBeDefined();
    expect(view.detached).toBe(false);
    const request = await asked();
    await view.evaluate((id) => window.probe.answer(id), request?.id);
    await page.waitForFunction(() => document.querySelector('.call') === null, POLLING);
  });

  test('comes all the same to one that does not answer', async () => {
    const view = await showProbe();
    await view.evaluate(() => {
      window.probe.answers = false;
    });
    await it.press('Close', '.call');
    await page.waitForFunction(() => document.querySelector('.call') === null, POLLING);
  });

  test('may be asked for by the view itself', async () => {
    const view = await showProbe();
    await view.evaluate(() => window.probe.tell('ui/notifications/request-teardown'));
    await it.untilText('probe: taken down', '.call');
    expect(await page.$('.frame iframe')).toBeNull();
  });
});

test('a view that reloads itself is told everything again', async () => {
  const view = await showProbe();
  await view.evaluate(() => location.reload());
  await expect
    .poll(async () =>
      (await got(await it.view())).map(({ method }) => method).filter((method) => method?.includes('/tool-')),
    )
    .toEqual(['ui/notifications/tool-input', 'ui/notifications/tool-result']);
});

test('a view of the early draft is spoken to in its own words', async () => {
  const view = await showProbe({ isEarly: true });
  await it.untilText('early probe: live, speaks an early draft', '.call');
  await expect.poll(async () => (await got(view)).at(-1)?.method).toBe('ui/notifications/tool-result');
  const [answer, ...rest] = await got(view);
  expect(answer?.result).toMatchObject({
    theme: 'light',
    viewport: {},
    toolInfo: { name: expect.stringContaining('__show') },
  });
  expect(rest[0]?.method).toBe('ui/notifications/initialized');
  const ask = (method: string, params: object) => view.evaluate((...args) => window.probe.ask(...args), method, params);
  expect(await ask('ui/size-changed', { width: 100, height: 222 })).toMatchObject({ result: {} });
  await expect.poll(() => page.$eval('.frame', (frame) => frame.getBoundingClientRect().height)).toBe(222);
  expect(await ask('ui/message', { text: 'hi' })).toMatchObject({ result: {} });
  expect(await ask('ui/update-model-context', { cart: 3 })).toMatchObject({ result: {} });
  await view.evaluate(() => {
    window.probe.answers = false;
  });
  await it.press('Close', '.call');
  await expect.poll(async () => (await got(view)).map(({ method }) => method)).toContain('ui/notifications/teardown');
  await page.waitForFunction(() => document.querySelector('.call') === null, POLLING);
});
