import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  encodeFrame,
  FrameError,
  MAX_FRAME_BYTES,
  NO_BYTES,
  takeBytes,
} from '../../../native-host/src/host/frame-codec.ts';

function readAll(chunks: readonly Buffer[]): { texts: string[]; bytesLeft: number } {
  let partial = NO_BYTES;
  const texts: string[] = [];
  for (const chunk of chunks) {
    const taken = takeBytes(partial, chunk);
    partial = taken.partial;
    texts.push(...taken.texts);
  }
  return { texts, bytesLeft: partial.bytes };
}

/** Cuts the stream at these places, whatever they are. */
function cut(stream: Buffer, places: readonly number[]): Buffer[] {
  const at = [0, ...places.map((place) => place % (stream.length + 1)), stream.length].sort((a, b) => a - b);
  return at.slice(1).map((end, index) => stream.subarray(at[index] ?? 0, end));
}

const texts = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), { maxLength: 12 });

test('messages survive any splitting and running together of the stream', () =>
  fc.assert(
    fc.property(texts, fc.array(fc.nat(10_000), { maxLength: 40 }), (messages, places) => {
      // Lone surrogates cannot be written in UTF-8; JSON.stringify escapes them before a frame is made.
      const json = messages.map((message) => JSON.stringify(message));
      const stream = Buffer.concat(json.map(encodeFrame));
      expect(readAll(cut(stream, places))).toEqual({ texts: json, bytesLeft: 0 });
    }),
  ));

test('byte by byte', () => {
  const stream = Buffer.concat([encodeFrame('"ä"'), encodeFrame('{}')]);
  expect(readAll([...stream].map((byte) => Buffer.from([byte]))).texts).toEqual(['"ä"', '{}']);
});

test('the length is counted in bytes, little-endian', () => {
  expect([...encodeFrame('"ä"')]).toEqual([4, 0, 0, 0, 0x22, 0xc3, 0xa4, 0x22]);
});

describe('sizes', () => {
  const announce = (length: number) => {
    const header = Buffer.alloc(4);
    header.writeUInt32LE(length);
    return header;
  };

  test('the largest frame is read', () => {
    const { texts: read } = readAll(cut(encodeFrame('x'.repeat(MAX_FRAME_BYTES)), [3, 70_000, 5_000_000]));
    expect(read.map((text) => text.length)).toEqual([MAX_FRAME_BYTES]);
  });

  test.each([0, MAX_FRAME_BYTES + 1, announce(0).fill('/hom').readUInt32LE(0)])(
    'a frame of %i bytes is refused before its content comes',
    (length) => {
      expect(() => takeBytes(NO_BYTES, announce(length))).toThrow(FrameError);
    },
  );
});
