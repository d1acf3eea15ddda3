import type { Page } from 'puppeteer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CALLERS, type Caller } from './callers.ts';
import { type Rig, startRig } from './rig.ts';

interface Reading {
  readonly operableWindowIds: readonly string[];
  readonly windows: readonly { id: string; title: string; version: number; blocks: readonly object[] }[];
}

interface Answer {
  readonly code?: string;
  readonly currentVersion?: number;
  readonly fields?: readonly { field: string }[];
  readonly openedWindowIds?: readonly string[];
  readonly blockedBy?: { readonly id: string };
  readonly changed: Reading & { readonly cursor: string };
}

let rig: Rig;
let page: Page;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.stop());

/** Such an agent shows its model one channel of three tools, once listed, and nothing else. */
const CHANNELS = ['content', 'structuredContent'] as const;
const CASES = Object.entries(CALLERS).flatMap(([name, open]) =>
  CHANNELS.map((channel) => [name, channel, open] as const),
);

test.each(CASES)('%s, seeing %s alone, orders by the three helpers', async (_name, channel, open) => {
  page = await rig.open('/desk/');
  const agent: Caller = await open(rig);
  const use = async <T>(tool: string, args: Record<string, unknown> = {}): Promise<T> => {
    const { content, structuredContent } = await agent.call(tool, args);
    return (channel === 'content' ? JSON.parse(content[0]?.text ?? '') : structuredContent) as T;
  };
  const call = (tool: string, args: object = {}, more: object = {}) =>
    use<Answer>('app__call', { tool, arguments: args, ...more });

  const first = await use<{ result: Reading; cursor: string }>('app__read_windows');
  let { result, cursor } = first;
  const isEditor = ({ title }: { title: string }) => title === 'Order Editor';
  while (!result.windows.some(isEditor)) {
    const waited = await use<{ result: Reading & { cursor: string } }>('app__wait_for_change', { cursor });
    cursor = waited.result.cursor;
    ({ result } = await use<{ result: Reading }>('app__read_windows'));
  }
  const editor = result.windows.find(isEditor);
  if (editor === undefined) throw new Error('no editor');
  const { actions } = await use<{ actions: Record<string, object> }>('app__read_windows', { includeActions: true });
  const fill = `${editor.id}__set_fields`;
  expect(actions).toHaveProperty([fill, 'inputSchema', 'properties', 'recipient']);

  const invalid = await call(fill, { recipient: 'Ada', amount: -1 });
  expect(invalid).toMatchObject({ code: 'validation_failed', fields: [{ field: 'amount' }] });
  const stale = await call(fill, { recipient: 'Ada', amount: 5 }, { expectedVersion: editor.version + 9 });
  expect(stale.code).toBe('stale_state');
  const filled = await call(fill, { recipient: 'Ada', amount: 5 }, { expectedVersion: stale.currentVersion });
  expect(filled.changed.windows).toMatchObject([{ id: editor.id }]);
  const submitted = await call(`${editor.id}__submit`);
  const [dialog] = submitted.openedWindowIds ?? [];
  expect(submitted.changed.operableWindowIds).toContain(dialog);
  expect((await call(fill, { note: 'late' })).blockedBy?.id).toBe(dialog);
  const confirmed = await call(`${dialog}__confirm`);
  const blocks = async () => {
    const { result } = await use<{ result: Reading }>('app__read_windows', { windowIds: [editor.id] });
    return result.windows[0]?.blocks ?? [];
  };
  for (let since = confirmed.changed.cursor; ; ) {
    if ((await blocks()).some((block) => 'severity' in block && block.severity === 'success')) break;
    const waited = await use<{ result: { cursor: string } }>('app__wait_for_change', { cursor: since });
    since = waited.result.cursor;
  }
  await agent.close();
  await page.close();
});
