import { describe, expect, test } from 'vitest';
import { createBridgeIn } from '../../page-sdk/src/bridge.ts';
import { custom, LIMITS, table, text } from '../../page-sdk/src/index.ts';
import { declaredBytes, windowBytes } from '../../page-sdk/src/protocol/measure.ts';
import { FakeExtension, FakePage } from './fake-extension.ts';

const bridge = () => createBridgeIn(new FakePage(), { name: 'A' });
const kilobytes = (count: number) => Array.from({ length: count }, () => text('x'.repeat(1024)));

describe('limits of a document', () => {
  test('LIMITS.windowsPerDocument windows are fine, one more throws, and one closed makes room', () => {
    const own = bridge();
    const windows = Array.from({ length: LIMITS.windowsPerDocument }, () => own.openWindow({ title: 'W' }));
    expect(() => own.openWindow({ title: 'W' })).toThrow(/^windows: at most 64; close one first/);
    windows[0]?.close();
    expect(own.openWindow({ title: 'W' }).isOpen).toBe(true);
  });

  test('LIMITS.blocksPerWindow blocks are fine, one more throws', () => {
    const blocks = Array.from({ length: LIMITS.blocksPerWindow }, () => text('x'));
    expect(() => bridge().openWindow({ title: 'W', blocks })).not.toThrow();
    expect(() => bridge().openWindow({ title: 'W', blocks: [...blocks, text('x')] })).toThrow(
      /^blocks: are 65, but a window shows at most 64/,
    );
  });

  test('a window of exactly LIMITS.windowBytes is fine, one byte more throws and leaves the window as it was', async () => {
    const page = new FakePage();
    const extension = new FakeExtension(page);
    const own = createBridgeIn(page, { name: 'A' });
    const filler = Array.from({ length: 32 }, () => 'x'.repeat(8_000));
    const window = own.openWindow({ title: 'W', blocks: [custom(filler), text('')] });
    const state = await extension.untilWindow('W');
    expect(windowBytes(state)).toBe(new TextEncoder().encode(JSON.stringify(state)).length);
    const room = LIMITS.windowBytes - windowBytes(state);
    expect(room).toBeGreaterThan(0);
    const fill = 'y'.repeat(room);
    expect(() => window.update({ blocks: [custom(filler), text(`${fill}z`)] })).toThrow(
      /^blocks: "W" would exceed 256 KiB; .*pagedTable/,
    );
    expect(window.version).toBe(1);
    window.update({ blocks: [custom(filler), text(fill)] });
    expect(window.version).toBe(2);
    extension.remove();
  });

  test('a document of exactly LIMITS.documentBytes is fine, one byte more throws and leaves it as it was', async () => {
    const page = new FakePage();
    const extension = new FakeExtension(page);
    const own = createBridgeIn(page, { name: 'A' });
    const filler = (count: number) => custom(Array(count).fill('x'.repeat(8_000)));
    for (const title of ['A', 'B']) own.openWindow({ title, blocks: [filler(31)] });
    const last = own.openWindow({ title: 'C', blocks: [filler(3), text('')] });
    const declared = await extension.attached();
    const { name, actions, windows } = declared;
    expect(declaredBytes(declared)).toBe(new TextEncoder().encode(JSON.stringify({ name, actions, windows })).length);
    const fill = 'y'.repeat(LIMITS.documentBytes - declaredBytes(declared));
    expect(fill.length).toBeLessThan(LIMITS.stringBytes);
    expect(() => last.update({ blocks: [filler(3), text(`${fill}z`)] })).toThrow(
      /^windows: all together would exceed 512 KiB/,
    );
    expect(last.version).toBe(1);
    last.update({ blocks: [filler(3), text(fill)] });
    expect(last.version).toBe(2);
    extension.remove();
  });

  test('titles, summaries and names are cut', async () => {
    const page = new FakePage();
    const extension = new FakeExtension(page);
    const own = createBridgeIn(page, { name: 'n'.repeat(81) });
    own.openWindow({ title: 't'.repeat(LIMITS.titleLength + 1), summary: 's'.repeat(LIMITS.summaryLength + 1) });
    own.openWindow({ title: 't'.repeat(LIMITS.titleLength), summary: 's'.repeat(LIMITS.summaryLength) });
    const declared = await extension.attached();
    const [cut, whole] = declared.windows;
    expect(declared.name).toBe(`${'n'.repeat(79)}…`);
    expect(cut).toMatchObject({ title: `${'t'.repeat(119)}…`, summary: `${'s'.repeat(499)}…` });
    expect(whole).toMatchObject({ title: 't'.repeat(120), summary: 's'.repeat(500) });
    extension.remove();
  });

  test('a table of 1,000 rows shows 100 and says so', async () => {
    const page = new FakePage();
    const extension = new FakeExtension(page);
    const rows = Array.from({ length: 1_000 }, (_, index) => [index]);
    createBridgeIn(page, { name: 'A' }).openWindow({ title: 'W', blocks: [table(['N'], rows), ...kilobytes(1)] });
    const { blocks } = await extension.untilWindow('W');
    expect(blocks[0]).toMatchObject({ total: 1_000, rows: rows.slice(0, LIMITS.rowsShown) });
    extension.remove();
  });
});
