import type { CallToolResult, Tool } from '@modelcontextprotocol/client';
import { describe, expect, test } from 'vitest';
import type { Delivery } from '../../../../demo-site/console/apps/view-lifecycle.ts';
import type { ViewSession } from '../../../../demo-site/console/apps/view-session.ts';
import { Calls, type CallsOptions } from '../../../../demo-site/console/session/calls.ts';

const PLAIN: Tool = { name: 't', inputSchema: { type: 'object' } };
const VIEWED: Tool = { ...PLAIN, _meta: { ui: { resourceUri: 'ui://x/y.html' } } };
const DONE: CallToolResult = { content: [], structuredContent: { message: 'ok' } };
const NOT_STREAMED = { streamed: false };

/** A view that only remembers what it was told. */
function recordingView() {
  const told: string[] = [];
  const view = {
    state: { value: { phase: 'live' }, subscribe: () => () => {} },
    deliver: ({ kind }: Delivery) => void told.push(kind),
    end: async (reason: string) => void told.push(`end: ${reason}`),
  };
  return { told, view: view as unknown as ViewSession };
}

function callsWith(options: Partial<CallsOptions> = {}) {
  let time = 0;
  return new Calls({
    callTool: async () => DONE,
    openView: async () => recordingView().view,
    now: () => ++time,
    pause: async () => {},
    ...options,
  });
}
const statuses = (calls: Calls) => calls.state.value.map(({ status }) => status);

describe('a call', () => {
  test('is there while it runs and keeps its answer', async () => {
    const calls = callsWith();
    const running = calls.start(PLAIN, { a: 1 }, NOT_STREAMED);
    expect(statuses(calls)).toEqual(['running']);
    expect(await running).toBe(DONE);
    expect(calls.state.value).toMatchObject([{ status: 'done', args: { a: 1 }, result: DONE, ms: expect.any(Number) }]);
  });

  test('newest first, each by itself', async () => {
    const calls = callsWith({ callTool: async (_, { fails }) => ({ ...DONE, isError: fails === true }) });
    await calls.start(PLAIN, {}, NOT_STREAMED);
    await calls.start(PLAIN, { fails: true }, NOT_STREAMED);
    expect(statuses(calls)).toEqual(['refused', 'done']);
  });

  test('without an answer says why', async () => {
    const calls = callsWith({ callTool: () => Promise.reject(new Error('gone')) });
    expect(await calls.start(PLAIN, {}, NOT_STREAMED)).toBeUndefined();
    expect(calls.state.value).toMatchObject([{ status: 'failed', problem: 'gone' }]);
  });

  test('can be cancelled', async () => {
    const { view, told } = recordingView();
    const calls = callsWith({
      openView: async () => view,
      callTool: (_, __, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    const running = calls.start(VIEWED, {}, NOT_STREAMED);
    await Promise.resolve();
    calls.cancel(1);
    await running;
    expect(statuses(calls)).toEqual(['cancelled']);
    await expect.poll(() => told).toEqual(['input', 'cancelled']);
  });
});

describe('the view of a call', () => {
  test('is told input and result, also when it takes longer to load than the call to end', async () => {
    const { view, told } = recordingView();
    let load = () => {};
    const loaded = new Promise<void>((resolve) => {
      load = resolve;
    });
    const calls = callsWith({ openView: () => loaded.then(() => view) });
    await calls.start(VIEWED, {}, NOT_STREAMED);
    expect(told).toEqual([]);
    load();
    await expect.poll(() => told).toEqual(['input', 'result']);
    expect(calls.state.value[0]?.view).toBe(view);
  });

  test('is sent the arguments piece by piece before the call is made', async () => {
    const { view, told } = recordingView();
    const calls = callsWith({
      openView: async () => view,
      callTool: async () => {
        told.push('called');
        return DONE;
      },
    });
    await calls.start(VIEWED, { note: 'a rather long note' }, { streamed: true });
    await expect.poll(() => told.at(-1)).toBe('result');
    expect(told.filter((word) => word === 'partial').length).toBeGreaterThan(3);
    expect(told.slice(-3).sort()).toEqual(['called', 'input', 'result']);
  });

  test('that cannot be shown does not keep the call from being made', async () => {
    const calls = callsWith({ openView: () => Promise.reject(new Error('no such view')) });
    await calls.start(VIEWED, {}, NOT_STREAMED);
    await expect.poll(() => calls.state.value[0]?.problem).toBe('The view cannot be shown: no such view');
    expect(statuses(calls)).toEqual(['done']);
  });

  test('is taken down before its call goes', async () => {
    const { view, told } = recordingView();
    const calls = callsWith({ openView: async () => view });
    await calls.start(VIEWED, {}, NOT_STREAMED);
    await expect.poll(() => told.length).toBe(2);
    const closing = calls.close(1);
    expect(statuses(calls)).toEqual(['closing']);
    await closing;
    expect(told.at(-1)).toBe('end: The person closed it');
    expect(calls.state.value).toEqual([]);
  });
});
