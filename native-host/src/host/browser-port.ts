import type { Readable, Writable } from 'node:stream';
import {
  checkMessage,
  ExtensionToHost,
  type HostToExtension,
  type PartialMessage,
  takeFrame,
  toFrames,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { type MessageLog, sizeOf } from '../link/message-log.ts';
import { encodeFrame, NO_BYTES, type PartialFrame, takeBytes } from './frame-codec.ts';

export interface BrowserPortOptions {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** All messages that arrived together, in order. */
  readonly onMessages: (messages: readonly ExtensionToHost[]) => void;
  /** The worker sends what cannot be understood; nothing more is read. */
  readonly onFault: (problem: string) => void;
  readonly messages?: MessageLog | undefined;
}

/** The extension's worker at the other end of native messaging. */
export interface BrowserPort {
  send(message: HostToExtension): void;
}

/** Pure part of reading: what one piece of the stream completes. Types from a newer extension are left out. */
interface ReadState {
  readonly bytes: PartialFrame;
  readonly message: PartialMessage | undefined;
}

function takeMessages(before: ReadState, chunk: Buffer): { state: ReadState; messages: ExtensionToHost[] } {
  const { texts, partial: bytes } = takeBytes(before.bytes, chunk);
  const messages: ExtensionToHost[] = [];
  let { message } = before;
  for (const text of texts) {
    const taken = takeFrame(message, JSON.parse(text));
    message = taken.partial;
    if (taken.message === undefined) continue;
    const read = checkMessage(ExtensionToHost, taken.message);
    if ('problem' in read) throw new Error(read.problem);
    if ('message' in read) messages.push(read.message);
  }
  return { state: { bytes, message }, messages };
}

/** Reads and writes the browser's frames. `stdin` is read at all times: the browser's own queue has no bound. */
export function openBrowserPort(options: BrowserPortOptions): BrowserPort {
  const { stdin, stdout, onMessages, onFault, messages } = options;
  let state: ReadState = { bytes: NO_BYTES, message: undefined };
  let nextId = 0;

  const read = (chunk: Buffer) => {
    try {
      const taken = takeMessages(state, chunk);
      state = taken.state;
      for (const message of taken.messages) messages?.('browser', 'in', message.type, sizeOf(message));
      if (taken.messages.length > 0) onMessages(taken.messages);
    } catch (error) {
      stdin.off('data', read);
      stdin.resume();
      onFault(error instanceof Error ? error.message : String(error));
    }
  };
  stdin.on('data', read);

  return {
    send: (message) => {
      nextId += 1;
      messages?.('browser', 'out', message.type, sizeOf(message));
      for (const frame of toFrames(JSON.stringify(message), nextId)) stdout.write(encodeFrame(frame));
    },
  };
}
