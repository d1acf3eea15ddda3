import process from 'node:process';
import { CallAnswer, Snapshot, WINDOWS_URI } from '@mcp-gui-bridge/page-sdk/protocol';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

export interface AgentOptions {
  /** Path of the built command. */
  cli: string;
  env: NodeJS.ProcessEnv;
  name?: string;
  /** More arguments for `mcp-gui-bridge mcp`. */
  args?: readonly string[];
}

/** One tool call as the agent saw it. */
export interface CallRecord {
  tool: string;
  arguments: Record<string, unknown>;
  answer: CallAnswer;
  /** The tool result as it came. */
  raw: CallToolResult;
  ms: number;
  /** Methods of the notifications that arrived before the answer, in order. */
  notifications: string[];
}

/** A real MCP client on stdio, subscribed to `app://windows`. */
export interface Agent {
  readonly client: Client;
  /** Every notification since the start. */
  readonly notifications: readonly string[];
  /** False once the server has ended. */
  readonly isRunning: boolean;
  readWindows(): Promise<Snapshot>;
  toolNames(): Promise<string[]>;
  call(tool: string, args?: Record<string, unknown>): Promise<CallRecord>;
  /** Reads now and after each notification until `find` finds something; throws after `timeoutMs` and names `what`. */
  waitFor<T>(what: string, find: (windows: Snapshot) => T | undefined, timeoutMs?: number): Promise<T>;
  close(): Promise<void>;
}

/** Starts `mcp-gui-bridge mcp` as an MCP client would, and subscribes. */
export async function startAgent(options: AgentOptions): Promise<Agent> {
  const client = new Client({ name: options.name ?? 'demo-agent', version: '0.1.0' });
  const notifications: string[] = [];
  const listeners = new Set<() => void>();
  let isRunning = true;
  const wake = () => {
    for (const listener of listeners) listener();
  };
  client.fallbackNotificationHandler = async ({ method }) => {
    notifications.push(method);
    wake();
  };
  client.onclose = () => {
    isRunning = false;
    wake();
  };
  const env = Object.fromEntries(
    Object.entries(options.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [options.cli, 'mcp', ...(options.args ?? [])],
    env,
    stderr: 'inherit',
  });
  await client.connect(transport);
  await client.subscribeResource({ uri: WINDOWS_URI });

  async function readWindows(): Promise<Snapshot> {
    const { contents } = await client.readResource({ uri: WINDOWS_URI });
    const [content] = contents;
    if (content === undefined || !('text' in content)) throw new Error(`${WINDOWS_URI} has no text.`);
    return Snapshot.parse(JSON.parse(content.text));
  }

  /** Resolves at the first notification after the one with this number, or when the server has ended. */
  function nextNotification(seen: number, deadline: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        if (notifications.length <= seen && isRunning && !deadline.aborted) return;
        listeners.delete(settle);
        deadline.removeEventListener('abort', settle);
        if (deadline.aborted) reject(new Error('too late'));
        else resolve();
      };
      listeners.add(settle);
      deadline.addEventListener('abort', settle);
      settle();
    });
  }

  return {
    client,
    notifications,
    get isRunning() {
      return isRunning;
    },
    readWindows,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    async call(tool, args = {}) {
      const started = performance.now();
      const seen = notifications.length;
      // Answers to unlisted tools are errors of the tool, not of the request; the 1.x client passes both on as a result.
      const raw = (await client.callTool({ name: tool, arguments: args })) as CallToolResult;
      const ms = Math.round(performance.now() - started);
      return { tool, arguments: args, answer: answerOf(raw), raw, ms, notifications: notifications.slice(seen) };
    },
    async waitFor(what, find, timeoutMs = 15_000) {
      const deadline = AbortSignal.timeout(timeoutMs);
      for (;;) {
        const seen = notifications.length;
        const found = find(await readWindows());
        if (found !== undefined) return found;
        await nextNotification(seen, deadline).catch(() => {
          throw new Error(`Waited ${timeoutMs} ms in vain for: ${what}.`);
        });
        if (!isRunning) throw new Error(`The server ended while waiting for: ${what}.`);
      }
    },
    close: () => client.close(),
  };
}

/** The protocol's success or error object of a tool result (§5.4, §7.4). */
export function answerOf(result: CallToolResult): CallAnswer {
  return CallAnswer.parse(
    result.isError ? { ok: false, error: result.structuredContent } : { ok: true, value: result.structuredContent },
  );
}
