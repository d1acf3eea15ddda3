import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LinkConnection } from '../../../native-host/src/link/connection.ts';
import { createLog } from '../../../native-host/src/link/log.ts';
import { logConnection, messageLog } from '../../../native-host/src/link/message-log.ts';
import { temporaryDirectory } from './link-bench.ts';

interface Message {
  readonly type: string;
  readonly secret?: string;
}

function connection() {
  const sent: Message[] = [];
  const listeners: ((message: Message) => void)[] = [];
  const plain: LinkConnection<Message, Message> = {
    backlogBytes: 7,
    send: (message) => sent.push(message),
    onMessage: (listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    onClose: () => () => undefined,
    close: () => undefined,
    drained: async () => undefined,
  };
  const hear = (message: Message) => {
    for (const listener of listeners) listener(message);
  };
  return { plain, sent, hear };
}

test('debug: every message of both ways with kind and size, and nothing of what it says', () => {
  const directory = temporaryDirectory();
  const log = createLog('host', { MCP_GUI_BRIDGE_HOME: directory, MCP_GUI_BRIDGE_LOG: 'debug' });
  const { plain, sent, hear } = connection();
  const logged = logConnection(plain, messageLog(log), 'agent');
  const heard: Message[] = [];
  logged.onMessage((message) => heard.push(message));
  logged.send({ type: 'call', secret: 'hidden-1' });
  hear({ type: 'answer', secret: 'hidden-ü' });
  expect([sent, heard, logged.backlogBytes]).toEqual([
    [{ type: 'call', secret: 'hidden-1' }],
    [{ type: 'answer', secret: 'hidden-ü' }],
    7,
  ]);
  const text = readFileSync(join(directory, 'log', 'host.log'), 'utf8');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toMatchObject([
    { hop: 'agent', way: 'out', kind: 'call', bytes: JSON.stringify({ type: 'call', secret: 'hidden-1' }).length },
    {
      hop: 'agent',
      way: 'in',
      kind: 'answer',
      bytes: JSON.stringify({ type: 'answer', secret: 'hidden-1' }).length + 1,
    },
  ]);
  expect(text).not.toContain('hidden');
});

test('otherwise nothing is measured, and the connection is the same', () => {
  const log = createLog('host', { MCP_GUI_BRIDGE_HOME: temporaryDirectory() });
  const { plain } = connection();
  expect(messageLog(log)).toBeUndefined();
  expect(logConnection(plain, messageLog(log), 'agent')).toBe(plain);
});
