import type { Json } from './arbitrary-of.ts';

export const CALL_ID = 'ab'.repeat(16);

export const action = (name: string): Json => ({
  name,
  title: `Do ${name}`,
  description: 'For the tests',
  inputSchema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
  hints: { readOnly: false, destructive: false },
  available: true,
  timeoutMs: 30_000,
});

export const blocks: Json[] = [
  { type: 'text', id: 'b1', text: 'words' },
  {
    type: 'fields',
    id: 'b2',
    items: [
      { label: 'Name', value: 'Ada' },
      { label: 'Pin', value: '••••••••', sensitive: true },
    ],
  },
  { type: 'table', id: 'b3', columns: ['a', 'b'], rows: [[1, 2]], offset: 0, total: 9 },
  { type: 'list', id: 'b4', items: ['one', { two: 2 }], ordered: true },
  { type: 'notice', id: 'b5', severity: 'warn', text: 'careful' },
  { type: 'media', id: 'b6', mimeType: 'image/png', url: 'data:image/png;base64,AAAA', alt: 'a picture' },
  { type: 'custom', id: 'b7', payload: { deep: [{ er: true }] } },
];

/** A window as a page first declares it; local ids are opening numbers. */
export const opened = (number: number, more: { [key: string]: Json } = {}): Json => ({
  id: String(number),
  opened: number,
  title: `Window ${number}`,
  modal: false,
  ownerId: null,
  version: 1,
  summary: 'all is well',
  blocks,
  actions: [action('submit'), action('discard')],
  ...more,
});

export const declared: Json = {
  name: 'Shop',
  actions: [action('new_order')],
  windows: [opened(1), opened(2, { modal: true, ownerId: '1', blocks: [], actions: [action('submit')] })],
};

/** What a page that has declared the above, and runs one call, may say next. */
export const PAGE_MESSAGES: readonly Json[] = [
  { type: 'attach', wire: 1, sdk: '0.1.0', declared, running: [CALL_ID] },
  { type: 'change', change: { windows: [{ id: '1', version: 2, title: 'Changed', blocks: [{ ref: 'b1' }] }] } },
  { type: 'change', change: { windows: [opened(3)], closed: ['2'] }, solicited: true },
  { type: 'change', change: { windows: [{ id: '2', version: 2, summary: null, actions: [action('other')] }] } },
  {
    type: 'answer',
    callId: CALL_ID,
    answer: { ok: true, value: { message: 'Done', openedWindowIds: ['2'], result: { a: 1 } } },
  },
  {
    type: 'answer',
    callId: CALL_ID,
    answer: {
      ok: false,
      error: {
        code: 'blocked_by_modal',
        message: 'no',
        outcome: 'not_executed',
        blockedBy: { id: '2', title: 'x' },
        fields: [{ field: 'amount', error: 'is too much' }],
      },
    },
  },
  { type: 'committed', callId: CALL_ID, answer: { ok: true, value: { openedWindowIds: [] } } },
  { type: 'progress', progress: { callId: CALL_ID, done: 1, total: 2, message: 'half' } },
  { type: 'recalled', recalled: { callId: CALL_ID, state: 'running' } },
  {
    type: 'change',
    change: { windows: [{ id: '1', version: 3, blocks: [{ type: 'custom', id: 'b8', payload: ['@deep'] }] }] },
  },
  { type: 'pong', id: 1 },
  { type: 'detach' },
];
