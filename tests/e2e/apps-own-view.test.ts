import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Chat } from './basic-host/chat.ts';

let chat: Chat;

beforeAll(async () => {
  chat = await Chat.start();
});
afterAll(() => chat.stop());
beforeEach(() => chat.renew());

describe('a view of the application’s own', () => {
  test('is shown from its result, with nothing but what its policy allows', async () => {
    const { id } = await chat.windowNamed('Order Editor');
    await chat.agent.call(`${id}__add_line`, { product: 'Ceramic mug', quantity: 2, price: 14.5 });
    const view = await chat.showTool(`${id}__show_invoice`);
    await view.untilText('Ceramic mug');
    expect(await view.text()).toContain('$29.00');
    const elsewhere = new URL('/reached', chat.server.url).href;
    const reach = (url: string) =>
      view.frame.evaluate(
        (to) =>
          fetch(to).then(
            () => true,
            () => false,
          ),
        url,
      );
    expect(await reach(elsewhere)).toBe(false);
    const isFramed = await view.frame.evaluate(async (to) => {
      const nested = document.createElement('iframe');
      const blocked = new Promise<string>((resolve) =>
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective)),
      );
      nested.src = to;
      document.body.append(nested);
      return blocked;
    }, elsewhere);
    expect(isFramed).toBe('frame-src');
  });

  test('what its policy declares is allowed', async () => {
    const { origin } = new URL(chat.server.url);
    const page = await chat.rig.open();
    await page.evaluate((allowed) => {
      window.sdk.createBridge({ name: 'Policy' }).openWindow({
        title: 'Policy',
        actions: {
          look: {
            title: 'Look',
            view: {
              html: `<!doctype html><title>Policy</title><p>waiting</p><script>
                const say = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
                addEventListener('message', ({ data }) => {
                  if (data.id === 1) say({ method: 'ui/notifications/initialized' });
                  if (data.method === 'ui/notifications/tool-result')
                    fetch('${allowed}/reached').then((response) => response.text()).then((text) => { document.querySelector('p').textContent = text; });
                });
                say({ id: 1, method: 'ui/initialize', params: { appInfo: { name: 'p', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' } });
              </script>`,
              csp: { connectDomains: [allowed] },
              permissions: { clipboardWrite: {} },
            },
            run: () => ({ message: 'Looked' }),
          },
        },
      });
    }, origin);
    const { id } = await chat.windowNamed('Policy');
    const view = await chat.showTool(`${id}__look`);
    await view.untilText('reached');
    const allow = await chat.host.$eval('iframe', (outer) => outer.allow);
    expect(allow).toContain('clipboard-write');
    await page.close();
  });

  test('its picker turns pages by a tool for views alone, and tells the model what was picked', async () => {
    const { id } = await chat.windowNamed('Report Details');
    const view = await chat.showTool(`${id}__pick_line`);
    await view.untilText('1 to 6 of 50,000');
    await view.press('Next');
    await view.untilText('7 to 12 of 50,000');
    await view.press('Order again', 'li:first-child');
    await view.untilText('opened with');
    await chat.host.waitForFunction(() => window.host.asked.contexts.length > 0);
    expect(JSON.stringify((await chat.asked()).contexts)).toContain('The person ordered line 7 of the archive again');
  });
});
