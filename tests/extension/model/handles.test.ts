import { parseToolName, windowToolName } from '@mcp-gui-bridge/page-sdk/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base32, Handles, profileMac } from '../../../extension/src/model/handles.ts';

const free = () => false;
const handlesOf = (byte: number) => new Handles(profileMac(new Uint8Array(32).fill(byte)));

describe('handles', () => {
  test('base32 is the lower-case alphabet of RFC 4648', () => {
    const bytes = new TextEncoder().encode('foobarbaz');
    expect(base32(bytes)).toBe('mzxw6ytboj');
  });

  test('fewer than seven bytes cannot make a handle', () => {
    expect(() => base32(new Uint8Array(6))).toThrow('seven bytes');
  });

  test('make valid tool names, are the same at every draw and differ between documents and windows', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer({ min: 1 }), (documentId, opened) => {
        const handle = handlesOf(1).window(documentId, opened, free);
        expect(parseToolName(windowToolName(handle, 'submit'))).toEqual({ windowId: handle, action: 'submit' });
        expect(handlesOf(1).window(documentId, opened, free)).toBe(handle);
        expect(handlesOf(1).window(documentId, opened + 1, free)).not.toBe(handle);
        expect(handlesOf(1).window(`${documentId}x`, opened, free)).not.toBe(handle);
        expect(handlesOf(2).window(documentId, opened, free)).not.toBe(handle);
        expect(handlesOf(1).application(documentId, free).slice(1)).not.toBe(handle.slice(1));
      }),
    );
  });

  test('a handle in use is drawn again, and the second draw is as stable as the first', () => {
    const first = handlesOf(1).window('d', 1, free);
    const second = handlesOf(1).window('d', 1, (handle) => handle === first);
    expect(second).not.toBe(first);
    expect(handlesOf(1).window('d', 1, (handle) => handle === first)).toBe(second);
  });
});
