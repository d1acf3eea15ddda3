import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

test('both packages can be published: their files, doors and types resolve', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', 'check:package'], { cwd: root });
  expect(stdout.match(/All good!/g)).toHaveLength(2);
});

/** The files of the SDK that a page loads for its main door, found by following the imports. */
async function mainDoor(dynamic: boolean): Promise<number> {
  const dist = resolve(root, 'page-sdk/dist');
  const files = new Set(['index.js']);
  for (const file of files) {
    const text = await readFile(resolve(dist, file), 'utf8');
    const imports = [...text.matchAll(/(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g)];
    const lazy = dynamic ? [...text.matchAll(/import\(\s*["'`]\.\/([\w-]+\.js)["'`]\s*\)/g)] : [];
    for (const [, name] of [...imports, ...lazy]) if (name !== undefined) files.add(name);
  }
  const texts = await Promise.all([...files].map((file) => readFile(resolve(dist, file), 'utf8')));
  return gzipSync(texts.join('\n'), { level: 9 }).length;
}

test.each([
  ['without the JSON Schema validator', false, 18],
  ['with it and all that a view needs', true, 28],
])("the SDK's main door %s stays small", async (_, dynamic, kilobytes) => {
  const size = await mainDoor(dynamic);
  expect(size).toBeGreaterThan(5_000);
  expect(size).toBeLessThanOrEqual(kilobytes * 1_000);
});

test('the built-in view is one self-contained file of at most 150 kB', async () => {
  const html = await readFile(resolve(root, 'native-host/src/mcp/views/dist/windows.html'), 'utf8');
  expect(gzipSync(html, { level: 9 }).length).toBeLessThanOrEqual(150_000);
  expect(html).not.toMatch(/<(?:script|img|link|iframe)[^>]*\s(?:src|href)=/i);
  expect(html).toContain('<script type="module">');
});
