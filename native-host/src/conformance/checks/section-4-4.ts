import { Block } from '@mcp-gui-bridge/page-sdk/protocol';
import { TITLES } from '../application.ts';
import { type Check, demand, shown } from '../check.ts';
import { isRecord } from '../connection.ts';
import type { Seen, SeenWindow } from '../seen.ts';
import type { Session } from '../session.ts';

interface PlacedBlock {
  readonly window: SeenWindow;
  readonly block: Seen;
}

async function allBlocks(session: Session): Promise<readonly PlacedBlock[]> {
  const { windows } = await session.read();
  return windows.flatMap((window) => window.blocks.map((block) => ({ window, block })));
}

const place = ({ window, block }: PlacedBlock) => `in "${window.title}": ${shown(block)}`;

const KINDS: readonly string[] = Block.options.map(({ shape }) => shape.type.value);

/** Fields that would be an operation. */
const OPERATIONS = ['action', 'actions', 'operation', 'operations', 'tool', 'tools', 'onClick', 'handler'];

/** What the schema of the block's kind has against it; the id is another check's matter. */
function malformed(block: Seen): string | undefined {
  const parsed = Block.safeParse({
    ...block,
    id: 'any',
    ...(block['sensitive'] === false && { sensitive: undefined }),
  });
  const [issue] = parsed.error?.issues ?? [];
  return issue && `${issue.path.join('.')}: ${issue.message}`;
}

const TABLE_ROWS = (block: Seen): string | undefined => {
  const { columns, rows } = block;
  if (!Array.isArray(columns) || !Array.isArray(rows)) return undefined;
  const odd = rows.findIndex((row) => Array.isArray(row) && row.length !== columns.length);
  return odd < 0 ? undefined : `row ${odd} does not correspond to the ${columns.length} columns`;
};

const MEDIA_URL = (block: Seen): string | undefined =>
  /^(https:\/\/|file:\/\/|data:)/.test(String(block['url']))
    ? undefined
    : `url ${shown(block['url'])} is none of https, file or data`;

interface Primitive {
  readonly type: string;
  readonly fields: string;
  readonly more?: (block: Seen) => string | undefined;
}

const PRIMITIVES: readonly Primitive[] = [
  { type: 'text', fields: 'text: string' },
  { type: 'fields', fields: 'items of { label: string, value, sensitive? }' },
  { type: 'table', fields: 'columns: string[] and rows that correspond to them', more: TABLE_ROWS },
  { type: 'list', fields: 'items, ordered?: boolean' },
  { type: 'notice', fields: 'severity: info | warn | error | success, text: string' },
  { type: 'media', fields: 'mimeType: string, url: https, file or data', more: MEDIA_URL },
  { type: 'custom', fields: 'payload' },
];

const primitiveCheck = ({ type, fields, more }: Primitive, index: number): Check => ({
  id: `4.4-${index + 1}`,
  section: '4.4',
  level: 'MUST',
  text: `The core primitive ${type} is supported, with ${fields}.`,
  run: async (session) => {
    const blocks = (await allBlocks(session)).filter(({ block }) => block['type'] === type);
    const there = blocks.some(({ window }) => window.title === TITLES.blocks);
    demand(there, `"${TITLES.blocks}" shows no block of type ${type}`);
    for (const placed of blocks) {
      const wrong = malformed(placed.block) ?? more?.(placed.block);
      demand(wrong === undefined, `${wrong} ${place(placed)}`);
    }
  },
});

/** §4.4 Semantic blocks, and what Appendix B adds to them. */
export const SECTION_4_4: readonly Check[] = [
  ...PRIMITIVES.map(primitiveCheck),
  {
    id: '4.4-8',
    section: '4.4',
    level: 'MUST',
    text: 'Every block has a type, one of the core primitives.',
    run: async (session) => {
      const wrong = (await allBlocks(session)).find(({ block }) => !KINDS.includes(String(block['type'])));
      demand(wrong === undefined, wrong ? place(wrong) : '');
    },
  },
  {
    id: '4.4-9',
    section: '4.4',
    level: 'SHOULD',
    text: 'Every block has an id.',
    run: async (session) => {
      const wrong = (await allBlocks(session)).find(({ block: { id } }) => typeof id !== 'string' || id === '');
      demand(wrong === undefined, wrong ? place(wrong) : '');
    },
  },
  {
    id: '4.4-10',
    section: '4.4',
    level: 'MUST',
    text: 'blocks is a flat array: its elements are objects, and no block contains blocks.',
    run: async (session) => {
      for (const { title, raw, blocks } of (await session.read()).windows) {
        const elements: unknown = raw['blocks'];
        demand(!Array.isArray(elements) || elements.every(isRecord), `blocks of "${title}" is ${shown(elements)}`);
        const nested = blocks.find((block) => 'blocks' in block || 'children' in block);
        demand(nested === undefined, `in "${title}": ${shown(nested)}`);
      }
    },
  },
  {
    id: '4.4-11',
    section: '4.4',
    level: 'MUST',
    text: 'A block describes only what is displayed and carries no operation.',
    run: async (session) => {
      const wrong = (await allBlocks(session)).find(({ block }) => OPERATIONS.some((name) => name in block));
      demand(wrong === undefined, wrong ? place(wrong) : '');
    },
  },
  {
    id: '4.4-12',
    section: '4.4',
    level: 'SHOULD',
    text: 'Media has a text description, alt.',
    run: async (session) => {
      const media = (await allBlocks(session)).filter(({ block }) => block['type'] === 'media');
      const wrong = media.find(({ block: { alt } }) => typeof alt !== 'string' || alt.trim() === '');
      demand(wrong === undefined, wrong ? place(wrong) : '');
    },
  },
  {
    id: 'B-1',
    section: 'Appendix B',
    level: 'MUST',
    text: 'A table or list that is truncated says how many rows or items there are in total.',
    run: async (session) => {
      const { blocks } = await session.windowNamed(TITLES.data);
      const cut = blocks.find(({ type }) => type === 'table' || type === 'list');
      demand(cut !== undefined, `"${TITLES.data}" shows no table`);
      const { total, rows, items } = cut;
      const there = [rows, items].find(Array.isArray)?.length ?? 0;
      demand(
        Number.isSafeInteger(total) && Number(total) >= there,
        `total is ${shown(total)} of a table of which ${there} rows are shown`,
      );
    },
  },
];
