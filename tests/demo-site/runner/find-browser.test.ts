import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { candidatePaths, findBrowser } from '../../../demo-site/runner/find-browser.ts';

let bin: string;
beforeEach(() => {
  bin = mkdtempSync(join(tmpdir(), 'find-browser-'));
});
afterEach(() => rmSync(bin, { recursive: true, force: true }));

function program(name: string, text = '#!/bin/sh\n'): string {
  const path = join(bin, name);
  writeFileSync(path, text);
  chmodSync(path, 0o755);
  return path;
}

describe('finding a browser', () => {
  test('the named one wins', async () => {
    program('chromium');
    const named = program('mine');
    expect(await findBrowser({ PATH: bin, MCP_GUI_BRIDGE_BROWSER: named })).toBe(named);
  });

  test('a name that is no program is said, not replaced by another browser', async () => {
    program('chromium');
    const missing = join(bin, 'missing');
    await expect(findBrowser({ PATH: bin, MCP_GUI_BRIDGE_BROWSER: missing })).rejects.toThrow(missing);
  });

  test('installed ones are taken in order of preference, whatever their place in PATH', async () => {
    program('google-chrome');
    const chromium = program('chromium');
    expect(await findBrowser({ PATH: `/nowhere:${bin}` })).toBe(chromium);
  });

  test('a snap is passed over: it cannot start the native host', async () => {
    program('chromium', '#!/bin/sh\nexec /snap/bin/chromium "$@"\n');
    const edge = program('microsoft-edge');
    expect(await findBrowser({ PATH: bin })).toBe(edge);
  });

  test('on macOS and Windows the usual places are known', () => {
    expect(candidatePaths('darwin', {})).toContain('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
    const windows = candidatePaths('win32', { PROGRAMFILES: 'C:\\Program Files' });
    expect(windows.some((path) => path.endsWith('msedge.exe'))).toBe(true);
  });
});
