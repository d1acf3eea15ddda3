import { ToolError, ToolSuccess } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Page } from 'puppeteer';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Agent } from '../../demo-site/runner/agent.ts';
import { CALLERS, type Caller, type Result } from './callers.ts';
import { openForm } from './form-page.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
let agent: Agent;
beforeAll(async () => {
  rig = await startRig();
  agent = await rig.agent();
});
afterAll(() => rig.stop());

const windowNamed = (title: string) =>
  agent.waitFor(`the window ${title}`, ({ windows }) => windows.find((window) => window.title === title));

describe.each(Object.entries(CALLERS))('each refusal, through %s', (_, connect) => {
  let caller: Caller;
  let page: Page;
  let id: string;
  beforeAll(async () => {
    page = await rig.open();
    await openForm(page);
    caller = await connect(rig);
    ({ id } = await windowNamed('Form'));
    // A process that has just been started may answer before a slow browser's windows have arrived.
    while (!(await caller.tools()).includes(`${id}__set`));
  });
  afterAll(async () => {
    await caller.close();
    await page.close();
    await agent.waitFor('no window', ({ windows }) => (windows.length === 0 ? true : undefined));
  });
  const errorOf = (result: Result): ToolError => {
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent);
    return ToolError.parse(result.structuredContent);
  };

  test('success carries message, openedWindowIds and result, in both channels', async () => {
    const result = await caller.call(`${id}__set`, {
      recipient: 'Ann',
      expectedVersion: (await windowNamed('Form')).version,
    });
    expect(result.isError ?? false).toBe(false);
    expect(result.structuredContent).toEqual({ message: 'Recipient set', openedWindowIds: [], result: { n: 3 } });
    expect(JSON.parse(result.content[0]?.text ?? '')).toEqual(result.structuredContent);
  });

  test('stale_state, after the user typed between read and write', async () => {
    const { version } = await windowNamed('Form');
    await page.bringToFront();
    await page.type('#recipient', 'Bo');
    const typed = await page.$eval('#recipient', (element) => (element as HTMLInputElement).value);
    const edited = await agent.waitFor('the edit', ({ windows }) =>
      windows.find((window) => window.id === id && JSON.stringify(window.blocks).includes(typed)),
    );
    const error = errorOf(await caller.call(`${id}__set`, { recipient: 'Cy', expectedVersion: version }));
    expect(error).toMatchObject({ code: 'stale_state', outcome: 'not_executed' });
    expect(error.currentVersion).toBe(edited.version);
    expect(await page.$eval('#recipient', (element) => (element as HTMLInputElement).value)).toContain('Bo');
  });

  test('validation_failed, per field, from schema and application', async () => {
    expect(errorOf(await caller.call(`${id}__set`, { recipient: '' }))).toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'recipient' }],
    });
    expect(errorOf(await caller.call(`${id}__set`, { recipient: 'nobody' }))).toMatchObject({
      code: 'validation_failed',
      outcome: 'not_executed',
      fields: [{ field: 'recipient', error: 'Unknown person' }],
    });
    expect(errorOf(await caller.call(`${id}__set`, { recipient: 'x', expectedVersion: 'now' }))).toMatchObject({
      code: 'validation_failed',
      fields: [{ field: 'expectedVersion' }],
    });
  });

  test('action_not_available, with the reason of the page, and what an ActionError says', async () => {
    expect(errorOf(await caller.call(`${id}__locked`, {}))).toMatchObject({
      code: 'action_not_available',
      message: 'Recipient cannot be empty',
    });
    expect(errorOf(await caller.call(`${id}__nothing`, {}))).toMatchObject({
      code: 'action_not_available',
      reason: 'unknown_action',
    });
    const refused = errorOf(await caller.call(`${id}__set`, { recipient: 'later' }));
    expect(refused).toMatchObject({ code: 'action_not_available', outcome: 'not_executed', reason: 'refused' });
    expect(refused.message).toMatch(/^Did not happen\. .*The server is closed/);
    expect(await caller.tools()).not.toContain(`${id}__locked`);
  });

  test('blocked_by_modal while the dialog that submit awaits stands; window_not_found after it', async () => {
    const submitted = await caller.call(`${id}__submit`, {});
    expect(submitted.isError ?? false).toBe(false);
    expect(submitted.structuredContent).toMatchObject({ message: 'A dialog opened: Confirm' });
    const { openedWindowIds } = ToolSuccess.parse(submitted.structuredContent);
    const [dialog] = openedWindowIds;
    expect(await page.evaluate(() => window.kept['log'])).toEqual([]);
    const blocked = errorOf(await caller.call(`${id}__set`, { recipient: 'Di' }));
    expect(blocked).toMatchObject({ code: 'blocked_by_modal', blockedBy: { id: dialog, title: 'Confirm' } });
    const tools = await caller.tools();
    expect(tools).toContain(`${dialog}__confirm`);
    expect(tools).not.toContain(`${id}__set`);
    expect((await caller.call(`${dialog}__confirm`, {})).isError ?? false).toBe(false);
    await agent.waitFor('Submitted', ({ windows }) =>
      windows.some((w) => w.summary === 'Submitted') ? true : undefined,
    );
    expect(await page.evaluate(() => window.kept['log'])).toEqual(['submitted true']);
    expect(errorOf(await caller.call(`${dialog}__confirm`, {}))).toMatchObject({ code: 'window_not_found' });
    expect(errorOf(await caller.call('wabcdefghij__x', {}))).toMatchObject({ code: 'window_not_found' });
  });

  test('action_timeout tells that the outcome is unknown', async () => {
    const error = errorOf(await caller.call(`${id}__slow`, {}));
    expect(error).toMatchObject({ code: 'action_timeout', outcome: 'unknown', reason: 'running' });
    expect(error.message).toMatch(/^May have taken effect\. Read app:\/\/windows before deciding\./);
    expect(errorOf(await caller.call(`${id}__count`, {}))).toMatchObject({
      code: 'action_not_available',
      reason: 'unresponsive',
    });
  });
});
