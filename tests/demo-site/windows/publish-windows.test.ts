import { ActionError, ValidationError } from '@mcp-gui-bridge/page-sdk';
import { describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../../demo-site/src/state/desk.ts';
import { publishWindows } from '../../../demo-site/src/windows/publish-windows.ts';
import { demoDesk, FIRST } from '../demo-desk.ts';
import { RecordingBridge } from './recording-bridge.ts';

function published() {
  const desk = demoDesk();
  const bridge = new RecordingBridge();
  const stop = publishWindows(bridge, desk);
  return { desk, bridge, stop };
}

describe('windows follow the state', () => {
  test('three at the start, each kept by updates', () => {
    const { desk, bridge } = published();
    expect(bridge.titles()).toEqual(['Order Editor', 'Report Details', 'Customers']);
    const editor = bridge.get('Order Editor');
    desk.orders.setFields(FIRST, { recipient: 'Ada' });
    expect(bridge.get('Order Editor')).toBe(editor);
    expect(editor.summary).toContain('to Ada');
  });

  test('availability too', () => {
    const { desk, bridge } = published();
    const { available } = bridge.get('Order Editor');
    expect(available.get('submit')).toBe('Recipient cannot be empty');
    desk.orders.setFields(FIRST, { recipient: 'Ada' });
    expect(available.get('submit')).toBe(true);
  });

  test('until it is stopped', () => {
    const { desk, bridge, stop } = published();
    stop();
    desk.expireSession();
    expect(bridge.titles()).not.toContain('Session expired');
  });
});

describe('an agent', () => {
  test('plays the example of the protocol (Appendix A)', async () => {
    const { bridge } = published();
    await bridge.act('Order Editor', 'set_fields', { recipient: 'Ada' });
    const submitted = bridge.act('Order Editor', 'submit');
    expect(bridge.get('Confirm order').owner).toBe(bridge.get('Order Editor'));
    await expect(bridge.act('Confirm order', 'confirm')).resolves.toEqual({ message: 'Order #12345 submitted' });
    await expect(submitted).resolves.toEqual({ message: 'Order #12345 submitted' });
    expect(bridge.titles()).not.toContain('Confirm order');
    expect(bridge.get('Order Editor').blocks).toContainEqual({
      type: 'notice',
      severity: 'success',
      text: 'Order #12345 submitted',
    });
  });

  test('approves a large amount in a dialog of the dialog', async () => {
    const { bridge } = published();
    await bridge.act('Order Editor', 'set_fields', { recipient: 'Ada', amount: 2_000 });
    const submitted = bridge.act('Order Editor', 'submit');
    const confirmed = bridge.act('Confirm order', 'confirm');
    expect(bridge.get('Large amount').owner).toBe(bridge.get('Confirm order'));
    await bridge.act('Large amount', 'approve', { reason: 'Yearly stock-up' });
    const message = 'Order #12345 submitted';
    await expect(Promise.all([confirmed, submitted])).resolves.toEqual([{ message }, { message }]);
  });

  test('is told when a confirmation was cancelled', async () => {
    const { bridge } = published();
    const submitted = bridge.act('Order Editor', 'submit');
    await bridge.act('Confirm order', 'cancel');
    await expect(submitted).resolves.toEqual({ message: 'Order #12345 was not submitted' });
  });

  test('discards an order with all it holds, and its editor is gone', async () => {
    const { bridge } = published();
    const discarded = bridge.act('Order Editor', 'discard');
    void bridge.act('Discard order?', 'discard');
    await bridge.act('Discard everything?', 'discard_everything');
    await expect(discarded).resolves.toEqual({ message: 'Order #12345 discarded' });
    expect(bridge.titles()).toEqual(['Report Details', 'Customers']);
  });

  test('opens an order for a customer, but not for an unknown one', async () => {
    const { bridge } = published();
    await bridge.act('Customers', 'open_order', { customer: 'Paper Lark' });
    expect(bridge.titles().filter((title) => title === 'Order Editor')).toHaveLength(2);
    const unknown = bridge.act('Customers', 'open_order', { customer: 'Nobody' });
    await expect(unknown).rejects.toMatchObject({
      fields: [{ field: 'customer', error: 'There is no customer "Nobody"' }],
    });
  });

  test('is told which line does not exist', async () => {
    const { bridge } = published();
    const removed = bridge.act('Order Editor', 'remove_line', { line: 3 });
    await expect(removed).rejects.toMatchObject({ fields: [{ field: 'line', error: 'There is no line 3' }] });
    await expect(removed).rejects.toBeInstanceOf(ValidationError);
    await expect(bridge.act('Order Editor', 'remove_line', { line: 2 })).resolves.toEqual({
      message: 'Removed Paper filters, 100',
    });
  });

  test('cancels an upload, and nothing is attached', async () => {
    const { desk, bridge } = published();
    const cancel = new AbortController();
    const progress: number[] = [];
    const attached = bridge.act(
      'Order Editor',
      'attach_file',
      { name: 'plan.pdf', kilobytes: 20_000 },
      {
        signal: cancel.signal,
        progress: (done) => {
          progress.push(done);
          if (done >= 300) cancel.abort();
        },
      },
    );
    await expect(attached).rejects.toBeInstanceOf(ActionError);
    expect(progress).toEqual([100, 200, 300]);
    expect(desk.orders.find(FIRST)?.files).toEqual([]);
  });

  test('signs in with the right password only', async () => {
    const { desk, bridge } = published();
    desk.expireSession();
    const wrong = bridge.act('Session expired', 'sign_in', { password: 'guess' });
    await expect(wrong).rejects.toMatchObject({ fields: [{ field: 'password', error: 'Wrong password' }] });
    expect(bridge.titles()).toContain('Session expired');
    await bridge.act('Session expired', 'sign_in', { password: DEMO_PASSWORD });
    expect(bridge.titles()).not.toContain('Session expired');
  });

  test('loads any rows of the archive', async () => {
    const { bridge } = published();
    const { result } = await bridge.act('Report Details', 'load_rows', { offset: 49_998, limit: 100 });
    expect(result).toMatchObject({ offset: 49_998, total: 50_000, rows: { length: 2 } });
  });

  test('searches where the user sees it', async () => {
    const { desk, bridge } = published();
    await expect(bridge.act('Customers', 'search', { query: 'porto' })).resolves.toEqual({
      message: 'Found Cedar & Salt',
    });
    expect(desk.store.state.customerQuery).toBe('porto');
    expect(bridge.get('Customers').summary).toContain('1 of 10');
  });
});
