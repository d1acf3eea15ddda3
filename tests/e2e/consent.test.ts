import type { Page } from 'puppeteer';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Agent } from '../../demo-site/runner/agent.ts';
import { declareArchive, finishWaiting, ranIn, waitBegun } from './archive.ts';
import {
  type AskChoice,
  chooseOnLab,
  openExtensionPage,
  press,
  promptGone,
  promptPage,
  toolbar,
} from './extension-pages.ts';
import { callWithin } from './link-agent.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
let agent: Agent;
let page: Page;
beforeAll(async () => {
  rig = await startRig();
  agent = await rig.agent('Careful agent');
});
afterAll(() => rig.stop());

const declare = (description?: string) => declareArchive(page, agent, description);
const ran = () => ranIn(page);

const askOnLab = (value: AskChoice) => chooseOnLab(rig, value, { page, agent });

beforeEach(async () => {
  page = await rig.open();
  return async () => {
    await page.close();
    await agent.waitFor('an empty screen', ({ windows }) => (windows.length === 0 ? true : undefined));
  };
});

describe('a destructive action', () => {
  test('runs unasked on the pages of this computer in the development build, until somebody decides otherwise', async () => {
    const id = await declare();
    expect((await agent.call(`${id}__erase`)).answer).toMatchObject({ ok: true });
    await askOnLab('destructive');
    const called = agent.call(`${id}__erase`, { id: 7 });
    await press(await promptPage(rig), 'Deny');
    const { answer } = await called;
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'action_not_available', reason: 'consent_denied', outcome: 'not_executed' },
    });
    await promptGone(rig);
    expect(await ran()).toEqual(['erase']);
  });

  test('waits for the person, who sees what is asked, and other calls go on meanwhile', async () => {
    const id = await declare();
    const called = agent.call(`${id}__erase`, { id: 7, note: 'a\u202eb' });
    const prompt = await promptPage(rig);
    expect(await toolbar(prompt)).toEqual({ text: '?', title: 'MCP GUI Bridge: an agent waits for your answer' });
    const shown = await prompt.evaluate(() => document.body.textContent);
    for (const text of ['Careful agent', rig.origin, 'Archive', 'Files', 'erase the file', 'Deletes it for good']) {
      expect(shown).toContain(text);
    }
    expect(await prompt.$eval('pre', ({ textContent }) => textContent)).toBe('{\n  "id": 7,\n  "note": "a\\u202eb"\n}');
    expect((await agent.call(`${id}__save`)).answer).toMatchObject({ ok: true });
    await press(prompt, 'Allow once');
    expect((await called).answer).toMatchObject({ ok: true, value: { message: 'erase done' } });
    await promptGone(rig);
    expect(await ran()).toEqual(['save', 'erase']);
  });

  test('by any way asks; when the window is closed on it, it was not allowed', async () => {
    const id = await declare();
    const called = agent.call('app__call', { tool: `${id}__erase`, arguments: { id: 7 } });
    const prompt = await promptPage(rig);
    expect(await prompt.$eval('h1', ({ textContent }) => textContent)).toBe(
      'Careful agent wants to do: erase the file',
    );
    await prompt.close();
    expect((await called).answer).toMatchObject({ error: { reason: 'consent_required', outcome: 'not_executed' } });
  });

  test('is not asked about again once it is always allowed, until its description changes', async () => {
    let id = await declare();
    const called = agent.call(`${id}__erase`);
    await press(await promptPage(rig), 'Always allow this action on this site');
    expect((await called).answer).toMatchObject({ ok: true });
    await promptGone(rig);
    expect((await agent.call(`${id}__erase`)).answer).toMatchObject({ ok: true });
    await page.evaluate(() => (window.kept['bridge'] as { dispose(): void }).dispose());
    await agent.waitFor('an empty screen', ({ windows }) => (windows.length === 0 ? true : undefined));
    await page.reload();
    await page.waitForFunction(() => document.title === 'Laboratory ready');
    id = await declare('Deletes everything');
    const again = agent.call(`${id}__erase`);
    await press(await promptPage(rig), 'Deny');
    expect((await again).answer).toMatchObject({ error: { reason: 'consent_denied' } });
    await promptGone(rig);
  });

  test('always allowed in a dialog is asked about in another one, whose button is named alike', async () => {
    await declare();
    await askOnLab('destructive');
    await page.evaluate(() => {
      const { bridge } = window.kept as { bridge: ReturnType<typeof window.sdk.createBridge> };
      const confirm = (title: string) => {
        const dialog = bridge.openAppModal({
          title,
          actions: {
            confirm: {
              title: 'Confirm',
              hints: { destructive: true },
              run: () => {
                (window.kept['ran'] as string[]).push(title);
                dialog.close();
              },
            },
          },
        });
      };
      window.kept['confirm'] = confirm;
    });
    const open = async (title: string) => {
      await page.evaluate((text) => (window.kept['confirm'] as (title: string) => void)(text), title);
      const { id } = await agent.waitFor(title, ({ windows }) => windows.find((window) => window.title === title));
      return agent.call(`${id}__confirm`);
    };
    const first = open('Discard this draft?');
    await press(await promptPage(rig), 'Always allow this action in “Discard this draft?” on this site');
    expect((await first).answer).toMatchObject({ ok: true });
    await promptGone(rig);
    expect((await open('Discard this draft?')).answer).toMatchObject({ ok: true });
    const other = open('Delete the account?');
    await press(await promptPage(rig), 'Deny');
    expect((await other).answer).toMatchObject({ error: { reason: 'consent_denied' } });
    await promptGone(rig);
    expect(await ran()).toEqual(['Discard this draft?', 'Discard this draft?']);
  });

  test('that the agent gives up on is not asked about any more', async () => {
    const id = await declare('Deletes something else');
    const controller = new AbortController();
    const called = agent.client.callTool({ name: `${id}__erase`, arguments: {} }, undefined, {
      signal: controller.signal,
    });
    const failed = expect(called).rejects.toThrow();
    await promptPage(rig);
    controller.abort();
    await failed;
    await promptGone(rig);
    expect(await ran()).toEqual([]);
  });

  test('can be answered with the keyboard alone, and nothing is allowed by the key that was being pressed', async () => {
    const id = await declare('Deletes by keyboard');
    const called = agent.call(`${id}__erase`);
    const prompt = await promptPage(rig);
    expect(await prompt.evaluate(() => document.activeElement?.textContent)).toBe('Deny');
    await prompt.keyboard.press('Tab');
    // The window may be gone before the key is up.
    prompt.keyboard.press('Enter').catch(() => {});
    expect((await called).answer).toMatchObject({ ok: true });
    await promptGone(rig);
  });

  test('that nobody answers is not done; when the agent’s time is over its window closes by itself', async () => {
    await declare('Deletes unasked');
    await askOnLab('destructive');
    const begun = performance.now();
    const called = callWithin(rig, 4_000, { windowTitle: 'Files', action: 'erase' });
    const prompt = await promptPage(rig);
    expect(await prompt.$eval('h1', ({ textContent }) => textContent)).toBe(
      'Hurried agent wants to do: erase the file',
    );
    const { answer, heard } = await called;
    expect(performance.now() - begun).toBeGreaterThan(3_000);
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'action_not_available', reason: 'consent_required', outcome: 'not_executed' },
    });
    expect(heard).toEqual(['awaiting_consent', 'settled']);
    await promptGone(rig);
    expect(await ran()).toEqual([]);
  });
});

test('asking before every action asks before one that the site calls read-only', async () => {
  const id = await declare();
  await askOnLab('always');
  const called = agent.call(`${id}__look`);
  await press(await promptPage(rig), 'Deny');
  expect((await called).answer).toMatchObject({ error: { reason: 'consent_denied' } });
  await promptGone(rig);
  await askOnLab('default');
  expect((await agent.call(`${id}__look`)).answer).toMatchObject({ ok: true });
});

test('asking before actions of agents that may use other sites asks while there is another, and says why', async () => {
  const id = await declare();
  await askOnLab('crossing');
  expect((await agent.call(`${id}__save`)).answer).toMatchObject({ ok: true });
  const other = await rig.open(`http://127.0.0.1:${rig.port}/lab.html`);
  await other.evaluate(() => void window.sdk.createBridge({ name: 'Mail' }).openWindow({ title: 'Inbox' }));
  await agent.waitFor('the other site', ({ applications }) => (applications.length === 2 ? true : undefined));
  const called = agent.call(`${id}__look`);
  const prompt = await promptPage(rig);
  expect(await prompt.evaluate(() => document.body.textContent)).toContain('It may use other sites too');
  await press(prompt, 'Deny');
  expect((await called).answer).toMatchObject({ error: { reason: 'consent_denied', outcome: 'not_executed' } });
  await promptGone(rig);
  await other.close();
  await askOnLab('default');
});

test('paused: nothing is operable at once, calls are refused, the page knows, and what runs ends with its true outcome', async () => {
  const id = await declare();
  // A new agent is told of first.
  await (await openExtensionPage(rig, 'popup')).close();
  const panel = await openExtensionPage(rig, 'side-panel');
  const running = agent.call(`${id}__wait`);
  await waitBegun(page);
  await expect.poll(() => toolbar(panel)).toMatchObject({ text: '•••' });
  await panel.click('[role="switch"]');
  const { applications } = await agent.waitFor('nothing operable', (snapshot) =>
    snapshot.operableWindowIds.length === 0 ? snapshot : undefined,
  );
  expect(applications).toMatchObject([{ state: 'paused' }]);
  expect(await toolbar(panel)).toEqual({ text: 'II', title: 'MCP GUI Bridge: agents are paused' });
  expect((await agent.toolNames()).filter((name) => !name.startsWith('app__'))).toEqual([]);
  expect((await agent.call(`${id}__save`)).answer).toMatchObject({
    error: { code: 'action_not_available', reason: 'paused', outcome: 'not_executed' },
  });
  expect(await page.evaluate(() => (window.kept['bridge'] as { status: string }).status)).toBe('paused');
  await finishWaiting(page);
  expect((await running).answer).toMatchObject({ ok: true, value: { message: 'Waited' } });
  await panel.keyboard.press('Space');
  await agent.waitFor('something operable', ({ operableWindowIds }) => operableWindowIds[0]);
  expect((await agent.call(`${id}__save`)).answer).toMatchObject({ ok: true });
  await panel.close();
});
