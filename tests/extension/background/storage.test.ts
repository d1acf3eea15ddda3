import { expect, test } from 'vitest';
import { FakeBrowser } from '../fake-browser.ts';
import { attachPage, SITE, startAllowed, startWorker } from '../running-extension.ts';

test('what is stored is shut to content scripts before any of it is read or written', async () => {
  const browser = await startAllowed();
  expect(browser.local.asked.slice(0, 2)).toEqual(['TRUSTED_CONTEXTS', 'get']);
});

test.each<[string, FakeBrowser['local']['setAccessLevel']]>([
  ['has no such switch', undefined],
  ['refuses', () => Promise.reject(new Error('Not supported for this area'))],
])('a browser that %s is used all the same', async (_, setAccessLevel) => {
  const browser = new FakeBrowser();
  browser.local.setAccessLevel = setAccessLevel;
  browser.permissions = [`${SITE}/*`];
  browser.local.values.set('grants', [SITE]);
  await startWorker(browser);
  expect((await attachPage(browser, 'd1')).isOpen).toBe(true);
});
