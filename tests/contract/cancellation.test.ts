import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CallContext } from '../../page-sdk/src/index.ts';
import { modern, RawAgent, structured, toolNames } from './agent-process.ts';
import { type ServedPages, servePages } from './served-pages.ts';

let pages: ServedPages;
let agent: RawAgent;
let log: string[];
let calls: CallContext[];
let finish: () => void;
let started: () => void;

beforeEach(async () => {
  [log, calls] = [[], []];
  pages = await servePages();
  agent = new RawAgent(pages.directory);
  const page = await pages.open('Desk');
  page.bridge.openWindow({
    title: 'Work',
    actions: {
      slow: {
        title: 'Slow',
        run: async (_input: unknown, call: CallContext) => {
          log.push('slow started');
          calls.push(call);
          call.progress(1, 2, 'half-way');
          call.signal.addEventListener('abort', () => log.push('slow aborted'));
          const done = new Promise<void>((resolve) => {
            finish = resolve;
          });
          started();
          await done;
          log.push('slow ended');
        },
      },
      quick: {
        title: 'Quick',
        run: () => {
          log.push('quick ran');
        },
      },
    },
  });
});

afterEach(async () => {
  await agent.stop();
  await pages.stop();
});

const ERAS = {
  '2025-11-25': (params: object) => params,
  '2026-07-28': modern,
};

describe.each(Object.entries(ERAS))('%s', (revision, wrap) => {
  let slow: string;
  let quick: string;
  const call = (id: string, name: string) =>
    agent.write({ id, method: 'tools/call', params: wrap({ name, arguments: {}, _meta: { progressToken: id } }) });
  const cancel = (requestId: string) => agent.write({ method: 'notifications/cancelled', params: { requestId } });

  beforeEach(async () => {
    if (revision === '2025-11-25') await agent.initialize(revision);
    await agent.attached(wrap);
    const names = toolNames(await agent.request('list', 'tools/list', wrap({})));
    slow = names.find((name) => name.endsWith('__slow')) ?? '';
    quick = names.find((name) => name.endsWith('__quick')) ?? '';
  });

  const startSlow = () =>
    new Promise<void>((resolve) => {
      started = resolve;
      call('one', slow);
    });

  test('what the page tells of its progress comes under the request’s token', async () => {
    await startSlow();
    const { params } = await agent.line(({ method }) => method === 'notifications/progress');
    expect(params).toMatchObject({ progressToken: 'one', progress: 1, total: 2, message: 'half-way' });
    finish();
    expect(structured(await agent.line(({ id }) => id === 'one'))).toMatchObject({ openedWindowIds: [] });
  });

  test('cancelling a running call aborts the signal of its handler', async () => {
    await startSlow();
    const aborted = new Promise((resolve) => calls[0]?.signal.addEventListener('abort', resolve));
    cancel('one');
    await aborted;
    finish();
    await agent.request('after', 'tools/call', wrap({ name: quick, arguments: {} }));
    expect(log).toEqual(['slow started', 'slow aborted', 'slow ended', 'quick ran']);
    expect(agent.lines.some(({ id }) => id === 'one')).toBe(false);
  });

  test('a call that is cancelled while it waits its turn never runs', async () => {
    await startSlow();
    call('two', quick);
    cancel('two');
    // Answered in order: the cancellation has been read when this is answered.
    await agent.request('between', 'tools/list', wrap({}));
    finish();
    await agent.line(({ id }) => id === 'one');
    await agent.request('after', 'tools/call', wrap({ name: 'app__read_windows', arguments: {} }));
    expect(log).toEqual(['slow started', 'slow ended']);
    expect(agent.lines.some(({ id }) => id === 'two')).toBe(false);
  });
});
