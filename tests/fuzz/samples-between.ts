import { ExtensionToHost, WIRE_VERSION } from '@mcp-gui-bridge/page-sdk/protocol';
import type { Json } from './arbitrary-of.ts';
import { action, CALL_ID, opened } from './samples.ts';

export const EXTENSION = { version: '0.1.0', browser: 'Testium 1', profileId: 'fuzz-profile', generation: 1 };

const application = (id: string): Json => ({
  id,
  origin: `https://${id}.example`,
  browser: 'Testium 1',
  condition: 'live',
});

/** Ids as the worker makes them. */
export const [SHOP, ORDER, DIALOG] = ['ashop222222', 'worder22222', 'wdialog2222'] as const;

const windows: Json[] = [opened(1, { id: ORDER }), opened(2, { id: DIALOG, modal: true, ownerId: ORDER })];

const MODEL_EVENTS: readonly Json[] = [
  {
    type: 'attached',
    application: application(SHOP),
    declared: { name: 'Shop', actions: [action('new_order')], windows },
    running: [CALL_ID],
  },
  { type: 'attached', application: application('aother22222'), declared: { name: 'Other', windows: [] }, running: [] },
  {
    type: 'changed',
    appId: SHOP,
    change: { windows: [{ id: ORDER, version: 2, title: 'Changed', blocks: [{ ref: 'b1' }, { ref: 'b7' }] }] },
  },
  { type: 'changed', appId: SHOP, change: { closed: [DIALOG] } },
  { type: 'changed', appId: SHOP, condition: 'paused', reason: 'by the person' },
  { type: 'detached', appId: SHOP, reason: 'closed' },
];

/** What the worker says of a page that runs nothing yet and whose dialog can be operated. */
export const IDLE_PAGE = ExtensionToHost.parse({
  type: 'model',
  event: {
    type: 'attached',
    application: application(SHOP),
    declared: { name: 'Shop', actions: [action('new_order')], windows },
    running: [],
  },
});

const ANSWERS: readonly Json[] = [
  { ok: true, value: { message: 'Done', openedWindowIds: [DIALOG], result: { total: 3 } } },
  { ok: false, error: { code: 'stale_state', message: 'no', outcome: 'not_executed', currentVersion: 3 } },
];

const model = MODEL_EVENTS.map((event): Json => ({ type: 'model', event }));
const progress: Json = { callId: CALL_ID, done: 1, total: 2, message: 'half' };

export const WORKER_MESSAGES: readonly Json[] = [
  { type: 'hello', wire: WIRE_VERSION, extension: EXTENSION, expected: [SHOP] },
  ...model,
  ...ANSWERS.map((answer): Json => ({ type: 'answer', appId: SHOP, callId: CALL_ID, answer })),
  { type: 'committed', appId: SHOP, callId: CALL_ID, answer: ANSWERS[0] ?? null },
  { type: 'progress', appId: SHOP, progress },
  { type: 'recalled', appId: SHOP, recalled: { callId: CALL_ID, state: 'unseen' } },
  { type: 'disconnect', processes: ['d'.repeat(32)] },
];

const callFields: { [key: string]: Json } = {
  callId: CALL_ID,
  appId: SHOP,
  windowId: DIALOG,
  action: 'submit',
  arguments: { amount: 3 },
  agent: { name: 'fuzz', version: '1' },
  timeoutMs: 30_000,
};

export const HOST_TO_WORKER: readonly Json[] = [
  {
    type: 'hello',
    wire: WIRE_VERSION,
    version: '0.1.0',
    pid: 1,
    installation: '0123-4567-89ab-cdef-0123-4567-89ab-cdef',
  },
  { type: 'call', call: callFields },
  { type: 'abort', appId: SHOP, callId: CALL_ID, reason: 'timeout' },
  { type: 'recall', appId: SHOP, callId: CALL_ID },
  { type: 'quarantine', appId: SHOP, on: true },
  { type: 'pong', id: 1 },
  {
    type: 'agents',
    agents: [
      { id: 'agent-1', key: 'program:x', process: '1'.repeat(32), name: 'fuzz', program: 'x', since: 1, calls: 2 },
    ],
  },
];

export const AGENT_MESSAGES: readonly Json[] = [
  {
    type: 'hello',
    wire: WIRE_VERSION,
    role: 'agent',
    version: '0.1.0',
    process: '1'.repeat(32),
    program: 'fuzz',
    token: 'secret',
  },
  { type: 'hello', wire: WIRE_VERSION, role: 'status', version: '0.1.0', process: '1'.repeat(32), program: 'fuzz' },
  { type: 'agent', agent: { name: 'fuzz', version: '1' } },
  { type: 'call', call: callFields, budgetMs: 10_000 },
  { type: 'call', call: { ...callFields, arguments: { amount: ['@deep-object'] } }, budgetMs: 10_000 },
  { type: 'cancel', callId: CALL_ID },
  { type: 'recall', appId: SHOP, callId: CALL_ID, budgetMs: 10_000 },
  { type: 'status' },
];

export const HOST_TO_AGENT: readonly Json[] = [
  { type: 'hello', wire: WIRE_VERSION, version: '0.1.0', pid: 1, extension: EXTENSION },
  { type: 'refused', message: 'not now' },
  ...model,
  { type: 'ready' },
  { type: 'queued', callId: CALL_ID },
  { type: 'dispatched', callId: CALL_ID },
  ...ANSWERS.map((answer): Json => ({ type: 'settled', callId: CALL_ID, answer })),
  { type: 'progress', progress },
  { type: 'recalled', recalled: { callId: CALL_ID, state: 'running' } },
];
