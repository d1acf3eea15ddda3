import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const TSX = fileURLToPath(new URL('../../node_modules/tsx/dist/cli.mjs', import.meta.url));
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));

/** In processes of their own, so that all processors share the work. Always the same ones; `test:schedules` plays others. */
const SEED = '20261201';

test('20,000 schedules: nothing lost, nothing done twice, nothing lied about', { timeout: 900_000 }, async () => {
  const options = ['--runs', '20000', '--seed', SEED];
  const child = spawn(process.execPath, [TSX, '--conditions=mcp-gui-bridge-source', MAIN, ...options]);
  const [said, , [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  expect(said).toMatch(/^\d+ schedules from seed \d+ .* 0 violations\n$/);
  expect(Number.parseInt(said, 10)).toBeGreaterThanOrEqual(20_000);
  expect(exitCode).toBe(0);
});
