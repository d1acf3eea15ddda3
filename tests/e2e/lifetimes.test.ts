import process from 'node:process';
import { EXTENSION_ID, type LinkState, type Snapshot } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Agent } from '../../demo-site/runner/agent.ts';
import { readStatus } from '../../native-host/src/link/read-status.ts';
import { type Rig, startRig, stopWorker } from './rig.ts';

const openCounter = (page: Page) =>
  page.evaluate(() => {
    const bridge = window.sdk.createBridge({ name: 'Counter' });
    const kept: Record<string, unknown> = { count: 0 };
    window.kept = kept;
    const count = () => {
      kept['count'] = (kept['count'] as number) + 1;
      counter.update({ summary: `at ${kept['count']}` });
      return { message: `at ${kept['count']}` };
    };
    const counter = bridge.openWindow({
      title: 'Counter',
      summary: 'at 0',
      actions: {
        count: { title: 'Count', run: count },
        leave: {
          title: 'Leave',
          run: ({ promises }: { promises?: boolean }, { commit }: { commit(outcome: { message: string }): void }) => {
            if (promises === true) commit(count());
            location.href = '/lab.html?left';
            return new Promise<undefined>(() => {});
          },
          input: { type: 'object', properties: { promises: { type: 'boolean' } } },
        },
        count_later: {
          title: 'Count when told',
          run: () =>
            new Promise<{ message: string }>((resolve) => {
              kept['started'] = true;
              kept['finish'] = () => resolve(count());
            }),
        },
      },
    });
    kept['counter'] = counter;
    kept['bridge'] = bridge;
  });

const ready = (agent: Agent, summary?: string) =>
  agent.waitFor('an operable counter', ({ windows, operableWindowIds }: Snapshot) =>
    windows.find(
      (window) => operableWindowIds.includes(window.id) && (summary === undefined || window.summary === summary),
    ),
  );
const gone = (agent: Agent) => agent.waitFor('no window', ({ windows }) => (windows.length === 0 ? true : undefined));

describe('one browser', () => {
  let rig: Rig;
  let agent: Agent;
  let page: Page;
  beforeAll(async () => {
    rig = await startRig({ args: ['--enable-features=BackForwardCache'] });
    agent = await rig.agent();
    page = await rig.open();
    await openCounter(page);
  });
  afterAll(() => rig.stop());
  const count = () => page.evaluate(() => window.kept['count'] as number);

  test("the worker's death takes its host along; windows, ids and versions come through", async () => {
    const before = await ready(agent);
    let counted = 0;
    for (let round = 0; round < 3; round++) {
      await stopWorker(rig.browser, page);
      // Sent to the dying host: the page may not have seen it, and then the answer says just that.
      const { answer } = await agent.call(`${before.id}__count`);
      if (answer.ok) counted += 1;
      else expect(answer.error).toMatchObject({ outcome: 'not_executed', reason: 'not_connected' });
      expect((await agent.call(`${(await ready(agent)).id}__count`)).answer).toMatchObject({ ok: true });
      counted += 1;
    }
    const after = await ready(agent, `at ${counted}`);
    expect(after).toMatchObject({ id: before.id, version: before.version + counted });
    expect(await count()).toBe(counted);
  });

  test('a call that runs while the worker dies is answered once, by the journal of the page', async () => {
    const { id } = await ready(agent);
    const before = await count();
    const calling = agent.call(`${id}__count_later`);
    await page.waitForFunction(() => window.kept['started'] === true);
    await stopWorker(rig.browser, page);
    await page.evaluate(() => (window.kept['finish'] as () => void)());
    expect((await calling).answer).toMatchObject({ ok: true, value: { message: `at ${before + 1}` } });
    expect(await count()).toBe(before + 1);
  });

  test('an extension that is loaded anew finds its open pages again, without a reload', async () => {
    const before = await ready(agent);
    const popup = await rig.open(`chrome-extension://${EXTENSION_ID}/src/popup/index.html`);
    const started = agent.notifications.length;
    await popup
      .evaluate(() => (globalThis as unknown as { chrome: { runtime: { reload(): void } } }).chrome.runtime.reload())
      .catch(() => {});
    await agent.waitFor('the old worker to be gone', () => (agent.notifications.length > started ? true : undefined));
    const after = await ready(agent);
    expect(after.id).toBe(before.id);
    const counted = await count();
    expect((await agent.call(`${after.id}__count`)).answer).toMatchObject({ ok: true });
    expect(await count()).toBe(counted + 1);
  });

  test('a page in the back/forward cache is gone, and comes back as the same window', async () => {
    const before = await ready(agent);
    await page.goto(`${rig.origin}/lab.html?away`);
    await gone(agent);
    expect((await agent.call(`${before.id}__count`)).answer).toMatchObject({ error: { code: 'window_not_found' } });
    await page.goBack();
    const kept = await page.evaluate(
      () => performance.getEntriesByType('navigation').length > 0 && window.kept?.['counter'] !== undefined,
    );
    expect(kept, 'the browser kept the page').toBe(true);
    const after = await ready(agent);
    expect(after).toMatchObject({ id: before.id, version: before.version });
    expect((await agent.call(`${after.id}__count`)).answer).toMatchObject({ ok: true });
  });

  test('a host that stands still is down for its agents, and status says that it does not answer', async () => {
    await ready(agent);
    const { stateDirectory } = rig.profile;
    const [pid = 0] = (await readStatus(stateDirectory)).hosts.map((host) => host.pid);
    const links = async () => {
      const { structuredContent } = await agent.client.callTool({ name: 'app__read_windows', arguments: {} });
      const said = (structuredContent as { links: LinkState[] }).links;
      return said.map(({ hop, up, fix }) => [hop, up, fix?.includes('does not answer')]);
    };
    const up = ['agent', 'host', 'extension', 'page'].map((hop) => [hop, true, undefined]);
    expect(await links()).toEqual(up);
    const popup = await rig.open(`chrome-extension://${EXTENSION_ID}/src/popup/index.html`);
    const popupSays = (words: string) =>
      popup.waitForFunction((said) => document.body.textContent.includes(said), { polling: 100 }, words);
    await popupSays('Version 0.1.0');
    process.kill(pid, 'SIGSTOP');
    await popup.reload();
    await popupSays('Does not answer');
    const whys: string[] = [];
    expect(await links()).toEqual([['agent', true, undefined], ...up.slice(1).map(([hop]) => [hop, false, true])]);
    expect((await readStatus(stateDirectory, (_host, why) => whys.push(why))).hosts).toEqual([]);
    expect(whys).toEqual([expect.stringContaining('did not answer')]);
    process.kill(pid, 'SIGCONT');
    expect(await links()).toEqual(up);
    await popup.waitForFunction(() => !document.body.textContent.includes('Does not answer'), { polling: 100 });
    await popup.close();
  });

  test('a killed host is started again and the agent goes on', async () => {
    const before = await ready(agent);
    const counted = await count();
    const hosts = async () => (await readStatus(rig.profile.stateDirectory)).hosts.map(({ pid }) => pid);
    const [killed = 0] = await hosts();
    process.kill(killed, 'SIGKILL');
    // What the agent reads before it has noticed proves nothing.
    await vi.waitUntil(async () => (await hosts()).some((pid) => pid !== killed), { timeout: 15_000, interval: 20 });
    expect((await ready(agent)).id).toBe(before.id);
    expect((await agent.call(`${before.id}__count`)).answer).toMatchObject({ ok: true });
    expect(await count()).toBe(counted + 1);
  });

  test('an action that leaves the page is done when it has committed to that, and unknown when it has not', async () => {
    const first = await ready(agent);
    const committed = await agent.call(`${first.id}__leave`, { promises: true });
    expect(committed.answer).toEqual({
      ok: true,
      value: {
        message: expect.stringMatching(/^at \d+ \(the page was left; read app:\/\/windows\)$/),
        openedWindowIds: [],
      },
    });
    await page.waitForFunction(() => location.search === '?left' && document.title === 'Laboratory ready');
    await openCounter(page);
    const second = await ready(agent);
    expect(second.id).not.toBe(first.id);
    expect((await agent.call(`${second.id}__leave`)).answer).toMatchObject({
      error: { code: 'action_timeout', outcome: 'unknown', reason: 'document_gone' },
    });
    await page.waitForFunction(() => location.search === '?left' && document.title === 'Laboratory ready');
    await openCounter(page);
    await ready(agent);
  });

  test('a disposed bridge takes its windows away; a new one brings new ones', async () => {
    await page.evaluate(() => (window.kept['bridge'] as { dispose(): void }).dispose());
    await gone(agent);
    await openCounter(page);
    await ready(agent, 'at 0');
  });
});

describe('an agent', () => {
  test('starts before the browser, outlives it, and meets the next one', async () => {
    const rig = await startRig({ browserless: true });
    const agent = await rig.agent();
    expect(await agent.readWindows()).toEqual({ operableWindowIds: [], windows: [], applications: [] });
    expect(await agent.toolNames()).toContain('app__read_windows');
    await rig.relaunch();
    await openCounter(await rig.open());
    const first = await ready(agent);
    await rig.closeBrowser();
    await gone(agent);
    expect((await agent.call(`${first.id}__count`)).answer).toMatchObject({
      ok: false,
      error: { outcome: 'not_executed' },
    });
    await rig.relaunch();
    await openCounter(await rig.open());
    const second = await ready(agent);
    expect(second.id).not.toBe(first.id);
    expect((await agent.call(`${second.id}__count`)).answer).toMatchObject({ ok: true });
    await rig.stop();
  });

  test('of two browsers on one machine sees the windows of both', async () => {
    const [one, two] = await Promise.all([startRig(), startRig()]);
    const page = await one.open();
    await openCounter(page);
    await openCounter(await two.open());
    const [alone, other] = await Promise.all([one.agent(), two.agent()]);
    const [a, b] = await Promise.all([ready(alone), ready(other)]);
    expect(a.id).not.toBe(b.id);
    expect((await alone.readWindows()).windows.map(({ id }) => id)).toEqual([a.id]);
    await Promise.all([one.stop(), two.stop()]);
  });
});

test('a page without the extension works, and says that no agent can be there', async () => {
  const rig = await startRig({ extension: false });
  const page = await rig.open();
  const status = await page.evaluate(() => {
    const bridge = window.sdk.createBridge({ name: 'Alone' });
    const alone = bridge.openWindow({ title: 'Alone', actions: { go: { title: 'Go', run: () => {} } } });
    alone.update({ summary: 'still here' });
    alone.openModal({ title: 'Dialog' }).close();
    return { status: bridge.status, version: alone.version };
  });
  expect(status).toEqual({ status: 'absent', version: 2 });
  expect((await (await rig.agent()).readWindows()).windows).toEqual([]);
  await rig.stop();
});

test('a site that nobody allowed has no channel at all', async () => {
  const rig = await startRig({ args: ['--host-resolver-rules=MAP shop.example 127.0.0.1'] });
  const page = await rig.open(`http://shop.example:${rig.port}/lab.html`);
  await page.waitForFunction(() => document.title === 'Laboratory ready');
  const status = await page.evaluate(() => {
    const bridge = window.sdk.createBridge({ name: 'Not allowed' });
    bridge.openWindow({ title: 'Not allowed' });
    return bridge.status;
  });
  expect(status).toBe('absent');
  const agent = await rig.agent();
  await openCounter(await rig.open());
  await ready(agent);
  expect((await agent.readWindows()).applications.map(({ name }) => name)).toEqual(['Counter']);
  await rig.stop();
});
