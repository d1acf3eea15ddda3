import {
  AgentToHost,
  checkMessage,
  ExtensionToHost,
  HostToAgent,
  HostToExtension,
  LIMITS,
  PageToWorker,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { expect, test } from 'vitest';
import { readMessage } from '../../native-host/src/link/read-message.ts';
import { PAGE_MESSAGES } from '../fuzz/samples.ts';
import { AGENT_MESSAGES, HOST_TO_AGENT, HOST_TO_WORKER, WORKER_MESSAGES } from '../fuzz/samples-between.ts';

const LEVELS = 8_000;
const DEEP = `${'['.repeat(LEVELS)}${']'.repeat(LEVELS)}`;

/** Samples with something put into them that no walk over it comes back from, in some forty places. */
function nested(samples: readonly unknown[]): string[] {
  const all = samples.flatMap((sample) => {
    const text = JSON.stringify(sample);
    return [...text.matchAll(/(?<=[a-z]":)(?=["\d[{tn])/gi)].map(
      ({ index }) => `${text.slice(0, index)}${DEEP},"x":${text.slice(index)}`,
    );
  });
  const step = Math.ceil(all.length / 40);
  return all.filter((text, index) => index % step === 0 && !text.startsWith('{"type":['));
}

const isWrong = (reading: object): boolean => 'problem' in reading;

test.each<[string, readonly unknown[], (text: string) => object]>([
  ['the worker, from a page', PAGE_MESSAGES, (text) => checkMessage(PageToWorker, JSON.parse(text))],
  ['the worker, from the host', HOST_TO_WORKER, (text) => checkMessage(HostToExtension, JSON.parse(text))],
  ['the host, from the worker', WORKER_MESSAGES, (text) => readMessage(ExtensionToHost, text)],
  ['the host, from an agent', AGENT_MESSAGES, (text) => readMessage(AgentToHost, text)],
  ['an agent, from the host', HOST_TO_AGENT, (text) => readMessage(HostToAgent, text)],
])('what is nested too deep is wrong for %s, and nothing worse', (_who, samples, read) => {
  const texts = nested(samples);
  expect(texts.length).toBeGreaterThan(15);
  for (const text of texts) expect(isWrong(read(text))).toBe(true);
});

test('as deep as values may be passes every door', () => {
  const value = JSON.parse(`${'['.repeat(LIMITS.valueDepth)}${']'.repeat(LIMITS.valueDepth)}`);
  const block = { type: 'fields', id: 'b1', items: [{ label: 'deep', value }] };
  const window = {
    id: '1',
    opened: 1,
    title: 'Deep',
    modal: false,
    ownerId: null,
    version: 1,
    blocks: [block],
    actions: [],
  };
  const declared = { name: 'Deep', actions: [], windows: [window] };
  const attach = { type: 'attach', wire: 1, sdk: 'x', running: [], declared };
  expect(checkMessage(PageToWorker, attach)).toHaveProperty('message');
  const application = { id: 'a', origin: 'https://a.example', browser: 'B', condition: 'live' };
  const event = { type: 'attached', application, declared, running: [] };
  expect(readMessage(ExtensionToHost, JSON.stringify({ type: 'model', event }))).toHaveProperty('message');
  expect(readMessage(HostToAgent, JSON.stringify({ type: 'model', event }))).toHaveProperty('message');
});
