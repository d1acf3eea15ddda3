import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import type { FakeBrowser } from '../fake-browser.ts';
import { settled } from '../fake-browser.ts';
import {
  attachMessage,
  attachPage,
  HOST_HELLO,
  hostSays,
  say,
  startAllowed,
  startWorker,
  toldHost,
} from '../running-extension.ts';

const hello = (browser: FakeBrowser) => {
  const [first] = toldHost(browser);
  if (first?.type !== 'hello') throw new Error('the first word to a host must be hello');
  return first;
};

const attachedIds = (browser: FakeBrowser) =>
  toldHost(browser).flatMap((message) =>
    message.type === 'model' && message.event.type === 'attached'
      ? [[message.event.application.id, ...(message.event.declared.windows ?? []).map(({ id }) => id)]]
      : [],
  );

describe('a new worker', () => {
  test('has the same key and profile, one generation more, and waits for the documents of the old one', async () => {
    const browser = await startAllowed();
    await attachPage(browser, 'd1');
    const [before] = attachedIds(browser);
    const first = hello(browser);
    await startWorker(browser);
    const second = hello(browser);
    expect(second.extension).toEqual({ ...first.extension, generation: first.extension.generation + 1 });
    expect(second.expected).toEqual([before?.[0]]);
    await attachPage(browser, 'd1');
    await hostSays(browser, HOST_HELLO);
    expect(attachedIds(browser)).toEqual([before]);
  });

  test('learns from the page which calls run, and passes their answers on', async () => {
    const browser = await startAllowed();
    await startWorker(browser);
    await hostSays(browser, HOST_HELLO);
    const callId = 'cd'.repeat(16);
    const port = await attachPage(browser, 'd1');
    await say(port, { ...attachMessage, running: [callId] });
    await say(port, { type: 'answer', callId, answer: { ok: true, value: { openedWindowIds: ['1'] } } });
    const [, windowId] = attachedIds(browser)[0] ?? [];
    expect(toldHost(browser).at(-1)).toMatchObject({ callId, answer: { value: { openedWindowIds: [windowId] } } });
  });

  test('waits for nobody whose document has gone before', async () => {
    const browser = await startAllowed();
    const port = await attachPage(browser, 'd1');
    port.leave();
    await settled();
    await startWorker(browser);
    expect(hello(browser).expected).toEqual([]);
  });

  test('stops waiting after a while, and its successor does not wait again', async () => {
    const browser = await startAllowed();
    await attachPage(browser, 'd1');
    await startWorker(browser);
    browser.clock.pass(LIMITS.reconnectMs);
    await settled();
    await startWorker(browser);
    expect(hello(browser).expected).toEqual([]);
  });

  test('another profile gives other ids to the same document', async () => {
    const one = await startAllowed();
    await attachPage(one, 'd1');
    const other = await startAllowed();
    other.local.values.set('identity', { key: '11'.repeat(32), profileId: '22'.repeat(16), generation: 4 });
    await startWorker(other);
    await hostSays(other, HOST_HELLO);
    await attachPage(other, 'd1');
    expect(hello(other).extension).toMatchObject({ profileId: '22'.repeat(16), generation: 5 });
    expect(attachedIds(other)).not.toEqual(attachedIds(one));
  });

  test('after the browser was restarted the same page is another document: no id of before is seen again', async () => {
    const browser = await startAllowed();
    await attachPage(browser, 'before the restart');
    const before = attachedIds(browser).flat();
    // The browser forgets its session with itself, and numbers the documents that it restores anew.
    browser.session.values.clear();
    await startWorker(browser);
    expect(hello(browser).expected).toEqual([]);
    await hostSays(browser, { ...HOST_HELLO, pid: 2 });
    await attachPage(browser, 'after the restart');
    const after = attachedIds(browser).flat();
    expect([before.length, after.length]).toEqual([2, 2]);
    expect(after.filter((id) => before.includes(id))).toEqual([]);
  });
});
