import * as z from 'zod';

/** Fields every block has once it is exposed: `id` is stable and never reused within its window (protocol §10.3). */
const base = {
  id: z.string().min(1).max(64),
  /** The block's values were masked before they left the page (protocol §4.5). */
  sensitive: z.literal(true).optional(),
};

const count = z.int().min(0).optional();

const textBlock = z.object({ type: z.literal('text'), ...base, text: z.string() });

const fieldsBlock = z.object({
  type: z.literal('fields'),
  ...base,
  items: z.array(z.object({ label: z.string(), value: z.json(), sensitive: z.boolean().optional() })),
});

const tableBlock = z.object({
  type: z.literal('table'),
  ...base,
  columns: z.array(z.string()),
  rows: z.array(z.array(z.json())),
  offset: count,
  total: count,
});

const listBlock = z.object({
  type: z.literal('list'),
  ...base,
  items: z.array(z.json()),
  ordered: z.boolean().optional(),
  offset: count,
  total: count,
});

const noticeBlock = z.object({
  type: z.literal('notice'),
  ...base,
  severity: z.enum(['info', 'warn', 'error', 'success']),
  text: z.string(),
});

const mediaBlock = z.object({
  type: z.literal('media'),
  ...base,
  mimeType: z.string(),
  url: z.string(),
  alt: z.string().optional(),
});

const customBlock = z.object({ type: z.literal('custom'), ...base, payload: z.json() });

/** One semantic block as agents read it (protocol §4.4): describes what is shown, carries no operation. */
export const Block = z.discriminatedUnion('type', [
  textBlock,
  fieldsBlock,
  tableBlock,
  listBlock,
  noticeBlock,
  mediaBlock,
  customBlock,
]);
export type Block = z.infer<typeof Block>;
export type BlockType = Block['type'];
export type Severity = z.infer<typeof noticeBlock>['severity'];

/** Stands for a block that the receiver already has, unchanged. */
export const BlockReference = z.object({ ref: z.string().min(1).max(64) });
export type BlockReference = z.infer<typeof BlockReference>;
