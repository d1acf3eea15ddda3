import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { EXTENSION_ID, EXTENSION_KEY } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { manifest, type Variant, withoutWebAccessibleResources } from '../../extension/manifest.config.ts';

const variants: Variant[] = ['chromium', 'chromium-dev'];
const LOCAL = ['http://localhost/*', 'http://127.0.0.1/*'];
const extension = new URL('../../extension/', import.meta.url).pathname;
const messages = JSON.parse(readFileSync(`${extension}_locales/en/messages.json`, 'utf8')) as Record<string, unknown>;

describe('the manifest', () => {
  test.each(variants)('%s: the browser makes the known id of its key', (variant) => {
    expect(manifest(variant)).toHaveProperty('key', EXTENSION_KEY);
    const digest = createHash('sha256').update(Buffer.from(EXTENSION_KEY, 'base64')).digest('hex').slice(0, 32);
    const id = digest.replace(/./g, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16)));
    expect(id).toBe(EXTENSION_ID);
  });

  test.each(variants)('%s: asks for little and opens no door', (variant) => {
    const made = manifest(variant);
    expect(made).toMatchObject({
      permissions: ['activeTab', 'nativeMessaging', 'scripting', 'sidePanel', 'storage'],
      incognito: 'not_allowed',
    });
    for (const door of ['externally_connectable', 'web_accessible_resources', 'content_scripts']) {
      expect(made).not.toHaveProperty(door);
    }
  });

  test('only the development build has sites from the start, and those are on this computer', () => {
    expect(manifest('chromium')).not.toHaveProperty('host_permissions');
    expect(manifest('chromium-dev')).toMatchObject({ host_permissions: LOCAL });
  });

  test('loses what the bundler makes accessible to every site', () => {
    const { renderCrxManifest } = withoutWebAccessibleResources();
    const made = { manifest_version: 3, name: 'x', version: '1', web_accessible_resources: [] };
    expect(Reflect.apply(renderCrxManifest ?? (() => made), undefined, [made, {}])).toEqual({
      manifest_version: 3,
      name: 'x',
      version: '1',
    });
  });
});

describe('the texts for people', () => {
  const files = readdirSync(`${extension}src`, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `src/${file}`);
  const sources = [...files, 'manifest.config.ts'].map((file) => readFileSync(extension + file, 'utf8')).join('\n');
  const composed = /^(page|host|hop|health|tab|condition|severity|call|outcome)_/;

  test('are all used', () => {
    const unused = Object.keys(messages).filter((key) => !composed.test(key) && !sources.includes(key));
    expect(unused).toEqual([]);
  });

  test('stand in _locales alone', () => {
    const text = /[>}]\s*([^<>{}()=;/]*\p{L}{2,}[^<>{}()=;]*)\s*<\//gu;
    const attribute = /\b(?:aria-label|alt|placeholder|title|label|legend)="[^"]*\p{L}/gu;
    const literal = files
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) => {
        const source = readFileSync(extension + file, 'utf8');
        return [...source.matchAll(text), ...source.matchAll(attribute)].map(([found]) => `${file}: ${found}`);
      });
    expect(literal).toEqual([]);
  });

  test('tell nobody to run what a registry has under our name', () => {
    expect(JSON.stringify(messages)).not.toMatch(/\b(?:npx|npm|pnpm|yarn|bunx)\b|@latest/);
  });

  test('have a line for every state and its fix', () => {
    const states = ['silent', 'suspended', 'unresponsive', 'over_limit'].flatMap((state) => [
      `page_${state}`,
      `page_${state}_fix`,
    ]);
    const problems = ['missing', 'forbidden', 'policy', 'exited', 'protocol', 'changed', 'unknown'].flatMap(
      (problem) => [`host_${problem}`, `host_${problem}_fix`],
    );
    for (const key of [...states, ...problems]) expect(Object.keys(messages)).toContain(key);
  });
});
