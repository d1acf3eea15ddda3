import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Framing, Message } from './framing.ts';

/** What a pipe does to what goes through it. `stall` keeps everything until another mode is set; `corrupt` hits one message. */
export const PIPE_FAULTS = ['delay', 'split', 'coalesce', 'duplicate', 'corrupt', 'stall'] as const;
export type PipeFault = (typeof PIPE_FAULTS)[number];

const DELAY_MS = 40;
const COALESCE_MS = 30;
const PIECE_BYTES = 64;

/** One byte of content that is wrong from here on: no JSON begins with it, and it is no UTF-8. */
export function corrupted({ bytes, payloadAt }: Message): Buffer {
  const copy = Buffer.from(bytes);
  if (payloadAt !== undefined) copy.writeUInt8(copy.readUInt8(payloadAt) ^ 0x80, payloadAt);
  return copy;
}

/** One direction of a link. Order is kept whatever happens to the messages. */
export class FaultPipe {
  readonly #framing: Framing;
  readonly #write: (bytes: Buffer) => void;
  #rest: Buffer = Buffer.alloc(0);
  #queue: Message[] = [];
  #fault: PipeFault | undefined;
  #pumping = false;
  #resume: (() => void) | undefined;

  constructor(framing: Framing, write: (bytes: Buffer) => void) {
    this.#framing = framing;
    this.#write = write;
  }

  /** `undefined`: from now on everything goes through as it is, in order. */
  set fault(fault: PipeFault | undefined) {
    this.#fault = fault;
    this.#resume?.();
  }

  push(bytes: Buffer): void {
    const { messages, rest } = this.#framing(Buffer.concat([this.#rest, bytes]));
    this.#rest = rest;
    this.#queue.push(...messages);
    if (!this.#pumping) void this.#pump();
  }

  async #pump(): Promise<void> {
    this.#pumping = true;
    for (let message = this.#queue.shift(); message !== undefined; message = this.#queue.shift()) {
      while (this.#fault === 'stall') await new Promise<void>((resolve) => (this.#resume = resolve));
      await this.#pass(message);
    }
    this.#pumping = false;
  }

  async #pass(message: Message): Promise<void> {
    const { bytes } = message;
    switch (this.#fault) {
      case 'delay':
        await setTimeout(DELAY_MS);
        this.#write(bytes);
        break;
      case 'split':
        for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
          this.#write(bytes.subarray(at, at + PIECE_BYTES));
          await setImmediate();
        }
        break;
      case 'coalesce':
        await setTimeout(COALESCE_MS);
        this.#write(Buffer.concat([bytes, ...this.#queue.splice(0).map((next) => next.bytes)]));
        break;
      case 'duplicate':
        this.#write(bytes);
        if (message.payloadAt !== undefined) this.#write(bytes);
        break;
      case 'corrupt':
        if (message.payloadAt !== undefined) this.#fault = undefined;
        this.#write(corrupted(message));
        break;
      default:
        this.#write(bytes);
    }
  }
}
