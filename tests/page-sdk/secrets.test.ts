import { describe, expect, test } from 'vitest';
import { custom, fields, list, media, table, text } from '../../page-sdk/src/index.ts';
import { Secrets } from '../../page-sdk/src/secrets.ts';
import { useOpenPage } from './open-page.ts';

const MASK = '••••••••';
const on = useOpenPage();
const numbered = (start: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${start}-${String(index).padStart(8, '0')}`);

describe('how many are remembered', () => {
  test('all that are declared, and of others the newest 4,096', () => {
    const secrets = new Secrets();
    const declared = numbered('declared', 5_000);
    const gone = numbered('gone', 4_100);
    secrets.add(declared);
    secrets.declare('window-1', declared);
    secrets.add(gone);
    secrets.add(['one more secret']);
    expect(declared.filter((value) => !secrets.isIn(value))).toEqual([]);
    expect(gone.filter((value) => !secrets.isIn(value))).toEqual(gone.slice(0, 4));
    secrets.declare('window-1', []);
    secrets.add(['another secret']);
    expect(secrets.isIn(String(declared[0]))).toBe(false);
    expect(secrets.isIn(String(gone.at(-1)))).toBe(true);
  });

  test('windows with more than 4,096 of them keep each other’s hidden', async () => {
    const first = numbered('first', 3_000);
    const second = numbered('second', 3_000);
    on.bridge.openWindow({ title: 'Log', blocks: [text(`The first is ${first[0]}`)] });
    on.bridge.openWindow({ title: 'First', blocks: [list(first, { sensitive: true })] });
    const other = on.bridge.openWindow({ title: 'Second', blocks: [list(second, { sensitive: true })] });
    other.update({ blocks: [list(second, { sensitive: true }), text(`Again ${first[0]}`)] });
    const { blocks } = await on.extension.untilWindow('Second');
    expect(blocks[1]).toMatchObject({ text: MASK });
    expect(on.extension.window('Log')?.blocks).toMatchObject([{ text: MASK }]);
  });
});

describe('what is a secret', () => {
  test('sensitive rows and items that are not shown', async () => {
    const rows = numbered('row', 150);
    const items = numbered('item', 150);
    const window = on.bridge.openWindow({
      title: 'Keys',
      blocks: [
        table(
          ['Key'],
          rows.map((row) => [row]),
          { sensitive: true },
        ),
        list(items, { sensitive: true }),
      ],
      actions: {
        load: {
          title: 'Load',
          run: () => ({ message: `It is ${rows[120]}`, result: { rows: [rows[101], items[149]] } }),
        },
      },
    });
    const { blocks } = await on.extension.untilWindow('Keys');
    expect(blocks).toMatchObject([{ total: 150 }, { total: 150 }]);
    expect(await on.extension.call({ windowId: window.localId, action: 'load' })).toMatchObject({
      value: { message: MASK, result: { rows: [MASK, MASK] } },
    });
  });

  test('keys of a sensitive value, but not the names of its parts', async () => {
    on.bridge.openWindow({
      title: 'Keys',
      blocks: [
        custom(
          { accountNumber: 1, card_holder_name: 2, 'sk-live-4711-0815': { QWXZQWXZQWXZQWXZ: 3 } },
          { sensitive: true },
        ),
        list(['accountNumber', 'card_holder_name', 'sk-live-4711-0815', 'QWXZQWXZQWXZQWXZ']),
      ],
    });
    const { blocks } = await on.extension.untilWindow('Keys');
    expect(blocks[1]).toMatchObject({ items: ['accountNumber', 'card_holder_name', MASK, MASK] });
  });

  test('a key that an agent has sent is none any more', async () => {
    const value = 'sk-live-4711-0815';
    const window = on.bridge.openWindow({
      title: 'Keys',
      blocks: [fields([{ label: 'Key', value, sensitive: true }])],
      actions: { go: { title: 'Go', run: () => undefined } },
    });
    await on.extension.untilWindow('Keys');
    const answer = await on.extension.call({ windowId: window.localId, action: 'go', arguments: { [value]: 1 } });
    expect(answer).toMatchObject({ error: { fields: [{ field: value }] } });
  });
});

test.each([
  ['as it is', 'sk-live-4711-0815', '/chart?t=sk-live-4711-0815'],
  ['in a path', 'schlüssel zum haus', `/${encodeURIComponent('schlüssel zum haus')}/chart.png`],
  ['that the browser escapes', 'schlüssel zum haus', '/schlüssel zum haus.png'],
  ['in a query', 'schlüssel zum haus', `/chart?${new URLSearchParams({ t: 'schlüssel zum haus' })}`],
  ['with a plus', 'sk+live+4711/0815', `/chart?${new URLSearchParams({ t: 'sk+live+4711/0815' })}`],
  [
    'in a URL within',
    'schlüssel zum haus',
    `/go?to=${encodeURIComponent(`/chart?t=${encodeURIComponent('schlüssel zum haus')}`)}`,
  ],
  ['beside a broken escape', 'schlüssel zum haus', `/%ff/?t=${encodeURIComponent('schlüssel zum haus')}%`],
])('a secret in the URL of media: %s', async (_what, secret, url) => {
  const alt = 'Chart';
  on.bridge.openWindow({
    title: 'Chart',
    blocks: [
      media('image/png', url, { alt }),
      media('image/png', '/chart?t=other', { alt }),
      fields([{ label: 'Key', value: secret, sensitive: true }]),
    ],
  });
  const { blocks } = await on.extension.untilWindow('Chart');
  expect(blocks).toMatchObject([
    { type: 'media', url: 'data:,', alt },
    { type: 'media', url: 'https://app.example/chart?t=other', alt },
    { type: 'fields' },
  ]);
});
