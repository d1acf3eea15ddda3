import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NATIVE_HOST_NAME } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BridgeProfile, createBridgeProfile } from '../../demo-site/runner/bridge-profile.ts';
import { BUILT } from '../../demo-site/runner/workspace.ts';
import { readInstallation } from '../../native-host/src/link/installation.ts';
import { readStatus } from '../../native-host/src/link/read-status.ts';
import { missedByTab, overflowingWidths, problemsInAnyLook } from './accessibility.ts';
import { openPopupAbout, press, toolbar } from './extension-pages.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
let other: BridgeProfile;
beforeAll(async () => {
  rig = await startRig();
  other = await createBridgeProfile(BUILT.cli);
});
afterAll(async () => {
  await rig?.stop();
  await other?.remove();
});

const manifestOf = ({ userDataDir }: BridgeProfile) =>
  join(userDataDir, 'NativeMessagingHosts', `${NATIVE_HOST_NAME}.json`);

/** Another program writes its own launcher into the manifest of this profile. Returns the manifest as it was. */
async function hijack(): Promise<string> {
  const path = manifestOf(rig.profile);
  const before = await readFile(path, 'utf8');
  const theirs: { path: string } = JSON.parse(await readFile(manifestOf(other), 'utf8'));
  const launcher = join(other.stateDirectory, 'launcher.sh');
  // The browser has a state directory in its environment, which a launcher of ours respects.
  await writeFile(launcher, `#!/bin/sh\nMCP_GUI_BRIDGE_HOME='${other.stateDirectory}' exec '${theirs.path}' "$@"\n`);
  await chmod(launcher, 0o755);
  await writeFile(path, JSON.stringify({ ...JSON.parse(before), path: launcher }));
  return before;
}

async function declareShop(): Promise<Page> {
  const page = await rig.open();
  await page.evaluate(() => void window.sdk.createBridge({ name: 'Shop' }).openWindow({ title: 'Orders' }));
  return page;
}

/** The same profile after the browser was started again, with a page and a popup over it. */
async function startAgain(): Promise<{ page: Page; popup: Page }> {
  await rig.closeBrowser();
  await rig.relaunch();
  const page = await declareShop();
  return { page, popup: await openPopupAbout(rig, page.url()) };
}

const hostIsUp = (popup: Page) =>
  expect.poll(() => popup.$$eval('.hop', (hops) => hops[2]?.textContent ?? '')).toContain('Version');

test('a browser that starts again on the same installation says nothing', async () => {
  await hostIsUp((await startAgain()).popup);
  const { popup } = await startAgain();
  await hostIsUp(popup);
  expect(await popup.$('.changed')).toBeNull();
});

test('a manifest that leads to another installation: it is told nothing until the person trusts it', async () => {
  const before = await hijack();
  const { popup } = await startAgain();
  const card = await popup.waitForSelector('.changed');
  const text = await card?.evaluate(({ textContent }) => textContent);
  expect(text).toContain('The program behind this extension has changed');
  expect(text).toContain(readInstallation(other.stateDirectory));
  expect(await missedByTab(popup)).toEqual([]);
  expect(await problemsInAnyLook(popup)).toEqual([]);
  expect(await overflowingWidths(popup)).toEqual([]);
  expect(await toolbar(popup)).toEqual({
    text: '!',
    title: 'MCP GUI Bridge: the program behind this extension has changed',
  });
  const agent = await rig.agent('Their agent', [], { MCP_GUI_BRIDGE_HOME: other.stateDirectory });
  expect(await agent.readWindows()).toMatchObject({ windows: [], applications: [] });
  expect((await readStatus(other.stateDirectory)).hosts).toEqual([]);

  await press(popup, 'Trust this program');
  await agent.waitFor('orders', ({ windows }) => windows.find(({ title }) => title === 'Orders'));
  await hostIsUp(popup);
  expect(await popup.$('.changed')).toBeNull();
  expect((await toolbar(popup)).text).not.toBe('!');

  const again = await startAgain();
  await hostIsUp(again.popup);
  expect(await again.popup.$('.changed')).toBeNull();
  await writeFile(manifestOf(rig.profile), before);
});

test('the first installation, put back, is another one now; the person may leave it off', async () => {
  const { popup } = await startAgain();
  const card = await popup.waitForSelector('.changed');
  expect(await card?.evaluate(({ textContent }) => textContent)).toContain(
    readInstallation(rig.profile.stateDirectory),
  );
  const agent = await rig.agent();
  expect(await agent.readWindows()).toMatchObject({ windows: [], applications: [] });
  await press(popup, 'Try again');
  expect(await popup.$('.changed')).not.toBeNull();
});
