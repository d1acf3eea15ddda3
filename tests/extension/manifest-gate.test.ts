import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Variant } from '../../extension/manifest.config.ts';

/**
 * What the extension may ask for, as it is built. Taking something out of these lists is welcome; what is added widens
 * what a person has to trust, and belongs into SECURITY.md and the release notes before it belongs here.
 */
const PERMISSIONS = ['activeTab', 'nativeMessaging', 'scripting', 'sidePanel', 'storage'];
const OPTIONAL_SITES = ['http://*/*', 'https://*/*'];
const LOCAL_SITES = ['http://localhost/*', 'http://127.0.0.1/*'];
const STANDING_SITES: Record<Variant, readonly string[]> = { chromium: [], 'chromium-dev': LOCAL_SITES };
const KEYS = [
  'action',
  'background',
  'commands',
  'content_security_policy',
  'default_locale',
  'description',
  'host_permissions',
  'icons',
  'incognito',
  'key',
  'manifest_version',
  'minimum_chrome_version',
  'name',
  'optional_host_permissions',
  'options_ui',
  'permissions',
  'side_panel',
  'version',
];
/** The most that each directive may allow; a directive that is missing falls back to `default-src`, these do not. */
const POLICY: Record<string, readonly string[]> = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

const Manifest = z.looseObject({
  permissions: z.array(z.string()),
  host_permissions: z.array(z.string()).default([]),
  optional_host_permissions: z.array(z.string()),
  incognito: z.string(),
  content_security_policy: z.strictObject({ extension_pages: z.string() }),
});

const MODES: Record<Variant, string> = { chromium: 'extension', 'chromium-dev': 'extension-dev' };
const configFile = fileURLToPath(new URL('../../vite.config.ts', import.meta.url));

describe.each<Variant>(['chromium', 'chromium-dev'])('the extension as it is built: %s', (variant) => {
  const directory = mkdtempSync(join(tmpdir(), 'mgb-'));
  let raw: Record<string, unknown>;
  let manifest: z.infer<typeof Manifest>;
  let files: string[];

  beforeAll(async () => {
    await build({ configFile, mode: MODES[variant], logLevel: 'error', build: { outDir: directory } });
    raw = JSON.parse(readFileSync(join(directory, 'manifest.json'), 'utf8'));
    manifest = Manifest.parse(raw);
    files = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  }, 60_000);
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const read = (ending: string) =>
    files.filter((file) => file.endsWith(ending)).map((file) => readFileSync(join(directory, file), 'utf8'));

  test('asks for no permission that it did not ask for before', () => {
    expect(manifest.permissions.filter((permission) => !PERMISSIONS.includes(permission))).toEqual([]);
    expect(raw).not.toHaveProperty('optional_permissions');
  });

  test('has no site from the start that it did not have before', () => {
    expect(manifest.host_permissions.filter((site) => !STANDING_SITES[variant].includes(site))).toEqual([]);
    expect(manifest.optional_host_permissions.filter((site) => !OPTIONAL_SITES.includes(site))).toEqual([]);
  });

  test('opens no new door: nothing for pages to fetch, nobody from outside to talk to, no key that is not known', () => {
    expect(Object.keys(raw).filter((key) => !KEYS.includes(key))).toEqual([]);
    expect(manifest.incognito).toBe('not_allowed');
  });

  test('runs and loads nothing but its own files', () => {
    const policy = manifest.content_security_policy.extension_pages;
    const directives = new Map(
      policy.split(';').map((part) => [part.trim().split(/\s+/)[0], part.trim().split(/\s+/).slice(1)]),
    );
    for (const [name, most] of Object.entries(POLICY)) {
      expect(directives.get(name)?.filter((source) => !most.includes(source))).toEqual([]);
    }
    expect([...directives.keys()].filter((name) => name !== undefined && !(name in POLICY))).toEqual([]);
  });

  test('has no code that makes code, and none from elsewhere', () => {
    for (const code of read('.js')) {
      expect(code).not.toMatch(/\beval\s*\(|\bnew Function\s*\(|\bimport\s*\(\s*["'`]https?:/);
    }
    for (const page of read('.html')) {
      expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
      expect(page).not.toMatch(/<script(?![^>]*\bsrc=)/);
      expect(page).not.toMatch(/\son[a-z]+=/);
    }
  });
});

test('no source turns text into elements', () => {
  const sources = fileURLToPath(new URL('../../extension/src', import.meta.url));
  for (const file of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file)) continue;
    expect(readFileSync(join(sources, file), 'utf8'), file).not.toMatch(
      /innerHTML|insertAdjacentHTML|document\.write/i,
    );
  }
});
