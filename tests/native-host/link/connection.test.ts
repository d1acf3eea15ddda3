import type { AgentToHost, HostToAgent } from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { connectHost } from '../../../native-host/src/link/connect-host.ts';
import { MAX_MESSAGE_BYTES } from '../../../native-host/src/link/connection.ts';
import { readMessage } from '../../../native-host/src/link/read-message.ts';
import { serve } from './link-bench.ts';

const big = (bytes: number): HostToAgent => ({ type: 'refused', message: 'x'.repeat(bytes) });

async function connected() {
  const served = await serve();
  const agent = await connectHost(served.descriptor);
  const [host] = served.agents;
  if (host === undefined) throw new Error('the host has no connection');
  return { agent, host, ...served };
}

const closing = (connection: { onClose(listener: (reason: string) => void): unknown }) =>
  new Promise<string>((resolve) => void connection.onClose(resolve));
const next = <T>(connection: { onMessage(listener: (message: T) => void): () => void }) =>
  new Promise<T>((resolve) => {
    const stop = connection.onMessage((message) => {
      queueMicrotask(() => stop());
      resolve(message);
    });
  });

describe('messages', () => {
  test('go both ways', async () => {
    const { agent, host } = await connected();
    host.send({ type: 'ready' });
    agent.send({ type: 'status' });
    expect(await next<HostToAgent>(agent)).toEqual({ type: 'ready' });
    expect(await next<AgentToHost>(host)).toEqual({ type: 'status' });
  });

  test('that came before anybody listened are not lost', async () => {
    const { agent, host } = await connected();
    for (const message of [big(1), big(2)]) host.send(message);
    host.close();
    await closing(agent);
    const seen: number[] = [];
    agent.onMessage((message) => seen.push(JSON.stringify(message).length));
    expect(seen).toEqual([big(1), big(2)].map((message) => JSON.stringify(message).length));
  });

  test('of three megabytes pass, above the limit the connection ends', async () => {
    const { agent, host } = await connected();
    host.send(big(3 * 1024 * 1024));
    expect(await next<HostToAgent>(agent)).toMatchObject({ type: 'refused' });
    host.send(big(MAX_MESSAGE_BYTES));
    expect(await closing(agent)).toMatch(/size/i);
  });

  test('that are wrong end the connection with a reason for both sides, and nothing after them counts', async () => {
    const { agent, host } = await connected();
    const heard = vi.fn();
    agent.onMessage(heard);
    host.send({ type: 'dispatched', callId: 'short' });
    host.send({ type: 'ready' });
    expect(await closing(agent)).toMatch(/^dispatched\.callId: /);
    expect(await closing(host)).toMatch(/^dispatched\.callId: /);
    expect(heard).not.toHaveBeenCalled();
  });

  test('after the end are ignored', async () => {
    const { agent, host } = await connected();
    agent.close('enough');
    expect(await closing(host)).toBe('enough');
    expect(() => host.send({ type: 'ready' })).not.toThrow();
    expect(await closing(host)).toBe('enough');
  });

  test('nobody waits any more who has unsubscribed', async () => {
    const { agent, host } = await connected();
    const heard = vi.fn();
    agent.onMessage(heard)();
    const closed = vi.fn();
    agent.onClose(closed)();
    host.send({ type: 'ready' });
    host.close();
    await closing(agent);
    expect(heard).not.toHaveBeenCalled();
    expect(closed).not.toHaveBeenCalled();
  });
});

describe('the backlog', () => {
  test('is there while the other side does not read, and gone when it has', async () => {
    const { agent, host } = await connected();
    const received = vi.fn();
    agent.onMessage(received);
    for (let i = 0; i < 8; i++) host.send(big(1024 * 1024));
    expect(host.backlogBytes).toBeGreaterThan(0);
    await host.drained();
    expect(host.backlogBytes).toBe(0);
    await expect.poll(() => received).toHaveBeenCalledTimes(8);
    await host.drained();
  });

  test('is waited for no longer when the other side is gone', async () => {
    const { agent, host } = await connected();
    for (let i = 0; i < 8; i++) host.send(big(1024 * 1024));
    const drained = host.drained();
    agent.close();
    host.close();
    await drained;
    expect(host.backlogBytes).toBe(0);
  });
});

describe('reading', () => {
  const union = z.discriminatedUnion('type', [
    z.object({ type: z.literal('add'), n: z.int() }),
    z.object({ type: z.literal('stop') }),
  ]);
  test.each([
    ['{"type":"add","n":1,"new":true}', { message: { type: 'add', n: 1 } }],
    ['{"type":"invented later"}', { unknownType: 'invented later' }],
    ['{"type":"add","n":"1"}', { problem: expect.stringMatching(/^add\.n: /) }],
    ['{"n":1}', { problem: expect.stringContaining('"type"') }],
    ['{"type":7}', { problem: expect.stringContaining('"type"') }],
    ['null', { problem: expect.stringContaining('"type"') }],
    ['{', { problem: expect.stringContaining('JSON') }],
  ])('%s', (text, read) => {
    expect(readMessage(union, text)).toEqual(read);
  });
});
