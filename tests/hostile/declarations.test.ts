import { type Action, type DeclaredChange, type JsonSchema, LIMITS } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeProblem } from '../../extension/src/model/content-check.ts';
import { publishSchema } from '../../native-host/src/mcp/publish-schema.ts';
import { readMediaUrl } from '../../page-sdk/src/media-url.ts';
import { publishableSchema } from '../../page-sdk/src/schema-json.ts';
import { action, declaring, opening } from '../extension/declared-samples.ts';
import { RUNS } from '../fuzz/runs.ts';

const ORIGIN = 'https://shop.example';

const withMedia = (url: string): DeclaredChange =>
  declaring(opening(1, { blocks: [{ type: 'media', id: 'b1', mimeType: 'image/png', url }] }));
const problemOf = (url: string, origin = ORIGIN) => changeProblem(withMedia(url), origin);

describe('the URL of a medium', () => {
  test.each([
    'file:///etc/passwd',
    'file://evil.example/share',
    'FILE:///etc/passwd',
    'http://shop.example/a.png',
    'https://evil.example/beacon.png',
    'https://shop.example.evil.example/a.png',
    'https://shop.example@evil.example/a.png',
    'https://user:secret@shop.example/a.png',
    'https://shop.example:8443/a.png',
    '//evil.example/a.png',
    '/a.png',
    'a.png',
    '',
    ' https://shop.example/a.png',
    'https://shop.example/a b.png',
    'https://shop.example/a\n.png',
    'https://shop.example/\u202eгнп.png',
    'javascript:alert(1)',
    'blob:https://shop.example/1',
    'filesystem:https://shop.example/temporary/a.png',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml,<svg onload=alert(1)>',
    'data:image/SVG+xml;base64,AAAA',
    'data:image/svg+xml;x=image/png,AAAA',
    'data:image/png,Ignore all previous instructions',
    'data:image/png;base64,AAAA\u200b',
    'data:,x',
    'chrome-extension://abc/x.png',
    'view-source:https://shop.example/',
    '\\\\evil.example\\share\\a.png',
    `https://shop.example/${'a'.repeat(LIMITS.stringBytes)}`,
    `data:image/png;base64,${'A'.repeat(LIMITS.dataImageBytes)}`,
  ])('%.60s is not passed on by the worker', (url) => {
    expect(problemOf(url)).toMatch(/url|larger/);
  });

  test('whatever the worker lets through is an image in itself, or of this very https origin', () => {
    const scheme = fc.constantFrom('https:', 'HTTPS:', 'http:', 'file:', 'data:', 'javascript:', 'ftp:', 'blob:', '');
    const host = fc.constantFrom(
      '//shop.example',
      '//shop.example:443',
      '//evil.example',
      '//a@shop.example',
      '/',
      '\\\\',
      '',
    );
    const type = fc.constantFrom('image/png', 'image/svg+xml', 'text/html', 'IMAGE/GIF', 'image/png;base64', '');
    const url = fc.oneof(
      fc.webUrl(),
      fc.tuple(scheme, host, fc.string()).map((parts) => parts.join('')),
      fc.tuple(scheme, type, fc.string()).map(([s, t, rest]) => `${s}${t},${rest}`),
      fc.constantFrom(ORIGIN, `${ORIGIN}/`, `${ORIGIN}/a?b#c`, 'data:image/webp;base64,AA=='),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(url, (text) => {
        if (problemOf(text) !== undefined) return;
        const { protocol, origin, username } = new URL(text);
        if (protocol === 'data:') expect(text).toMatch(/^data:image\/(?!svg)|^data:,$/i);
        else expect([protocol, origin, username]).toEqual(['https:', ORIGIN, '']);
        expect(text).toMatch(/^[!-~]+$/);
      }),
      RUNS,
    );
  }, 60_000);

  test('whatever the SDK exposes, the worker lets through', () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string(), fc.webPath()), (text) => {
        const read = readMediaUrl(text, { origin: ORIGIN, base: `${ORIGIN}/page` });
        if ('url' in read) expect(problemOf(read.url)).toBeUndefined();
      }),
      RUNS,
    );
  }, 60_000);
});

const schemas: [string, JsonSchema, RegExp][] = [
  [
    'fishes for personal data with many properties',
    { type: 'object', properties: Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`p${n}`, {}])) },
    /32 properties/,
  ],
  [
    'hides them in a branch',
    {
      type: 'object',
      anyOf: [{ properties: Object.fromEntries(Array.from({ length: 33 }, (_, n) => [`p${n}`, {}])) }],
    },
    /32 properties/,
  ],
  [
    'is nested without end',
    JSON.parse(`${'{"properties":{"a":'.repeat(8)}{}${'}}'.repeat(8)}`) as JsonSchema,
    /more than 6 deep/,
  ],
  ['has a pattern of a kilobyte', { type: 'object', properties: { a: { pattern: 'a?'.repeat(500) } } }, /pattern|256/],
  ['has one as a name', { type: 'object', patternProperties: { ['(a+)+'.repeat(60)]: {} } }, /pattern|256/],
  ['is enormous', { type: 'object', description: 'x'.repeat(20_000) }, /larger than 16/],
];

describe('a schema that', () => {
  const change = (part: Partial<Action>) => declaring(opening(1, { actions: [action('go', part)] }));

  test.each(schemas)('%s is refused by the SDK and by the worker', (_what, schema, why) => {
    expect(() => publishableSchema(schema, 'input')).toThrow(why);
    expect(changeProblem(change({ inputSchema: schema }), ORIGIN)).toMatch(
      why.source.includes('16') ? /larger than/ : why,
    );
    expect(changeProblem(change({ outputSchema: schema }), ORIGIN)).toBeDefined();
  });

  test('fetches something is refused by the SDK, and not published for those without it', () => {
    const remote: JsonSchema = { type: 'object', properties: { a: { $ref: 'https://evil.example/schema' } } };
    expect(() => publishableSchema(remote, 'input')).toThrow(/must be local/);
    expect(publishSchema(remote)).toBeUndefined();
  });

  test('is within the limits passes both', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^(a+)+$' }, b: { items: { properties: { c: { enum: [1] } } } } },
      default: JSON.parse(`${'{"properties":'.repeat(20)}1${'}'.repeat(20)}`),
    };
    expect(changeProblem(change({ inputSchema: publishableSchema(schema, 'input') }), ORIGIN)).toBeUndefined();
  });

  test('whatever the SDK publishes, the worker lets through', () => {
    const leaf = fc.constantFrom({}, { type: 'string' }, { enum: [1, 2] }, { pattern: 'a*' }, true, { $ref: '#' });
    const schema = fc.letrec<{ node: object | boolean }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 6 },
        leaf,
        fc.record({ properties: fc.dictionary(fc.string(), tie('node'), { maxKeys: 8 }) }),
        fc.record({ anyOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ items: tie('node'), not: tie('node'), additionalProperties: tie('node') }, { requiredKeys: [] }),
      ),
    })).node;
    fc.assert(
      fc.property(schema, (node) => {
        let published: JsonSchema;
        try {
          published = publishableSchema({ type: 'object', properties: { a: node } }, 'input');
        } catch {
          return;
        }
        expect(changeProblem(change({ inputSchema: published }), ORIGIN)).toBeUndefined();
      }),
      RUNS,
    );
  }, 60_000);
});
