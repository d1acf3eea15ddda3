import { describe, expect, test } from 'vitest';
import { CALL_ID } from '../declared-samples.ts';
import { settled } from '../fake-browser.ts';
import {
  attachPage,
  callFrom,
  hostSays,
  openPopup,
  openView,
  say,
  showing,
  shown,
  startAllowed,
  startWorker,
  tell,
  toldHost,
  toldPage,
} from '../running-extension.ts';

describe('the pause', () => {
  test('makes every page inoperable in one step, tells the pages, and is taken back the same way', async () => {
    const browser = await startAllowed();
    const port = await attachPage(browser, 'd1');
    const popup = await openPopup(browser);
    await tell(popup, { type: 'pause', on: true });
    expect(toldHost(browser).at(-1)).toMatchObject({ event: { type: 'changed', condition: 'paused' } });
    expect(toldPage(port).at(-1)).toEqual({ type: 'status', status: 'paused' });
    expect(port.isOpen).toBe(true);
    expect(shown(popup)).toMatchObject({ paused: true, page: 'paused', windows: [{ operable: false }] });
    expect(browser.toolbar).toMatchObject({ text: 'II', title: 'badge_paused' });
    await tell(popup, { type: 'pause', on: false });
    expect(toldHost(browser).at(-1)).toMatchObject({ event: { condition: 'live' } });
    expect(toldPage(port).at(-1)).toEqual({ type: 'status', status: 'connected' });
    expect(shown(popup)).toMatchObject({ paused: false, windows: [{ operable: true }] });
  });

  test('refuses calls, and lets what runs end with its true outcome', async () => {
    const browser = await startAllowed();
    const port = await attachPage(browser, 'd1');
    await hostSays(browser, { type: 'call', call: callFrom(browser) });
    await tell(await openPopup(browser), { type: 'pause', on: true });
    const later = { ...callFrom(browser), callId: 'cd'.repeat(16) };
    await hostSays(browser, { type: 'call', call: later });
    expect(toldHost(browser).at(-1)).toMatchObject({
      type: 'answer',
      callId: later.callId,
      answer: { error: { code: 'action_not_available', reason: 'paused', outcome: 'not_executed' } },
    });
    await say(port, { type: 'answer', callId: CALL_ID, answer: { ok: true, value: { openedWindowIds: [] } } });
    expect(toldHost(browser).at(-1)).toMatchObject({ callId: CALL_ID, answer: { ok: true } });
    expect(toldPage(port).filter(({ type }) => type === 'abort')).toEqual([]);
  });

  test('holds for pages that come later, and survives the worker', async () => {
    const browser = await startAllowed();
    await tell(await openPopup(browser), { type: 'pause', on: true });
    expect(toldPage(await attachPage(browser, 'd1'))).toEqual([{ type: 'status', status: 'paused' }]);
    await startWorker(browser);
    expect(toldPage(await attachPage(browser, 'd2'))).toEqual([{ type: 'status', status: 'paused' }]);
    expect(shown(await openPopup(browser)).paused).toBe(true);
  });

  test('has a keyboard command that turns it on and off; another command does nothing', async () => {
    const browser = await startAllowed();
    const panel = await openView(browser, { view: 'panel' });
    const press = async (name: string) => {
      browser.onCommand.fire(name);
      await settled();
      browser.clock.pass(100);
      return showing(panel, 'panel').paused;
    };
    expect(await press('something-else')).toBe(false);
    expect(await press('pause-agents')).toBe(true);
    expect(await press('pause-agents')).toBe(false);
  });

  test('is stronger than sleep, and sleep shows again after it', async () => {
    const browser = await startAllowed();
    await attachPage(browser, 'd1');
    const popup = await openPopup(browser);
    await tell(popup, { type: 'pause', on: true });
    browser.onUpdated.fire(1, { frozen: true });
    await settled();
    expect(shown(popup).page).toBe('paused');
    await tell(popup, { type: 'pause', on: false });
    expect(shown(popup).page).toBe('suspended');
  });
});
