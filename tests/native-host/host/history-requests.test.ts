import type { AgentToHost, History, HostToAgent, HostToExtension } from '@mcp-gui-bridge/page-sdk/protocol';
import { expect, test } from 'vitest';
import { HistoryRequests } from '../../../native-host/src/host/history-requests.ts';
import { callId } from './host-bench.ts';

function bench(visible: readonly string[] = ['A']) {
  const browser: HostToExtension[] = [];
  const told: [string, HostToAgent][] = [];
  const unseen: string[] = [];
  const requests = new HistoryRequests({
    canSee: (_agentId, appId) => visible.includes(appId),
    toBrowser: (message) => browser.push(message),
    toAgent: (agentId, message) => told.push([agentId, message]),
    unseen: (callIds) => unseen.push(...callIds),
  });
  return { browser, told, unseen, requests };
}

const asks = (id: number, appId = 'A', ...asked: string[]): Extract<AgentToHost, { type: 'history' }> => ({
  type: 'history',
  appId,
  id,
  owner: 'me',
  asked,
});
const history: History = {
  complete: true,
  calls: [{ callId: callId(1), tool: 'wabcdefghij__save', state: 'executed', startedMsAgo: 1 }],
};

test('each agent gets the answer to its own question, under its own number', () => {
  const { requests, browser, told } = bench();
  requests.ask('x', asks(7));
  requests.ask('y', asks(7));
  expect(browser).toEqual([1, 2].map((id) => ({ type: 'history', appId: 'A', id, owner: 'me' })));
  requests.answer('A', 2, history);
  requests.answer('A', 2, history);
  expect(told).toEqual([['y', { type: 'history', id: 7, history }]]);
});

test('another document’s word is worth nothing', () => {
  const { requests, told } = bench(['A', 'B']);
  requests.ask('x', asks(7));
  requests.answer('B', 1, history);
  expect(told).toEqual([]);
});

test('calls that the document has not seen are given up, unless it may have forgotten them', () => {
  const { requests, unseen } = bench();
  requests.ask('x', asks(1, 'A', callId(1), callId(2)));
  requests.answer('A', 1, history);
  expect(unseen).toEqual([callId(2)]);
  requests.ask('x', asks(2, 'A', callId(3)));
  requests.answer('A', 2, { ...history, complete: false });
  expect(unseen).toEqual([callId(2)]);
});

test('a document that attaches anew is asked again, and one that goes away cannot be', () => {
  const { requests, browser, told } = bench();
  requests.ask('x', asks(7));
  requests.attached('A');
  expect(browser).toHaveLength(2);
  requests.detached('A');
  expect(told).toEqual([['x', { type: 'history', id: 7 }]]);
  requests.answer('A', 1, history);
  expect(told).toHaveLength(1);
});

test('an agent is told nothing of what it cannot see, and nobody when it has gone', () => {
  const { requests, browser, told } = bench();
  requests.ask('x', asks(7, 'B'));
  expect(told).toEqual([['x', { type: 'history', id: 7 }]]);
  requests.ask('x', asks(8));
  requests.agentGone('x');
  requests.answer('A', 1, history);
  expect(browser).toHaveLength(1);
  expect(told).toHaveLength(1);
});
