import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '../../demo-site/runner/agent.ts';
import { openForm } from './form-page.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
let agent: Agent;
beforeAll(async () => {
  rig = await startRig();
  agent = await rig.agent();
});
afterAll(() => rig.stop());

const windowNamed = (title: string, from: Agent = agent) =>
  from.waitFor(`the window ${title}`, ({ windows }) => windows.find((window) => window.title === title));

describe('operations', () => {
  let page: Page;
  let id: string;
  beforeAll(async () => {
    page = await rig.open();
    await openForm(page);
    ({ id } = await windowNamed('Form'));
  });

  test('of three agents at once run one at a time and all are answered', async () => {
    const agents = await Promise.all(['a', 'b', 'c'].map((name) => rig.agent(name)));
    await Promise.all(agents.map((each) => windowNamed('Form', each)));
    const answers = await Promise.all(
      agents.flatMap((each) => Array.from({ length: 12 }, () => each.call(`${id}__count`))),
    );
    expect(answers.filter(({ answer }) => answer.ok)).toHaveLength(36);
    expect(await page.evaluate(() => window.kept['most'])).toBe(1);
    await Promise.all(agents.map((each) => each.close()));
  });

  test('tell their progress and stop when the agent cancels', async () => {
    const abort = new AbortController();
    const messages: unknown[] = [];
    const call = agent.client.callTool({ name: `${id}__work`, arguments: {} }, undefined, {
      signal: abort.signal,
      onprogress: (progress) => {
        messages.push(progress);
        abort.abort();
      },
    });
    await expect(call).rejects.toThrow();
    expect(messages[0]).toMatchObject({ progress: 1, total: 2, message: 'half-way' });
    await page.waitForFunction(() => (window.kept['log'] as string[]).includes('aborted'));
  });

  test('are told to the page, with the agent that asked for them', async () => {
    await page.evaluate(() => {
      const events: unknown[] = [];
      window.kept['events'] = events;
      window.sdk.createBridge({ name: 'Form' }).onCall((event) => events.push({ ...event }));
    });
    const caller = await rig.agent('inventory-bot');
    await windowNamed('Form', caller);
    await caller.call(`${id}__count`);
    await page.waitForFunction(() => (window.kept['events'] as unknown[]).length >= 2);
    expect(JSON.stringify(await page.evaluate(() => window.kept['events']))).toContain('inventory-bot');
    await caller.close();
  });

  test('an endless loop holds up its own document only, and lifts when it ends', async () => {
    const other = await rig.open();
    await other.evaluate(() => {
      window.sdk
        .createBridge({ name: 'Other' })
        .openWindow({ title: 'Other', actions: { ping: { title: 'Ping', run: () => ({ message: 'pong' }) } } });
    });
    const { id: otherId } = await windowNamed('Other');
    const spinning = agent.call(`${id}__spin`);
    expect((await agent.call(`${otherId}__ping`)).answer).toMatchObject({ ok: true });
    expect((await spinning).answer).toMatchObject({
      error: { code: 'action_timeout', outcome: 'unknown', reason: 'running' },
    });
    const busy = await agent.readWindows();
    expect(busy.operableWindowIds).not.toContain(id);
    expect(busy.applications.find(({ name }) => name === 'Form')?.state).toBe('unresponsive');
    await agent.waitFor('the end of the loop', ({ operableWindowIds }) =>
      operableWindowIds.includes(id) ? true : undefined,
    );
    expect((await agent.call(`${id}__count`)).answer).toMatchObject({ ok: true });
    await other.close();
  });

  test('that leave the page say what was committed', async () => {
    const left = await agent.call(`${id}__leave`, { commit: true });
    expect(left.answer).toMatchObject({
      ok: true,
      value: { message: 'Saved (the page was left; read app://windows)' },
    });
    await page.waitForFunction(() => location.search === '?left' && document.title === 'Laboratory ready');
  });

  test('that leave the page without committing are of unknown outcome', async () => {
    await openForm(page);
    const { id: again } = await windowNamed('Form');
    expect(again).not.toBe(id);
    const left = await agent.call(`${again}__leave`);
    expect(left.answer).toMatchObject({
      error: { code: 'action_timeout', outcome: 'unknown', reason: 'document_gone' },
    });
  });
});
