import { describe, expect, test, vi } from 'vitest';
import { EXTENSION_ID, FakeBrowser, FakePort, OWN_PAGES, settled } from '../fake-browser.ts';
import {
  attachPage,
  hostSays,
  openPopup,
  PATTERN,
  pagePort,
  SITE,
  say,
  shown,
  startAllowed,
  startWorker,
  tell,
  toldHost,
} from '../running-extension.ts';

const tab = (id: number, url: string) => ({
  id,
  url,
  index: 0,
  highlighted: false,
  active: false,
  pinned: false,
  incognito: false,
});
const matches = (browser: FakeBrowser) => browser.scripts.flatMap((script) => script.matches ?? []);

describe('allowing a site', () => {
  test('takes the click and the browser’s permission; then its open tabs are reached', async () => {
    const browser = new FakeBrowser();
    browser.tabs = [tab(1, `${SITE}/a`), tab(2, 'https://other.example/'), tab(3, `${SITE}:8443/`)];
    await startWorker(browser);
    const popup = await openPopup(browser);
    expect(shown(popup)).toMatchObject({ consent: 'no', page: 'not_allowed' });
    await tell(popup, { type: 'allow', origin: SITE });
    expect(shown(popup).consent).toBe('no');
    popup.leave();
    browser.permit(PATTERN);
    await settled();
    expect(shown(await openPopup(browser))).toMatchObject({ consent: 'yes', page: 'absent' });
    expect(matches(browser)).toEqual(['https://shop.example:443/*']);
    expect(browser.injected).toEqual([1]);
  });

  test('survives the worker’s death while the browser asks', async () => {
    const browser = new FakeBrowser();
    await startWorker(browser);
    await tell(await openPopup(browser), { type: 'allow', origin: SITE });
    const reborn = new FakeBrowser();
    for (const [key, value] of browser.session.values) reborn.session.values.set(key, value);
    reborn.permissions = [PATTERN];
    await startWorker(reborn);
    reborn.onAdded.fire({ origins: [PATTERN] });
    await settled();
    expect(shown(await openPopup(reborn)).consent).toBe('yes');
  });

  test('that needs no dialog leaves a dialog that is open to its site', async () => {
    const browser = await startAllowed();
    const popup = await openPopup(browser);
    await tell(popup, { type: 'allow', origin: 'https://other.example' });
    await tell(popup, { type: 'allow', origin: SITE });
    browser.permit('https://other.example/*');
    await settled();
    expect(browser.local.values.get('grants')).toEqual([SITE, 'https://other.example']);
  });

  test('in the browser’s dialog allows no other one that was declined there before', async () => {
    const browser = new FakeBrowser();
    await startWorker(browser);
    for (const origin of [`${SITE}:8443`, SITE]) {
      await tell(await openPopup(browser, 1, origin), { type: 'allow', origin });
    }
    browser.permit(PATTERN);
    await settled();
    expect(shown(await openPopup(browser)).consent).toBe('yes');
    expect(shown(await openPopup(browser, 1, `${SITE}:8443`)).consent).toBe('no');
  });

  test('a permission alone allows nothing', async () => {
    const browser = new FakeBrowser();
    await startWorker(browser);
    browser.permit(PATTERN);
    await settled();
    const port = await attachPage(browser, 'd1');
    expect(port.isOpen).toBe(false);
    expect(matches(browser)).toEqual([]);
  });

  test('a grant without the permission allows nothing', async () => {
    const browser = new FakeBrowser();
    browser.local.values.set('grants', [SITE]);
    await startWorker(browser);
    expect((await attachPage(browser, 'd1')).isOpen).toBe(false);
  });

  test('where the permission is there already needs no further answer of the browser', async () => {
    const browser = new FakeBrowser();
    browser.permissions = ['http://localhost/*'];
    await startWorker(browser);
    const popup = await openPopup(browser, 1, 'http://localhost:8080');
    await tell(popup, { type: 'allow', origin: 'http://localhost:8080' });
    expect(shown(popup).consent).toBe('yes');
    expect(shown(await openPopup(browser, 1, 'http://localhost:9090')).consent).toBe('no');
  });

  test('cannot be asked for by a page', async () => {
    const browser = new FakeBrowser();
    browser.permissions = [PATTERN];
    await startWorker(browser);
    const sender = pagePort('d1').sender;
    for (const url of [sender.url, `${OWN_PAGES.slice(0, -1)}.evil.example/`, undefined]) {
      const { url: _, ...rest } = sender;
      const port = browser.connect(new FakePort('person', url === undefined ? rest : { ...rest, url }));
      await tell(port, { type: 'allow', origin: SITE });
      expect(port.isOpen).toBe(false);
    }
    const lying = new FakePort('person', { id: EXTENSION_ID, url: `${OWN_PAGES}popup.html`, origin: SITE });
    await tell(browser.connect(lying), { type: 'allow', origin: SITE });
    expect(shown(await openPopup(browser)).consent).toBe('no');
  });
});

describe('taking a site back', () => {
  test('in the popup ends every port of that origin at once, and of no other', async () => {
    const browser = await startAllowed();
    browser.permissions.push('https://other.example/*');
    browser.local.values.set('grants', [SITE, 'https://other.example']);
    await startWorker(browser);
    const port = await attachPage(browser, 'd1');
    const popup = await openPopup(browser);
    await tell(popup, { type: 'withdraw', origin: SITE });
    expect(port.isOpen).toBe(false);
    expect(port.received.at(-1)).toEqual({ pipe: 'closed' });
    expect(shown(popup)).toMatchObject({ consent: 'no', windows: [] });
    expect(browser.permissions).toEqual(['https://other.example/*']);
    expect(matches(browser)).toEqual(['https://other.example:443/*']);
  });

  test.each<[string, () => Promise<boolean>]>([
    ['refuses to take the permission', () => Promise.reject(new Error('You cannot remove required permissions.'))],
    ['keeps the permission', () => Promise.resolve(false)],
    ['has not answered when the worker dies', () => new Promise(() => {})],
  ])('is for good, also when the browser %s', async (_, answer) => {
    const browser = await startAllowed();
    browser.keepsPermissions = answer;
    const port = await attachPage(browser, 'd1');
    await tell(await openPopup(browser), { type: 'withdraw', origin: SITE });
    expect(port.isOpen).toBe(false);
    expect(matches(browser)).toEqual([]);
    await startWorker(browser);
    expect(shown(await openPopup(browser)).consent).toBe('no');
    expect((await attachPage(browser, 'd2')).isOpen).toBe(false);
  });

  test('gives the permission back also when the scripts cannot be registered anew', async () => {
    const browser = await startAllowed();
    const failure = new Error('the database of scripts is corrupt');
    vi.spyOn(browser, 'scripts', 'get').mockImplementation(() => {
      throw failure;
    });
    const told = vi.spyOn(console, 'error').mockReturnValue();
    await tell(await openPopup(browser), { type: 'withdraw', origin: SITE });
    expect(browser.permissions).toEqual([]);
    expect(browser.local.values.get('grants')).toEqual([]);
    expect(told).toHaveBeenCalledWith(expect.any(String), failure);
    told.mockRestore();
  });

  test('keeps the permission while another port of the same host needs it', async () => {
    const browser = new FakeBrowser();
    browser.permissions = ['http://localhost/*'];
    browser.local.values.set('grants', ['http://localhost:1', 'http://localhost:2']);
    await startWorker(browser);
    await tell(await openPopup(browser), { type: 'withdraw', origin: 'http://localhost:1' });
    expect(browser.permissions).toEqual(['http://localhost/*']);
    expect(matches(browser)).toEqual(['http://localhost:2/*']);
  });

  test('in the browser’s settings ends the ports, tells the host why, and a later permission alone does not bring it back', async () => {
    const browser = await startAllowed();
    const port = await attachPage(browser, 'd1');
    browser.revoke(PATTERN);
    await settled();
    expect(port.isOpen).toBe(false);
    expect(toldHost(browser).at(-1)).toMatchObject({ event: { type: 'detached', reason: 'revoked' } });
    browser.permit(PATTERN);
    await settled();
    expect((await attachPage(browser, 'd2')).isOpen).toBe(false);
  });

  test('calls that come later find nothing', async () => {
    const browser = await startAllowed();
    await attachPage(browser, 'd1');
    const attached = toldHost(browser).at(-1);
    const appId = attached?.type === 'model' && attached.event.type === 'attached' ? attached.event.application.id : '';
    await tell(await openPopup(browser), { type: 'withdraw', origin: SITE });
    const call = { callId: 'ab'.repeat(16), appId, windowId: null, action: 'x', arguments: {}, timeoutMs: 1 };
    await hostSays(browser, { type: 'call', call: { ...call, agent: { name: 'a' } } });
    expect(toldHost(browser).at(-1)).toMatchObject({ answer: { error: { code: 'window_not_found' } } });
  });
});

describe('the development build', () => {
  test('has local pages allowed from the start, on any port, until the browser takes that back', async () => {
    const browser = new FakeBrowser();
    browser.hostPermissions = ['http://localhost/*'];
    browser.permissions = ['http://localhost/*'];
    await startWorker(browser);
    expect(matches(browser)).toEqual(['http://localhost/*']);
    expect(shown(await openPopup(browser, 1, 'http://localhost:5173')).consent).toBe('fixed');
    const port = await attachPage(browser, 'd1', { origin: 'http://localhost:5173' });
    expect(port.isOpen).toBe(true);
    browser.revoke('http://localhost/*');
    await say(port, { type: 'pong', id: 1 });
    expect(port.isOpen).toBe(false);
    expect(matches(browser)).toEqual([]);
  });
});

describe('the registration of the content script', () => {
  test('is repaired at every start of the worker, and open tabs are reached again', async () => {
    const browser = await startAllowed();
    browser.tabs = [tab(4, `${SITE}/x`), { ...tab(5, `${SITE}/y`), discarded: true }];
    browser.scripts = [];
    await startWorker(browser);
    expect(matches(browser)).toEqual(['https://shop.example:443/*']);
    expect(browser.injected).toEqual([4]);
  });
});
