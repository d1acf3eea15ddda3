import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fields, text } from '../../page-sdk/src/index.ts';
import { useOpenPage } from './open-page.ts';

const on = useOpenPage();
const secret = (value: unknown) => fields([{ label: 'Key', value, sensitive: true }]);
const run = (): void => undefined;
let warn = vi.spyOn(console, 'warn');

beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockReturnValue();
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe('what a person types never makes the application throw', () => {
  test('what agents have heard stays, also in a window that is opened later', async () => {
    const note = text('Note', { id: 'customer_note' });
    const actions = { set_recipient: { title: 'Set recipient', run } };
    const form = on.bridge.openWindow({ title: 'Form', blocks: [note], actions });
    for (const value of ['set_recipient', 'customer_note', 'window-1', 'Order desk']) {
      form.update({ blocks: [note, secret(value)] });
    }
    form.close();
    on.bridge.openWindow({ title: 'Again', blocks: [note], actions });
    const again = await on.extension.untilWindow('Again');
    expect(again.actions.map(({ name }) => name)).toEqual(['set_recipient']);
    expect(again.blocks.map(({ id }) => id)).toEqual(['customer_note']);
    expect(warn).not.toHaveBeenCalled();
  });

  test('a new name is left out, with one sentence that does not repeat it, and works when it may be said', async () => {
    const form = on.bridge.openWindow({ title: 'Form', blocks: [secret('cancel_order_now')] });
    const declare = () => ({
      blocks: [text('Shown'), text('Hidden', { id: 'about cancel_order_now' })],
      actions: { go: { title: 'Go', run }, cancel_order_now: { title: 'Cancel', run } },
    });
    const other = on.bridge.openWindow({ title: 'Other', ...declare() });
    other.update({ summary: 'New', blocks: declare().blocks });
    other.setActions(declare().actions);
    other.setAvailable('cancel_order_now', 'Not now');
    const { blocks, actions } = await on.extension.untilWindow('Other');
    expect(blocks).toMatchObject([{ text: 'Shown' }]);
    expect(actions).toMatchObject([{ name: 'go' }]);
    expect(warn.mock.calls.map(([said]) => String(said))).toEqual([
      expect.stringMatching(/agents do not see this block: a name in it contains a sensitive value; rename it$/),
      expect.stringMatching(/agents do not see this action: /),
    ]);
    expect(warn.mock.calls.join()).not.toContain('cancel_order_now');
    expect(on.extension.texts.join()).not.toContain('cancel_order_now');
    const answer = await on.extension.call({ windowId: other.localId, action: 'cancel_order_now' });
    expect(answer).toMatchObject({ error: { code: 'action_not_available' } });
    form.close();
    other.setActions({ go: { title: 'Go', run } });
  });

  test('a view whose policy contains it is left out of its action', async () => {
    on.bridge.openWindow({ title: 'Form', blocks: [secret('tenant-0815.example')] });
    const view = { html: '<p>', csp: { connectDomains: ['https://tenant-0815.example'] } };
    on.bridge.openWindow({ title: 'Other', actions: { show: { title: 'Show', view, run } } });
    const shown = await on.extension.until(() => on.extension.window('Other')?.actions[0]);
    expect(shown).toMatchObject({ name: 'show' });
    expect(shown).not.toHaveProperty('view');
  });
});
