import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JsonSchemaObject } from '../../page-sdk/src/index.ts';
import { loadValidator } from '../../page-sdk/src/schema-validator.ts';
import { untilAttached } from './agent-process.ts';
import { CLIENTS } from './sdk-clients.ts';
import { type ServedPages, servePages } from './served-pages.ts';

const nested = (levels: number): JsonSchemaObject =>
  levels === 0 ? { type: 'string' } : { type: 'object', properties: { inner: nested(levels - 1) } };

const endless = (): JsonSchemaObject => {
  const loop: Record<string, unknown> = { type: 'object' };
  loop['properties'] = { loop };
  return loop;
};

/** Read by a page from a string, so that `__proto__` is a name and not the prototype. */
const withProto = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as JsonSchemaObject;

/** What a page may come with: `repaired` and offered, or refused in the page with a sentence. */
const HOSTILE: readonly (readonly [string, JsonSchemaObject, 'repaired' | RegExp])[] = [
  ['no type at all', { properties: { a: { type: 'string' } } }, 'repaired'],
  ['nothing at all', {}, 'repaired'],
  ['null instead of properties', { type: 'object', properties: null }, 'repaired'],
  ['null instead of required', { type: 'object', properties: {}, required: null }, 'repaired'],
  ['boolean subschemas', { type: 'object', properties: { a: true, b: false } }, 'repaired'],
  ['$schema of draft-07', { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' }, 'repaired'],
  ['the same $id as another', { $id: 'urn:same', type: 'object' }, 'repaired'],
  ['the same $id once more', { $id: 'urn:same', type: 'object', properties: { a: { $id: 'urn:same' } } }, 'repaired'],
  ['a reference to itself', { type: 'object', properties: { next: { $ref: '#' } } }, 'repaired'],
  ['a property named __proto__', withProto, 'repaired'],
  [
    'a pattern that takes for ever',
    { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
    'repaired',
  ],
  ['alternatives at the root', { anyOf: [{ required: ['a'] }, { required: ['b'] }] }, 'repaired'],
  ['text that reads backwards', { type: 'object', description: 'safe \u202etxet' }, 'repaired'],
  [
    'keywords nobody knows',
    { type: 'object', 'x-vendor': { deep: [1] }, properties: { a: { widget: 'slider' } } },
    'repaired',
  ],
  ['a remote reference', { properties: { a: { $ref: 'https://example.com/schema.json' } } }, /must be local/],
  ['a reference to nothing', { properties: { a: { $ref: '#/$defs/nowhere' } } }, /leads nowhere/],
  ['a list as root', { type: 'array', items: {} }, /must be "object" at the root/],
  ['null beside object', { type: ['object', 'null'] }, /must be "object" at the root/],
  ['200 KB', { type: 'object', description: 'x'.repeat(200_000) }, /larger than 16 KiB/],
  ['40 levels', nested(40), /nested more than \d+ deep/],
  ['a value without an end', endless(), /contains itself/],
  ['a malformed pattern', { properties: { a: { pattern: '(' } } }, /not a regular expression/],
  [
    'its own expectedVersion',
    { type: 'object', properties: { expectedVersion: { type: 'string' } } },
    /the bridge itself adds this/,
  ],
];

let pages: ServedPages;

beforeEach(async () => {
  pages = await servePages();
  await loadValidator();
});

afterEach(() => pages.stop());

describe('page schemas', () => {
  test.each(Object.entries(CLIENTS))(
    'are repaired or refused with a sentence, and client %s lists the rest',
    async (_name, open) => {
      const desk = await pages.open('Desk');
      const offered: string[] = [];
      for (const [index, [what, schema, fate]] of HOSTILE.entries()) {
        const declare = (name: string, side: 'input' | 'output') =>
          desk.bridge.openWindow({
            title: `Window ${name}`,
            actions: { [name]: { title: what, [side]: schema, run: () => ({ message: 'Done', result: {} }) } },
          });
        for (const side of ['input', 'output'] as const) {
          const isOwnVersion = what === 'its own expectedVersion' && side === 'output';
          const name = `${side}${index}`;
          if (fate !== 'repaired' && !isOwnVersion) {
            expect(() => declare(name, side), what).toThrow(fate);
            continue;
          }
          declare(name, side);
          offered.push(name);
        }
      }
      const client = await open(pages.directory);
      await untilAttached(
        async (tool, args) => (await client.callTool({ name: tool, arguments: { ...args } })).structuredContent,
      );
      const names = await client.listTools();
      const isOffered = (name: string) => names.find((tool) => tool.endsWith(`__${name}`));
      expect(offered.filter((name) => isOffered(name) === undefined)).toEqual([]);
      expect(names.filter((tool) => !tool.startsWith('app__'))).toHaveLength(offered.length);
      for (const name of offered) {
        const { structuredContent } = await client.callTool({ name: isOffered(name) ?? '', arguments: {} });
        expect(structuredContent, name).toHaveProperty('message');
      }
      await client.close();
    },
  );
});
