import { describe, expect, test, vi } from 'vitest';
import { compileActions } from '../../page-sdk/src/action.ts';
import { createBridgeIn } from '../../page-sdk/src/bridge.ts';
import { type PagedTableOptions, pagedTable } from '../../page-sdk/src/index.ts';
import { toWire } from '../../page-sdk/src/wire-value.ts';
import { FakeExtension, FakePage } from './fake-extension.ts';

const load = (): unknown[][] => [];
const rowsOf = (offset: number, count: number) => Array.from({ length: count }, (_, index) => [offset + index, 'x']);

async function open(total: number, load = (offset: number, limit: number): unknown[][] => rowsOf(offset, limit)) {
  const extension = new FakeExtension(new FakePage());
  const page = new FakePage();
  extension.remove();
  const own = new FakeExtension(page);
  const paged = pagedTable({ columns: ['No', 'Text'], total, rows: rowsOf(0, Math.min(total, 50)), load });
  const window = createBridgeIn(page, { name: 'A' }).openWindow({
    title: 'W',
    blocks: [paged.block],
    actions: paged.actions,
  });
  const state = await own.untilWindow('W');
  const call = (input: Record<string, number>) =>
    own.call({ windowId: window.localId, action: 'load_rows', arguments: input });
  return { state, call, extension: own };
}

describe('pagedTable', () => {
  test('shows the first 20 rows and the total, and offers a read-only action', async () => {
    const { state, extension } = await open(50_000);
    expect(state.blocks).toEqual([
      { type: 'table', id: 'b1', columns: ['No', 'Text'], rows: rowsOf(0, 20), total: 50_000 },
    ]);
    expect(state.actions).toMatchObject([
      {
        name: 'load_rows',
        hints: { readOnly: true },
        inputSchema: { required: ['offset', 'limit'] },
        outputSchema: { type: 'object' },
      },
    ]);
    extension.remove();
  });

  test.each([
    [0, 1, 0, 1],
    [49_990, 1_000, 49_990, 10],
    [100, 1_000, 100, 1_000],
  ])('loads rows from %d, %d at most', async (offset, limit, first, count) => {
    const asked: number[][] = [];
    const { call, extension } = await open(50_000, (from, most) => {
      asked.push([from, most]);
      return rowsOf(from, most);
    });
    expect(await call({ offset, limit })).toMatchObject({
      ok: true,
      value: { result: { columns: ['No', 'Text'], rows: rowsOf(first, count), offset, total: 50_000 } },
    });
    expect(asked).toEqual([[first, count]]);
    extension.remove();
  });

  test.each([
    [{ offset: -1, limit: 1 }, ['offset']],
    [{ offset: 50_000, limit: 1 }, ['offset']],
    [{ offset: 0.5, limit: 0 }, ['offset', 'limit']],
    [{ offset: 0, limit: 1_001 }, ['limit']],
    [{}, ['offset', 'limit']],
  ])('refuses %j', async (input, fields) => {
    const { call, extension } = await open(50_000);
    const answer = await call(input);
    expect(answer).toMatchObject({ error: { code: 'validation_failed' } });
    expect(!answer.ok && answer.error.fields?.map(({ field }) => field)).toEqual(fields);
    extension.remove();
  });

  test('an empty table answers without loading', async () => {
    const { call, extension } = await open(0, () => {
      throw new Error('must not be called');
    });
    expect(await call({ offset: 0, limit: 10 })).toMatchObject({ ok: true, value: { result: { rows: [], total: 0 } } });
    extension.remove();
  });

  test.each([
    [48, 1_000],
    [49, 998],
    [60, 818],
    [30_000, 1],
  ])('with %d columns at most %d rows at a time, which is what a result can carry', async (width, most) => {
    const columns = Array.from({ length: width }, (_, index) => `C${index}`);
    const load = (_offset: number, limit: number) => Array.from({ length: limit }, () => columns.map(() => 0));
    const { actions } = pagedTable({ columns, total: 5_000, rows: [], load });
    const [action] = compileActions(actions).values();
    expect(action?.announced).toMatchObject({
      description: expect.stringContaining(`At most ${most} at a time`),
      inputSchema: { properties: { limit: { maximum: most } } },
    });
    const call = { agent: { name: 'A' }, signal: new AbortController().signal, progress: () => {}, commit: () => {} };
    const outcome = await action?.run({ offset: 0, limit: most }, call);
    if (width < 25_000) expect(toWire(outcome?.result)).toMatchObject({ offset: 0, total: 5_000 });
  });

  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'options: must be an object'],
    ['no columns', { total: 0, rows: [], load }, 'columns: must be an array'],
    ['no rows', { columns: [], total: 0, load }, 'rows: must be an array'],
    ['no load', { columns: [], total: 0, rows: [] }, 'load: must be a function'],
    ['a name that is no text', { columns: [], total: 0, rows: [], load, name: 5 }, 'name: must be a string'],
    [
      'a slip',
      { columns: [], total: 0, rows: [], load, titel: 'x' },
      'options.titel: is not known; there are: columns',
    ],
  ])('%s is refused', (_what, options, message) => {
    expect(() => pagedTable(options as PagedTableOptions)).toThrow(message);
  });

  test('what load returns must be rows', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { call, extension } = await open(10, () => 'rows' as unknown as []);
    expect(await call({ offset: 0, limit: 1 })).toMatchObject({
      error: { message: expect.stringContaining('load: must be an array, but is of type string') },
    });
    vi.restoreAllMocks();
    extension.remove();
  });

  test('a wrong total is refused', () => {
    expect(() => pagedTable({ columns: [], total: 1.5, rows: [], load: () => [] })).toThrow(
      /^total: must be the whole/,
    );
  });
});
