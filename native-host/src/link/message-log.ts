import type { LinkConnection } from './connection.ts';
import type { Logger } from './log.ts';

/** Both ways of each hop of a process. */
export type Hop = 'browser' | 'host' | 'agent' | 'client';

/** Told of each message: its kind and its size, never what it says. */
export type MessageLog = (hop: Hop, way: 'in' | 'out', kind: string, bytes: number) => void;

interface Message {
  readonly type: string;
}

/** `undefined` unless somebody wants to read it (`MCP_GUI_BRIDGE_LOG=debug`): measuring every message costs time. */
export function messageLog(log: Logger): MessageLog | undefined {
  if (!log.isLevelEnabled('debug')) return undefined;
  return (hop, way, kind, bytes) => log.debug({ hop, way, kind, bytes }, 'message');
}

/** UTF-8 bytes of a message's JSON. */
export const sizeOf = (message: unknown): number => Buffer.byteLength(JSON.stringify(message));

/** The same connection, with a look at what passes. */
export function logConnection<In extends Message, Out extends Message>(
  connection: LinkConnection<In, Out>,
  messages: MessageLog | undefined,
  hop: Hop,
): LinkConnection<In, Out> {
  if (messages === undefined) return connection;
  return {
    get backlogBytes() {
      return connection.backlogBytes;
    },
    send: (message) => {
      messages(hop, 'out', message.type, sizeOf(message));
      connection.send(message);
    },
    onMessage: (listener) =>
      connection.onMessage((message) => {
        messages(hop, 'in', message.type, sizeOf(message));
        listener(message);
      }),
    onClose: (listener) => connection.onClose(listener),
    close: (reason) => connection.close(reason),
    drained: () => connection.drained(),
  };
}
