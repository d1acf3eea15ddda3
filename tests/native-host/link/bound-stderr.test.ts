import { expect, test } from 'vitest';
import { bounded, boundStderr, STDERR_BYTES } from '../../../native-host/src/link/bound-stderr.ts';

function recorder() {
  const lines: string[] = [];
  const write = bounded((text) => {
    lines.push(String(text));
    return true;
  });
  return { lines, write, bytes: () => Buffer.byteLength(lines.join('')) };
}

test('what is written early is written whole', () => {
  const { lines, write } = recorder();
  write('one problem\n');
  write('another\n');
  expect(lines).toEqual(['one problem\n', 'another\n']);
});

test('a megabyte ends at what a pipe that nobody reads can hold, and says so once', () => {
  const { lines, write, bytes } = recorder();
  for (let n = 0; n < 10_000; n++) write(`${'ü'.repeat(50)} ${n}\n`);
  expect(bytes()).toBeLessThanOrEqual(STDERR_BYTES);
  expect(bytes()).toBeGreaterThan(STDERR_BYTES - 300);
  expect(lines.filter((line) => line.startsWith('…'))).toEqual([lines.at(-1)]);
});

test('whoever waits for a write is told', async () => {
  const undo = boundStderr();
  try {
    for (let n = 0; n < 2; n++) {
      await new Promise<void>((resolve) => process.stderr.write('', () => resolve()));
    }
  } finally {
    undo();
  }
});
