import { LIMITS, type PartialMessage, takeFrame, toFrames, utf8Length } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

function receive(frames: readonly string[]): unknown[] {
  let partial: PartialMessage | undefined;
  const messages: unknown[] = [];
  for (const frame of frames) {
    const taken = takeFrame(partial, JSON.parse(frame));
    partial = taken.partial;
    if (taken.message !== undefined) messages.push(taken.message);
  }
  expect(partial).toBeUndefined();
  return messages;
}

describe('messages in frames', () => {
  test.each([
    ['one byte under the limit', LIMITS.frameBytes - 2, 1],
    ['at the limit', LIMITS.frameBytes - 2, 1],
    ['one byte over', LIMITS.frameBytes - 1, 4],
  ])('%s', (_, length, count) => {
    const json = JSON.stringify('x'.repeat(length));
    expect(toFrames(json, 1)).toHaveLength(count);
  });

  test('no frame is above the limit and every message arrives whole, whatever its characters', () => {
    const character = fc.constantFrom('a', '"', '\\', '\n', '\u0001', 'é', '芷', '🙂', '\ud83d', '\udc00');
    const message = fc
      .tuple(fc.string({ unit: character, minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 60_000 }))
      .map(([text, times]) => ({ text: text.repeat(times) }));
    fc.assert(
      fc.property(message, (sent) => {
        const frames = toFrames(JSON.stringify(sent), 7);
        for (const frame of frames) expect(utf8Length(frame)).toBeLessThanOrEqual(LIMITS.frameBytes);
        expect(receive(frames)).toEqual([JSON.parse(JSON.stringify(sent))]);
      }),
      { numRuns: 40 },
    );
  });

  test('several messages follow each other', () => {
    const sent = [{ n: 1 }, { n: 'y'.repeat(2_000_000) }, { n: 3 }];
    expect(receive(sent.flatMap((message, id) => toFrames(JSON.stringify(message), id)))).toEqual(sent);
  });

  const [first = '', second = '', third = ''] = toFrames(JSON.stringify('x'.repeat(1_000_000)), 5);
  test.each([
    ['a chunk is missing', [first, third]],
    ['a chunk comes twice', [first, first]],
    ['it starts in the middle', [second]],
    ['another message comes between', [first, '{}']],
  ])('refuses when %s', (_, frames) => {
    expect(() => receive(frames)).toThrow(/chunk/);
  });
});

test('bytes are counted as the encoder counts them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
    }),
  );
});
