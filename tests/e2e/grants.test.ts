import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXTENSION_ID } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Agent } from '../../demo-site/runner/agent.ts';
import { declareArchive, finishWaiting, ranIn, waitBegun } from './archive.ts';
import { openPopupAbout, press } from './extension-pages.ts';
import { type Rig, startRig } from './rig.ts';

/** The build for people, and the browser's own `permissions.request`, in a profile that need not show the dialog. */
let rig: Rig;
let agent: Agent;
let page: Page;
beforeAll(async () => {
  rig = await startRig({ extension: 'store', browserless: true });
  await rememberAnswer('http://localhost/*');
  await rig.relaunch();
  agent = await rig.agent();
});
afterAll(() => rig?.stop());

beforeEach(async () => {
  page = await rig.open();
  return async () => {
    await takeBack();
    await page.close();
  };
});

/** Once a person has said yes, the browser shows no dialog again, also after the permission was given back. */
async function rememberAnswer(pattern: string): Promise<void> {
  const path = join(rig.profile.userDataDir, 'Default/Preferences');
  const preferences = JSON.parse(await readFile(path, 'utf8'));
  const granted = { api: [], explicit_host: [pattern], manifest_permissions: [], scriptable_host: [] };
  preferences.extensions.settings = { [EXTENSION_ID]: { runtime_granted_permissions: granted } };
  await writeFile(path, JSON.stringify(preferences));
}

const declareShop = (on: Page) =>
  on.evaluate(() => {
    const bridge = window.sdk.createBridge({ name: 'Shop' });
    bridge.openWindow({ title: 'Orders' });
    window.kept = { bridge };
  });
/** What a try that failed may have left allowed would be in the way of the next one. */
async function takeBack(): Promise<void> {
  const popup = await popupOver(page);
  if ((await popup.$('::-p-xpath(//button[text()="Remove"])')) !== null) await press(popup, 'Remove');
  await popup.waitForSelector('::-p-xpath(//button[normalize-space()="Allow agents on this site"])');
  await popup.close();
}

const popupOver = (on: Page) => openPopupAbout(rig, on.url());
const nothing = ({ windows }: { windows: unknown[] }) => (windows.length === 0 ? true : undefined);

test('allowed in the popup, the windows of the open page appear without a reload, and of no page whose dialog waits', async () => {
  const other = await rig.open(`http://127.0.0.1:${rig.port}/lab.html`);
  for (const each of [page, other]) await declareShop(each);
  expect(await agent.readWindows()).toMatchObject({ windows: [], applications: [] });

  const unanswered = await popupOver(other);
  await press(unanswered, 'Allow agents on this site');
  const popup = await popupOver(page);
  expect(await popup.$eval('h1', ({ textContent }) => textContent)).toBe(`Let agents use ${rig.origin}?`);
  await press(popup, 'Allow agents on this site');
  const { applications, windows } = await agent.waitFor('orders', (snapshot) =>
    snapshot.windows.length > 0 ? snapshot : undefined,
  );
  expect(applications).toMatchObject([{ name: 'Shop', origin: rig.origin, state: 'live' }]);
  expect(windows).toHaveLength(1);
  expect(await page.evaluate(() => (window.kept['bridge'] as { status: string }).status)).toBe('connected');
  expect(await other.evaluate(() => (window.kept['bridge'] as { status: string }).status)).toBe('absent');
  await popup.waitForSelector('::-p-xpath(//button[text()="Remove"])');

  await press(popup, 'Remove');
  await agent.waitFor('nothing', nothing);
  for (const each of [popup, unanswered, other]) await each.close();
});

test('removed in the popup, its windows vanish within a second, and a running call ends with its true outcome', async () => {
  const popup = await popupOver(page);
  await press(popup, 'Allow agents on this site');
  const id = await declareArchive(page, agent);
  const running = agent.call(`${id}__wait`);
  await waitBegun(page);
  await press(popup, 'Remove');
  const removed = performance.now();
  await agent.waitFor('nothing', nothing);
  expect(performance.now() - removed).toBeLessThan(1_000);
  expect((await running).answer).toMatchObject({
    ok: false,
    error: { code: 'action_timeout', outcome: 'unknown', reason: 'document_gone' },
  });
  expect((await agent.call(`${id}__save`)).answer).toMatchObject({
    error: { code: 'window_not_found', outcome: 'not_executed' },
  });
  await finishWaiting(page);
  expect(await ranIn(page)).toEqual(['wait begun']);

  await press(popup, 'Allow agents on this site');
  const { id: again } = await agent.waitFor('the archive again', ({ windows }) => windows[0]);
  expect((await agent.call(`${again}__save`)).answer).toMatchObject({ ok: true });
  await press(popup, 'Remove');
  await agent.waitFor('nothing', nothing);
  await popup.close();
});
