import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { Direction } from '../relay/web-socket-transport.ts';

export interface LoggedMessage {
  readonly number: number;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly direction: Direction;
  /** `server`, or the view that it was exchanged with. */
  readonly peer: string;
  readonly kind: 'request' | 'answer' | 'error' | 'notification';
  /** The method; of an answer, the method that it answers. */
  readonly method: string;
  /** The tool or resource that a request is about; empty where there is none. */
  readonly subject: string;
  /** The message's JSON, cut when it is long. */
  readonly text: string;
  /** Characters of the whole JSON. */
  readonly size: number;
}

export interface MessageLog {
  readonly entries: readonly LoggedMessage[];
  readonly count: number;
  /** Methods of requests without an answer, by peer, direction of the request and id. */
  readonly open: ReadonlyMap<string, string>;
}

export const EMPTY_LOG: MessageLog = { entries: [], count: 0, open: new Map() };

const ENTRIES = 500;
const TEXT = 16 * 1024;

export interface Arrival {
  readonly at: number;
  readonly direction: Direction;
  readonly peer: string;
  readonly message: JSONRPCMessage;
}

function described(log: MessageLog, { direction, peer, message }: Arrival) {
  const key = (way: Direction, id: unknown) => `${peer} ${way} ${String(id)}`;
  if ('method' in message) {
    const { method } = message;
    if (!('id' in message)) return { kind: 'notification', method, open: log.open } as const;
    return { kind: 'request', method, open: new Map(log.open).set(key(direction, message.id), method) } as const;
  }
  const asked = key(direction === 'in' ? 'out' : 'in', message.id);
  const open = new Map(log.open);
  open.delete(asked);
  return { kind: 'error' in message ? 'error' : 'answer', method: log.open.get(asked) ?? '', open } as const;
}

function subjectOf(message: JSONRPCMessage): string {
  if (!('method' in message)) return '';
  const { name, uri } = message.params ?? {};
  return [name, uri].find((value) => typeof value === 'string') ?? '';
}

/** The log with one more message; the oldest entries go when there are more than 500. */
export function logMessage(log: MessageLog, arrival: Arrival): MessageLog {
  const { at, direction, peer, message } = arrival;
  const { open, ...description } = described(log, arrival);
  const json = JSON.stringify(message);
  const number = log.count + 1;
  const entry: LoggedMessage = {
    number,
    at,
    direction,
    peer,
    ...description,
    subject: subjectOf(message),
    text: json.length > TEXT ? `${json.slice(0, TEXT)}…` : json,
    size: json.length,
  };
  return { entries: [...log.entries, entry].slice(-ENTRIES), count: number, open };
}

export const LOG_KINDS = ['notifications', 'server', 'views'] as const;
export type LogKind = (typeof LOG_KINDS)[number];

/** What a tab of the log shows, newest first. */
export function entriesOf({ entries }: MessageLog, kind: LogKind, filter = ''): readonly LoggedMessage[] {
  const wanted = filter.trim().toLowerCase();
  return entries
    .filter(({ peer, kind: of, direction }) => {
      if (kind === 'views') return peer !== 'server';
      return peer === 'server' && (kind === 'server' || (of === 'notification' && direction === 'in'));
    })
    .filter(({ method, text }) => wanted === '' || `${method} ${text}`.toLowerCase().includes(wanted))
    .reverse();
}
