import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { expect, test } from 'vitest';
import { EMPTY_LOG, entriesOf, logMessage, type MessageLog } from '../../../../demo-site/console/state/message-log.ts';

type Line = readonly [direction: 'in' | 'out', message: object, peer?: string];

const logOf = (lines: readonly Line[]): MessageLog =>
  lines.reduce(
    (log, [direction, message, peer = 'server'], at) =>
      logMessage(log, { at, direction, peer, message: { jsonrpc: '2.0', ...message } as JSONRPCMessage }),
    EMPTY_LOG,
  );
const words = (log: MessageLog) => log.entries.map(({ kind, method }) => `${kind} ${method}`);

test('an answer is named after the request that it answers, also when both sides count from one', () => {
  const log = logOf([
    ['out', { id: 1, method: 'tools/call' }],
    ['in', { id: 1, method: 'ping' }],
    ['out', { id: 1, result: {} }],
    ['in', { id: 1, error: { code: -1, message: 'no' } }],
    ['in', { id: 1, result: {} }],
  ]);
  expect(words(log)).toEqual(['request tools/call', 'request ping', 'answer ping', 'error tools/call', 'answer ']);
  expect(log.open.size).toBe(0);
});

test('the requests of one peer are not those of another', () => {
  const log = logOf([
    ['out', { id: 1, method: 'tools/list' }],
    ['in', { id: 1, method: 'ui/initialize' }, 'view of call 1'],
    ['out', { id: 1, result: {} }, 'view of call 1'],
    ['in', { id: 1, result: {} }],
  ]);
  expect(words(log).slice(2)).toEqual(['answer ui/initialize', 'answer tools/list']);
});

test('a request says which tool or resource it is about', () => {
  const { entries } = logOf([
    ['out', { id: 1, method: 'tools/call', params: { name: 'app__call' } }],
    ['in', { method: 'notifications/resources/updated', params: { uri: 'app://windows' } }],
    ['in', { id: 1, result: { name: 'x' } }],
  ]);
  expect(entries.map(({ subject }) => subject)).toEqual(['app__call', 'app://windows', '']);
});

test('long messages are cut, and their whole length is told', () => {
  const { entries } = logOf([['in', { method: 'm', params: { text: 'x'.repeat(50_000) } }]]);
  expect(entries[0]?.size).toBeGreaterThan(50_000);
  expect(entries[0]?.text.length).toBeLessThan(20_000);
});

test('the oldest go, and numbers go on', () => {
  const log = logOf(Array.from({ length: 600 }, (): Line => ['in', { method: 'm' }]));
  expect(log.entries.length).toBe(500);
  expect(log.entries.at(-1)?.number).toBe(600);
});

test('each tab has its own, newest first, and what is looked for in them', () => {
  const log = logOf([
    ['out', { method: 'notifications/initialized' }],
    ['in', { method: 'notifications/tools/list_changed' }],
    ['in', { method: 'notifications/resources/updated', params: { uri: 'app://windows' } }],
    ['in', { id: 2, method: 'ui/open-link' }, 'view of call 1'],
  ]);
  const methods = (...args: [Parameters<typeof entriesOf>[1], string?]) =>
    entriesOf(log, ...args).map(({ method }) => method);
  expect(methods('notifications')).toEqual(['notifications/resources/updated', 'notifications/tools/list_changed']);
  expect(methods('server').length).toBe(3);
  expect(methods('views')).toEqual(['ui/open-link']);
  expect(methods('server', ' APP://')).toEqual(['notifications/resources/updated']);
});
