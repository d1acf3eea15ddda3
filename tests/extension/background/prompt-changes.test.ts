import type { Action, HostToExtension, WindowPatch } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { action, declaring, opening } from '../declared-samples.ts';
import type { FakeBrowser, FakePort } from '../fake-browser.ts';
import {
  attachMessage,
  attachPage,
  callFrom,
  hostSays,
  openView,
  SITE,
  say,
  showing,
  startAllowed,
  tell,
  toldHost,
  toldPage,
} from '../running-extension.ts';

const CONFIRM = action('confirm', { title: 'Confirm', hints: { destructive: true } });
const HARMLESS = action('confirm', { title: 'Confirm' });
const ID = 'ab'.repeat(16);
const OTHER_ID = 'cd'.repeat(16);

async function offering(browser: FakeBrowser, ...windows: WindowPatch[]): Promise<FakePort> {
  const port = await attachPage(browser, 'd1');
  await say(port, { ...attachMessage, declared: declaring(...windows) });
  return port;
}

const orders = (offered: Action, more: Partial<WindowPatch> = {}) =>
  opening(1, { title: 'Orders', actions: [offered], ...more });

/** Agents' id of the page's nth window. */
function windowId(browser: FakeBrowser, nth: number): string {
  const model = toldHost(browser).findLast((message) => message.type === 'model' && message.event.type === 'attached');
  const event = model?.type === 'model' ? model.event : undefined;
  const id = event?.type === 'attached' ? event.declared.windows?.[nth]?.id : undefined;
  if (id === undefined) throw new Error(`the host was told of no window ${nth}`);
  return id;
}

const asked = (browser: FakeBrowser, callId = ID, nth = 0): HostToExtension & { type: 'consent' } => ({
  type: 'consent',
  call: { ...callFrom(browser, 'confirm'), callId, windowId: windowId(browser, nth) },
  agentKey: 'program:claude',
});
const made = (browser: FakeBrowser, callId?: string, nth?: number): HostToExtension => ({
  ...asked(browser, callId, nth),
  type: 'call',
});
const verdicts = (browser: FakeBrowser) =>
  toldHost(browser).flatMap((message) => (message.type === 'consented' ? [message.verdict] : []));
const calls = (port: FakePort) => toldPage(port).filter(({ type }) => type === 'call');
const REFUSED = { callId: ID, answer: { error: { reason: 'consent_required', outcome: 'not_executed' } } };

/** A person who wants to be asked before everything. */
async function startCautious(): Promise<FakeBrowser> {
  const browser = await startAllowed();
  await tell(await openView(browser, { view: 'options' }), { type: 'prefer', change: { ask: 'always' } });
  return browser;
}

/** An action that the person was asked about, and allowed once. */
async function allowedOnce(offered: Action): Promise<{ browser: FakeBrowser; page: FakePort }> {
  const browser = await startCautious();
  const page = await offering(browser, orders(offered));
  const prompt = await openView(browser, { view: 'prompt' });
  await hostSays(browser, asked(browser));
  await tell(prompt, { type: 'answer', callId: ID, choice: 'once' });
  return { browser, page };
}

type Change = Extract<Parameters<typeof say>[1], { type: 'change' }>['change'];
const CHANGES: [string, Action, Change][] = [
  ['is destructive', HARMLESS, { windows: [{ id: '1', version: 1, actions: [CONFIRM] }] }],
  [
    'has another title',
    CONFIRM,
    { windows: [{ id: '1', version: 1, actions: [{ ...CONFIRM, title: 'Confirm deletion' }] }] },
  ],
  ['belongs to an application of another name', CONFIRM, { name: 'Bank' }],
];

test('what was not shown may change: it is the page that knows whether it matters', async () => {
  const browser = await startAllowed();
  const page = await offering(browser, orders(CONFIRM));
  const prompt = await openView(browser, { view: 'prompt' });
  await hostSays(browser, asked(browser));
  const blocks = [{ type: 'text' as const, id: 'b9', text: 'New' }];
  await say(page, {
    type: 'change',
    change: { windows: [{ id: '1', version: 2, blocks, summary: 'New' }, opening(2)] },
  });
  await tell(prompt, { type: 'answer', callId: ID, choice: 'once' });
  await hostSays(browser, made(browser));
  expect(calls(page)).toHaveLength(1);
});

describe.each(CHANGES)('an action that %s by now', (_, before, change) => {
  test('is not asked about any more', async () => {
    const browser = await startCautious();
    const page = await offering(browser, orders(before));
    await hostSays(browser, asked(browser));
    await say(page, { type: 'change', change });
    expect(browser.windows.size).toBe(0);
    expect(toldHost(browser).findLast(({ type }) => type === 'answer')).toMatchObject(REFUSED);
  });

  test('was not allowed with what was shown', async () => {
    const { browser, page } = await allowedOnce(before);
    await say(page, { type: 'change', change });
    await hostSays(browser, made(browser));
    expect(calls(page)).toEqual([]);
    expect(toldHost(browser).at(-1)).toMatchObject(REFUSED);
  });

  test('and goes back to what was shown in time, is what was allowed', async () => {
    const { browser, page } = await allowedOnce(before);
    await say(page, { type: 'change', change });
    await say(page, { ...attachMessage, declared: declaring(orders(before)) });
    await hostSays(browser, made(browser));
    expect(calls(page)).toHaveLength(1);
  });
});

test('a window whose title changes all the time can be asked about: its question shows the title of now', async () => {
  const browser = await startAllowed();
  const page = await offering(browser, orders(CONFIRM));
  const prompt = await openView(browser, { view: 'prompt' });
  await hostSays(browser, asked(browser));
  for (const [index, title] of ['Orders (1)', 'Orders (2)'].entries()) {
    await say(page, { type: 'change', change: { windows: [{ id: '1', version: 2 + index, title }] } });
    expect(showing(prompt, 'prompt').question).toMatchObject({ callId: ID, window: title, dialog: null });
  }
  expect(verdicts(browser)).toEqual(['asking']);
  await tell(prompt, { type: 'answer', callId: ID, choice: 'once' });
  await say(page, { type: 'change', change: { windows: [{ id: '1', version: 4, title: 'Orders (3) *' }] } });
  await hostSays(browser, made(browser));
  expect(calls(page)).toHaveLength(1);
});

test('a dialog that is called something else by now is not asked about any more', async () => {
  const browser = await startAllowed();
  const page = await offering(browser, opening(1, { title: 'Discard?', modal: true, actions: [CONFIRM] }));
  await hostSays(browser, asked(browser));
  await say(page, { type: 'change', change: { windows: [{ id: '1', version: 2, title: 'Delete all?' }] } });
  expect(browser.windows.size).toBe(0);
  expect(toldHost(browser).findLast(({ type }) => type === 'answer')).toMatchObject(REFUSED);
});

test('an action that was always allowed as harmless asks when it is destructive', async () => {
  const browser = await startCautious();
  const page = await offering(browser, orders(HARMLESS));
  const prompt = await openView(browser, { view: 'prompt' });
  await hostSays(browser, asked(browser));
  await tell(prompt, { type: 'answer', callId: ID, choice: 'always' });
  await hostSays(browser, made(browser));
  expect(calls(page)).toHaveLength(1);
  await say(page, { type: 'change', change: { windows: [{ id: '1', version: 1, actions: [CONFIRM] }] } });
  await hostSays(browser, made(browser, OTHER_ID));
  expect(calls(page)).toHaveLength(1);
  await hostSays(browser, asked(browser, 'ef'.repeat(16)));
  expect(verdicts(browser).at(-1)).toBe('asking');
});

describe('always allowed in a dialog', () => {
  const dialog = (opened: number, title: string, ownerId: string | null = null) =>
    opening(opened, { title, modal: true, ownerId, actions: [CONFIRM] });

  test('says so, and holds for the dialog of that title alone', async () => {
    const browser = await startAllowed();
    const page = await offering(browser, dialog(1, 'Discard this draft?'));
    const prompt = await openView(browser, { view: 'prompt' });
    await hostSays(browser, asked(browser));
    expect(showing(prompt, 'prompt').question).toMatchObject({ dialog: 'Discard this draft?' });
    await tell(prompt, { type: 'answer', callId: ID, choice: 'always' });
    const options = await openView(browser, { view: 'options' });
    expect(showing(options, 'options').grants).toMatchObject([
      { origin: SITE, action: 'confirm', dialog: 'Discard this draft?' },
    ]);
    await say(page, { ...attachMessage, declared: declaring(dialog(2, 'Discard this draft?')) });
    await hostSays(browser, made(browser));
    expect(calls(page)).toHaveLength(1);
    await say(page, { ...attachMessage, declared: declaring(dialog(3, 'Delete the whole account?')) });
    await hostSays(browser, made(browser, OTHER_ID));
    expect(calls(page)).toHaveLength(1);
    expect(toldHost(browser).at(-1)).toMatchObject({
      callId: OTHER_ID,
      answer: { error: { reason: 'consent_required' } },
    });
  });

  test('answers the same question about the same dialog, and none about another', async () => {
    const browser = await startAllowed();
    const owners = [opening(1), opening(2), opening(3)];
    const titles = ['Discard this draft?', 'Delete the whole account?', 'Discard this draft?'];
    const dialogs = titles.map((title, index) => dialog(4 + index, title, String(1 + index)));
    await offering(browser, ...owners, ...dialogs);
    const prompt = await openView(browser, { view: 'prompt' });
    await hostSays(browser, asked(browser, ID, 3));
    await hostSays(browser, asked(browser, OTHER_ID, 4));
    await hostSays(browser, asked(browser, 'ef'.repeat(16), 5));
    await tell(prompt, { type: 'answer', callId: ID, choice: 'always' });
    expect(verdicts(browser)).toEqual(['asking', 'asking', 'asking', 'allowed', 'allowed']);
    expect(showing(prompt, 'prompt')).toMatchObject({ waiting: 1, question: { callId: OTHER_ID } });
  });
});

test('always allowed in a window holds in every window of the site, whatever its title', async () => {
  const browser = await startAllowed();
  const second = opening(2, { title: 'Orders (2)', actions: [CONFIRM] });
  const page = await offering(browser, orders(CONFIRM), second);
  const prompt = await openView(browser, { view: 'prompt' });
  await hostSays(browser, asked(browser));
  expect(showing(prompt, 'prompt').question).toMatchObject({ dialog: null });
  await tell(prompt, { type: 'answer', callId: ID, choice: 'always' });
  await hostSays(browser, made(browser, OTHER_ID, 1));
  expect(calls(page)).toHaveLength(1);
});

test('a question names no agent whose name shows nothing', async () => {
  const browser = await startAllowed();
  await offering(browser, orders(CONFIRM));
  const { call, ...rest } = asked(browser);
  await hostSays(browser, { ...rest, call: { ...call, agent: { ...call.agent, name: '\u2800\u2800' } } });
  const prompt = await openView(browser, { view: 'prompt' });
  expect(showing(prompt, 'prompt').question?.agent).toBe('');
});
