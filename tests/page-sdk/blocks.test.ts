import { describe, expect, test } from 'vitest';
import { readBlock } from '../../page-sdk/src/block-content.ts';
import { createBridgeIn } from '../../page-sdk/src/bridge.ts';
import { type BlockInput, custom, fields, LIMITS, list, media, notice, table, text } from '../../page-sdk/src/index.ts';
import { Block } from '../../page-sdk/src/protocol/index.ts';
import { FakeExtension, FakePage } from './fake-extension.ts';

const place = { origin: 'https://app.example', base: 'https://app.example/orders/' };
const reading = { place, secret: () => undefined };
const read = (input: unknown) => readBlock(input as BlockInput, 'blocks[0]', reading);

describe('block builders', () => {
  test.each<[BlockInput, object]>([
    [text('a\u202eb\u0000c\td\n'), { type: 'text', text: 'abc\td\n' }],
    [
      fields([
        { label: 'A\nB', value: new Date(0) },
        { label: 'C', value: undefined },
      ]),
      {
        type: 'fields',
        items: [
          { label: 'A B', value: '1970-01-01T00:00:00.000Z' },
          { label: 'C', value: null },
        ],
      },
    ],
    [table(['A', 'B'], [[1, 'x\u200b']]), { type: 'table', columns: ['A', 'B'], rows: [[1, 'x']] }],
    [table(['A'], [[1]], { offset: 5, total: 9 }), { type: 'table', columns: ['A'], rows: [[1]], offset: 5, total: 9 }],
    [list(['a'], { ordered: true }), { type: 'list', items: ['a'], ordered: true }],
    [notice('success', 'Saved'), { type: 'notice', severity: 'success', text: 'Saved' }],
    [custom({ a: 1n }), { type: 'custom', payload: { a: '1' } }],
  ])('a block as agents read it (%#)', (input, content) => {
    expect(read(input)).toEqual(content);
    expect(Block.safeParse({ id: 'b1', ...content }).success).toBe(true);
  });

  test.each<[unknown, RegExp]>([
    [null, /^blocks\[0\]: must be an object, but is null/],
    [{ type: 'chart' }, /blocks\[0\]\.type: must be one of text, fields/],
    [{ type: 'text', text: 5 }, /blocks\[0\]\.text: must be a string, but is of type number/],
    [{ type: 'fields', items: {} }, /blocks\[0\]\.items: must be an array/],
    [{ type: 'fields', items: [null] }, /blocks\[0\]\.items/],
    [table(['A', 'B'], [[1, 2], [1]]), /blocks\[0\]\.rows\[1\]: must have 2 values, one for each column, but has 1/],
    [table(['A'], [[1]], { total: 0 }), /blocks\[0\]\.total: must be at least 1/],
    [table(['A'], [[1]], { offset: -1 }), /blocks\[0\]\.offset: must be a whole number/],
    [
      { type: 'notice', severity: 'fatal', text: 'x' },
      /blocks\[0\]\.severity: must be one of info, warn, error, success/,
    ],
    [
      custom(
        (() => {
          const loop: unknown[] = [];
          loop.push(loop);
          return loop;
        })(),
      ),
      /blocks\[0\]\.payload: cannot be shared: it contains itself/,
    ],
  ])('a wrong block names the field and the fix (%#)', (input, message) => {
    expect(() => read(input)).toThrow(message);
  });

  test.each([
    ['at the limit', LIMITS.rowsShown, undefined],
    ['one over', LIMITS.rowsShown + 1, LIMITS.rowsShown + 1],
  ])('rows and items: %s', (_what, count, total) => {
    const rows = Array.from({ length: count }, (_, index) => [index]);
    const shown = { ...(total !== undefined && { total }) };
    expect(read(table(['N'], rows))).toEqual({ type: 'table', columns: ['N'], rows: rows.slice(0, 100), ...shown });
    expect(read(list(rows, { offset: 3 }))).toMatchObject({
      offset: 3,
      ...(total !== undefined && { total: total + 3 }),
    });
  });

  test('a string is cut at 8 KiB of UTF-8, never through a character', async () => {
    const page = new FakePage();
    const extension = new FakeExtension(page);
    const fits = 'ä'.repeat(LIMITS.stringBytes / 2);
    createBridgeIn(page, { name: 'A' }).openWindow({
      title: 'W',
      blocks: [text(fits), text(`${fits}x`), list([`x${'😀'.repeat(5_000)}`])],
    });
    const { blocks } = await extension.untilWindow('W');
    extension.remove();
    const [whole, cut, emoji] = blocks.map((block) =>
      'text' in block ? block.text : 'items' in block ? String(block.items[0]) : '',
    );
    expect(whole).toBe(fits);
    const bytes = (value: string | undefined) => new TextEncoder().encode(value).length;
    expect(cut?.endsWith('…')).toBe(true);
    expect(bytes(cut)).toBeLessThanOrEqual(LIMITS.stringBytes);
    expect(bytes(cut)).toBeGreaterThan(LIMITS.stringBytes - 4);
    expect(emoji).toMatch(/^x(?:😀)+…$/u);
    expect(bytes(emoji)).toBeLessThanOrEqual(LIMITS.stringBytes);
  });
});

describe('media', () => {
  const bytes = (length: number) => `data:image/png;base64,${'A'.repeat(length - 22)}`;
  test.each([
    ['an image', 'data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
    ['upper case', 'DATA:IMAGE/JPEG;BASE64,AAAA', 'DATA:IMAGE/JPEG;BASE64,AAAA'],
    ['this origin', 'https://app.example/chart.png', 'https://app.example/chart.png'],
    ['a relative URL', 'chart.png?x=1', 'https://app.example/orders/chart.png?x=1'],
    ['at the limit', bytes(LIMITS.dataImageBytes), bytes(LIMITS.dataImageBytes)],
  ])('%s is shared', (_what, url, shared) => {
    expect(read(media('image/png', url, { alt: 'Chart' }))).toEqual({
      type: 'media',
      mimeType: 'image/png',
      url: shared,
      alt: 'Chart',
    });
  });

  test.each([
    ['one byte over', bytes(LIMITS.dataImageBytes + 1)],
    ['SVG', 'data:image/svg+xml;base64,AAAA'],
    ['HTML', 'data:text/html,<script>1</script>'],
    ['an image type in a parameter', 'data:text/html;image/png,x'],
    ['another origin', 'https://evil.example/x.png'],
    ['another port', 'https://app.example:444/x.png'],
    ['plain http', 'http://app.example/x.png'],
    ['a file', 'file:///etc/passwd'],
    ['a share', '//evil.example/x.png'],
    ['a backslash share', '\\\\evil.example\\x.png'],
    ['script', 'javascript:alert(1)'],
    ['spaces before the scheme', ' file:///etc/passwd'],
    ['credentials', 'https://user:secret@app.example/x.png'],
    ['a blob', 'blob:https://app.example/1'],
    ['spaces in the data', 'data:image/png;base64,AA AA'],
    ['no URL at all', 'https://'],
  ])('%s becomes a notice', (_what, url) => {
    expect(read(media('image/png', url))).toMatchObject({
      type: 'notice',
      severity: 'warn',
      text: expect.stringMatching(/^Media is not shown: /),
    });
  });

  test('sensitive media show nothing of their URL, whatever it is', () => {
    for (const url of ['data:image/png;base64,AAAA', 'file:///etc/passwd']) {
      expect(read(media('image/png', url, { sensitive: true }))).toEqual({
        type: 'media',
        sensitive: true,
        mimeType: 'image/png',
        url: 'data:,',
      });
    }
  });

  test('a refused medium stays the same block', async () => {
    const page = new FakePage();
    const extension = new FakeExtension(page);
    const window = createBridgeIn(page, { name: 'A' }).openWindow({
      title: 'W',
      blocks: [media('image/png', 'chart.png')],
    });
    await extension.untilWindow('W');
    window.update({ blocks: [media('image/png', 'file:///x')] });
    await extension.until(() => (extension.window('W')?.version === 2 ? true : undefined));
    expect(extension.window('W')?.blocks).toMatchObject([{ type: 'notice', id: 'b1' }]);
    extension.remove();
  });
});
