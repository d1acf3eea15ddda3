import { LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { list, pagedTable, table } from '../../page-sdk/src/index.ts';
import { RawAgent, resourceText, structured, toolNames } from './agent-process.ts';
import { type ServedPages, servePages } from './served-pages.ts';

const ROWS = 50_000;
const row = (index: number) => [`Order ${index}`, index * 10];

let pages: ServedPages;
let agent: RawAgent;

beforeEach(async () => {
  pages = await servePages();
});

afterEach(async () => {
  await agent.stop();
  await pages.stop();
});

async function connect(): Promise<RawAgent> {
  agent = new RawAgent(pages.directory);
  await agent.initialize();
  return agent.attached();
}

test('50,000 rows: the snapshot has the first and says how many there are, an action has each of them', async () => {
  const page = await pages.open('Desk');
  const rows = Array.from({ length: ROWS }, (_, index) => row(index));
  const paged = pagedTable({
    columns: ['Order', 'Amount'],
    total: ROWS,
    rows: rows.slice(0, 20),
    load: (offset, limit) => rows.slice(offset, offset + limit),
  });
  const all = Array.from({ length: ROWS }, (_, index) => `item ${index}`);
  const blocks = [paged.block, table(['Order', 'Amount'], rows), list(all)];
  page.bridge.openWindow({ title: 'Report', blocks, actions: paged.actions });
  await connect();
  const text = resourceText(await agent.request(1, 'resources/read', { uri: 'app://windows' }));
  expect(text.length).toBeLessThan(32 * 1024);
  const { windows } = JSON.parse(text);
  expect(windows[0].blocks).toMatchObject([
    { type: 'table', total: ROWS, rows: { length: 20 } },
    { type: 'table', total: ROWS, rows: { length: LIMITS.rowsShown } },
    { type: 'list', total: ROWS, items: { length: LIMITS.rowsShown } },
  ]);
  expect(text).not.toContain('Order 4999');

  const name = toolNames(await agent.request(2, 'tools/list')).find((tool) => tool.endsWith('__load_rows')) ?? '';
  const read: unknown[] = [];
  for (let offset = 0, id = 3; offset < ROWS; offset += 1_000, id++) {
    const answer = await agent.request(id, 'tools/call', { name, arguments: { offset, limit: 1_000 } });
    const { result } = structured(answer) as { result: { rows: unknown[]; offset: number; total: number } };
    expect(result).toMatchObject({ offset, total: ROWS });
    read.push(...result.rows);
  }
  expect(read).toEqual(rows);
});

test.each([
  ['at the limit it is returned', 0, { openedWindowIds: [] }],
  ['a byte over it is left out, and said to be executed', 1, { outcome: 'executed', reason: 'result_too_large' }],
])('a result of 1 MiB: %s', async (_what, more, expected) => {
  const page = await pages.open('Desk');
  const frame = JSON.stringify({ text: '' }).length;
  const result = { text: 'x'.repeat(LIMITS.resultBytes - frame + more) };
  page.bridge.openWindow({ title: 'Report', actions: { load: { title: 'Load', run: () => ({ result }) } } });
  await connect();
  const [name = ''] = toolNames(await agent.request(1, 'tools/list')).filter((tool) => tool.endsWith('__load'));
  const answer = await agent.request(2, 'tools/call', { name, arguments: {} });
  expect(answer.result?.['isError']).toBeUndefined();
  expect(structured(answer)).toMatchObject(expected);
  expect('result' in (structured(answer) as object)).toBe(more === 0);
  expect(agent.raw.every((line) => Buffer.byteLength(line) < LIMITS.lineBytes)).toBe(true);
});
