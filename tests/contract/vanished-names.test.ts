import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryState, untilAttached } from './agent-process.ts';
import { action, EDITOR, ORDERS, orderDesk, REPORT, ScriptedHost } from './scripted-host.ts';
import { type AnyClient, CLIENTS } from './sdk-clients.ts';

let state: Awaited<ReturnType<typeof temporaryState>>;
let host: ScriptedHost;
let client: AnyClient;

beforeEach(async () => {
  state = await temporaryState();
  host = new ScriptedHost({ directory: state.directory });
  host.tell(orderDesk());
  await host.start();
});

afterEach(async () => {
  await client.close();
  await host.stop();
  await state.remove();
});

const dialog = {
  id: 'wdialog2345',
  opened: 3,
  title: 'Confirm order',
  modal: true,
  version: 1,
  blocks: [],
  actions: [action('confirm')],
};
type Change = Extract<ReturnType<typeof orderDesk>, { type: 'attached' }>['declared'];

/** What takes away a name that was listed a moment ago, and how the refusal names the way out. */
const VANISHED: readonly (readonly [string, string, Change, object, RegExp])[] = [
  [
    'the window was closed',
    `${EDITOR}__submit`,
    { closed: [EDITOR] },
    { code: 'window_not_found', reason: 'closed' },
    /app:\/\/windows/,
  ],
  [
    'a dialog stands before the window',
    `${EDITOR}__submit`,
    { windows: [{ ...dialog, ownerId: EDITOR }] },
    { code: 'blocked_by_modal', blockedBy: { id: dialog.id, title: dialog.title } },
    /"Confirm order" \(wdialog2345\)/,
  ],
  [
    'a dialog stands before the whole application',
    `${REPORT}__refresh`,
    { windows: [{ ...dialog, ownerId: null }] },
    { code: 'blocked_by_modal', blockedBy: { id: dialog.id, title: dialog.title } },
    /"Confirm order" \(wdialog2345\)/,
  ],
  [
    'a dialog stands before an action of the application',
    `app__${ORDERS}_new_order`,
    { windows: [{ ...dialog, ownerId: null }] },
    { code: 'blocked_by_modal', blockedBy: { id: dialog.id, title: dialog.title } },
    /"Confirm order" \(wdialog2345\)/,
  ],
  [
    'the page says why it cannot be called now',
    `${EDITOR}__submit`,
    { windows: [{ id: EDITOR, version: 1, actions: [action('submit', { available: 'Recipient cannot be empty' })] }] },
    { code: 'action_not_available', reason: 'unavailable', message: 'Recipient cannot be empty' },
    /Recipient cannot be empty/,
  ],
  [
    'the action was taken back',
    `${EDITOR}__submit`,
    { windows: [{ id: EDITOR, version: 1, actions: [action('set_recipient')] }] },
    { code: 'action_not_available', reason: 'unknown_action' },
    /set_recipient/,
  ],
];

test.each(Object.entries(CLIENTS))(
  'client %s: a listed name that is gone is refused with structure and the way out',
  async (_name, open) => {
    client = await open(state.directory);
    const call = async (tool: string, args: object = {}) => client.callTool({ name: tool, arguments: { ...args } });
    await untilAttached(async (tool, args) => (await call(tool, args)).structuredContent);
    let { cursor } = (await call('app__read_windows')).structuredContent as { cursor: string };
    const changed = async () => {
      const { result } = (await call('app__wait_for_change', { cursor })).structuredContent as {
        result: { cursor: string };
      };
      cursor = result.cursor;
    };
    for (const [what, name, change, refusal, wayOut] of VANISHED) {
      expect(await client.listTools(), what).toContain(name);
      host.tell({ type: 'changed', appId: ORDERS, change });
      await changed();
      for (const result of [await call(name), await call('app__call', { tool: name })]) {
        const structured = { ...refusal, outcome: 'not_executed' };
        expect(result, what).toMatchObject({ isError: true, structuredContent: structured });
        expect((result.structuredContent as { message: string }).message, what).toMatch(wayOut);
        const [content] = result.content as { text: string }[];
        expect(JSON.parse(content?.text ?? ''), what).toEqual(result.structuredContent);
      }
      expect(await client.listTools(), what).not.toContain(name);
      host.tell(orderDesk());
      await changed();
    }
    expect(host.received.some(({ type }) => type === 'call')).toBe(false);
  },
);
