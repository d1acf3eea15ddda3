import { utf8Length } from './utf8.ts';
import type { Declared, WindowState } from './window.ts';

/** Declared parts are immutable and kept by identity, so measuring costs what changed, not what exists. */
const known = new WeakMap<object, number>();

function encodedBytes(part: object): number {
  const bytes = known.get(part) ?? utf8Length(JSON.stringify(part));
  known.set(part, bytes);
  return bytes;
}

const listBytes = <T>(items: readonly T[], bytesOf: (item: T) => number): number =>
  items.reduce((sum, item) => sum + bytesOf(item), Math.max(0, items.length - 1));

/** UTF-8 bytes of a window's JSON. */
export function windowBytes(window: WindowState): number {
  const bytes =
    known.get(window) ??
    utf8Length(JSON.stringify({ ...window, blocks: [], actions: [] })) +
      listBytes(window.blocks, encodedBytes) +
      listBytes(window.actions, encodedBytes);
  known.set(window, bytes);
  return bytes;
}

/** UTF-8 bytes of a declaration's JSON. */
export const declaredBytes = ({ name, actions, windows }: Declared): number =>
  utf8Length(JSON.stringify({ name, actions: [], windows: [] })) +
  listBytes(actions, encodedBytes) +
  listBytes(windows, windowBytes);
