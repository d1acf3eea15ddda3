import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LIMITS } from '../../page-sdk/src/protocol/limits.ts';
import { FakeExtension, FakePage } from './fake-extension.ts';

/** About 15 KB each once they are announced. */
const schemas = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `go_${index}`,
      {
        title: 'Go',
        input: { type: 'object', properties: { a: { type: 'string', description: 'x'.repeat(15_000) } } } as const,
        run: () => undefined,
      },
    ]),
  );

let extension: FakeExtension;
let page: FakePage;

beforeEach(() => {
  vi.resetModules();
  page = new FakePage();
  extension = new FakeExtension(page);
});

afterEach(() => extension.remove());

/** A page in which no validator of JSON Schemas has been loaded yet. */
async function fresh() {
  const { createBridgeIn } = await import('../../page-sdk/src/bridge.ts');
  return createBridgeIn(page, { name: 'Shop' });
}

test('actions that wait for their validator count at once, in a window and in the document', async () => {
  const bridge = await fresh();
  const open = (title: string, count: number) => bridge.openWindow({ title, actions: schemas(count) });
  expect(() => open('Too much', 18)).toThrow(/^blocks: "Too much" would exceed 256 KiB/);
  open('A', 16);
  open('B', 16);
  expect(() => open('C', 4)).toThrow(/^windows: all together would exceed 512 KiB/);
  expect(() => bridge.setActions(schemas(4))).toThrow(/^windows: all together would exceed 512 KiB/);
  await extension.until(() => {
    const offered = extension.declared?.windows.flatMap(({ actions }) => actions) ?? [];
    return offered.length === 32 ? true : undefined;
  });
  expect(extension.window('A')?.version).toBe(1);
});

test('so do those of several bridges of a document together', async () => {
  const { createBridgeIn } = await import('../../page-sdk/src/bridge.ts');
  const many = (start: string, count: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `${start}${index}`,
        { title: 'Go', input: { type: 'object' } as const, run: () => undefined },
      ]),
    );
  createBridgeIn(page, { name: 'Shop', actions: many('a', LIMITS.actionsPerWindow) });
  expect(() => createBridgeIn(page, { name: 'Shop', actions: many('b', 1) })).toThrow(/^actions: at most 64/);
});
