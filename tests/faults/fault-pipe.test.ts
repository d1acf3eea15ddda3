import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeFrame } from '../../native-host/src/host/frame-codec.ts';
import { FaultPipe, PIPE_FAULTS } from './fault-pipe.ts';
import { type Framing, lineFraming, nativeFraming, socketFraming } from './framing.ts';

const texts = ['{"a":1}', `{"b":"${'x'.repeat(300)}"}`, '{"c":"ä€😀"}'];

/** A frame as a server writes it, unmasked, or as a client does. */
function webSocketFrame(text: string, masked: boolean): Buffer {
  const body = Buffer.from(text);
  const size = body.length < 126 ? [body.length] : [126, body.length >> 8, body.length & 255];
  const [first = 0, ...more] = size;
  const mask = masked ? [1, 2, 3, 4] : [];
  const payload = masked ? body.map((byte, index) => byte ^ (mask[index % 4] ?? 0)) : body;
  return Buffer.from([0x81, first | (masked ? 0x80 : 0), ...more, ...mask, ...payload]);
}

const head = Buffer.from('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n');
const STREAMS: [string, Framing, Buffer[]][] = [
  ['lines', lineFraming, texts.map((text) => Buffer.from(`${text}\n`))],
  ['native frames', nativeFraming, texts.map(encodeFrame)],
  ['the socket towards the agent', socketFraming, [head, ...texts.map((text) => webSocketFrame(text, false))]],
  ['the socket towards the host', socketFraming, [head, ...texts.map((text) => webSocketFrame(text, true))]],
];

describe.each(STREAMS)('%s', (_, framing, messages) => {
  const stream = Buffer.concat(messages);

  test('are cut into their messages however they arrive', () => {
    void fc.assert(
      fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), stream.length];
        let rest: Buffer = Buffer.alloc(0);
        const found: Buffer[] = [];
        for (const [index, from] of at.entries()) {
          const taken = framing(Buffer.concat([rest, stream.subarray(from, at[index + 1])]));
          rest = taken.rest;
          found.push(...taken.messages.map(({ bytes }) => bytes));
        }
        expect(found).toEqual(messages);
      }),
    );
  });

  test.each(PIPE_FAULTS)('%s keeps the order, and does what it says', async (fault) => {
    const written: Buffer[] = [];
    const total =
      fault === 'duplicate' ? messages.reduce((sum, m) => sum + m.length * (m === head ? 1 : 2), 0) : stream.length;
    await new Promise<void>((resolve) => {
      const pipe = new FaultPipe(framing, (bytes) => {
        written.push(Buffer.from(bytes));
        if (Buffer.concat(written).length >= total) resolve();
      });
      pipe.fault = fault;
      pipe.push(stream);
      if (fault !== 'stall') return;
      expect(written).toEqual([]);
      pipe.fault = undefined;
    });
    const all = Buffer.concat(written);
    if (fault === 'duplicate') {
      expect(all).toEqual(Buffer.concat(messages.flatMap((m) => (m === head ? [m] : [m, m]))));
    } else if (fault === 'corrupt') {
      const differing = [...all].filter((byte, index) => byte !== stream[index]);
      expect(differing).toHaveLength(1);
    } else {
      expect(all).toEqual(stream);
    }
    if (fault === 'split') expect(written.length).toBeGreaterThan(messages.length);
    if (fault === 'coalesce') expect(written.length).toBeLessThan(messages.length);
  });
});
