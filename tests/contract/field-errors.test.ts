import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { ValidationError } from '../../page-sdk/src/errors.ts';
import { loadValidator } from '../../page-sdk/src/schema-validator.ts';
import { untilAttached } from './agent-process.ts';
import { type AnyClient, CLIENTS } from './sdk-clients.ts';
import { type ServedPages, servePages } from './served-pages.ts';

const Order = z
  .object({
    recipient: z.string().min(1, 'Recipient cannot be empty'),
    amount: z.number().refine((amount) => amount > 0, 'Must be greater than 0'),
    lines: z.array(z.object({ product: z.string(), quantity: z.int().min(1) })),
    'a/b~c': z.string().optional(),
  })
  .refine(({ lines }) => lines.length > 0, { path: ['lines'], message: 'At least one line is needed' });

const PLAIN = {
  type: 'object',
  properties: {
    recipient: { type: 'string', minLength: 1 },
    amount: { type: 'number', exclusiveMinimum: 0 },
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: { product: { type: 'string' }, quantity: { type: 'integer', minimum: 1 } },
        required: ['product', 'quantity'],
      },
    },
  },
  required: ['recipient', 'amount'],
  additionalProperties: false,
} as const;

let pages: ServedPages;
let client: AnyClient;
let ran: unknown[];

beforeEach(async () => {
  ran = [];
  pages = await servePages();
  await loadValidator();
  const page = await pages.open('Desk');
  const own = () => {
    throw new ValidationError([
      { field: 'amount', error: 'More than the budget' },
      { field: 'lines/1/product', error: 'Is not sold any more' },
    ]);
  };
  page.bridge.openWindow({
    title: 'Order',
    actions: {
      zod: { title: 'zod', input: Order, run: (input) => void ran.push(input) },
      plain: { title: 'plain', input: PLAIN, run: (input) => void ran.push(input) },
      own: { title: 'own', input: PLAIN, run: own },
    },
  });
});

afterEach(async () => {
  await client.close();
  await pages.stop();
});

const LINES = [
  { product: 'Pen', quantity: 1 },
  { product: 'Ink', quantity: 2 },
];

/** Action, arguments, and the fields that one answer names. */
const WRONG: readonly (readonly [string, string, Record<string, unknown>, readonly string[]])[] = [
  ['JSON Schema', 'plain', { recipient: '', amount: -1 }, ['amount', 'recipient']],
  ['JSON Schema, missing and unknown', 'plain', { amount: 1, note: 'x' }, ['note', 'recipient']],
  [
    'JSON Schema, nested',
    'plain',
    { recipient: 'Ada', amount: 1, lines: [...LINES, { product: 7, quantity: 0 }] },
    ['lines/2/product', 'lines/2/quantity'],
  ],
  ['zod', 'zod', { recipient: '', amount: -1, lines: LINES }, ['amount', 'recipient']],
  [
    'zod, a refinement of a field and one of the whole',
    'zod',
    { recipient: 'Ada', amount: -1, lines: [] },
    ['amount', 'lines'],
  ],
  [
    'zod, nested',
    'zod',
    { recipient: 'Ada', amount: 1, lines: [{ product: 'Pen', quantity: 0 }] },
    ['lines/0/quantity'],
  ],
  ['zod, a name that has to be escaped', 'zod', { recipient: 'Ada', amount: 1, lines: LINES, 'a/b~c': 7 }, ['a~1b~0c']],
  ['the application itself', 'own', { recipient: 'Ada', amount: 1, lines: LINES }, ['amount', 'lines/1/product']],
];

test.each(Object.entries(CLIENTS))(
  'client %s: one answer names every wrong field by its parameter',
  async (_name, open) => {
    client = await open(pages.directory);
    await untilAttached(
      async (tool, args) => (await client.callTool({ name: tool, arguments: { ...args } })).structuredContent,
    );
    const names = await client.listTools();
    for (const [what, action, args, fields] of WRONG) {
      const tool = names.find((name) => name.endsWith(`__${action}`)) ?? '';
      const result = await client.callTool({ name: tool, arguments: args });
      expect(result.isError, what).toBe(true);
      const error = result.structuredContent as { fields: { field: string; error: string }[]; message: string };
      expect(error, what).toMatchObject({ code: 'validation_failed', outcome: 'not_executed' });
      expect([...new Set(error.fields.map(({ field }) => field))].sort(), what).toEqual(fields);
      for (const { field, error: sentence } of error.fields) {
        expect(sentence, what).not.toBe('');
        expect(error.message, what).toContain(field);
      }
      const [content] = result.content as { text: string }[];
      expect(JSON.parse(content?.text ?? ''), what).toEqual(error);
    }
    expect(ran).toEqual([]);
  },
);
