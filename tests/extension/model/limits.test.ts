import {
  type DeclaredChange,
  declaredBytes,
  LIMITS,
  utf8Length,
  type WindowPatch,
  windowBytes,
} from '@mcp-gui-bridge/page-sdk/protocol';
import { describe, expect, test } from 'vitest';
import { action, attach, declaring, getApplication, opening, play } from '../declared-samples.ts';

const blocks = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ type: 'text' as const, id: `b${index}`, text: '' }));

/** A window of exactly so many bytes as the worker measures it. */
function sized(opened: number, bytes: number): WindowPatch {
  const empty = opening(opened, { blocks: blocks(60) });
  const { model } = play([attach('measured', declaring(empty))]);
  const [window] = getApplication(model, 'measured').received.windows;
  let missing = bytes - (window ? windowBytes(window) : 0);
  return {
    ...empty,
    blocks: blocks(60).map((block) => {
      const length = Math.min(missing, LIMITS.stringBytes);
      missing -= length;
      return { ...block, text: 'x'.repeat(length) };
    }),
  };
}

/** As many windows as a document of exactly so many bytes needs. */
function document(bytes: number): DeclaredChange {
  const [first, second] = [sized(1, 200_000), sized(2, 200_000)];
  const { model } = play([attach('measured', declaring(first, second, sized(3, 20_000)))]);
  const rest = bytes - declaredBytes(getApplication(model, 'measured').received);
  return declaring(first, second, sized(3, 20_000 + rest));
}

const refusalOf = (declared: DeclaredChange) => {
  const { effects } = play([attach('d1', declared)]);
  const refused = effects.find(({ type }) => type === 'refuse');
  return refused?.type === 'refuse' ? refused.message : undefined;
};
const many = (count: number, from = 1) => Array.from({ length: count }, (_, index) => opening(from + index));
const image = (length: number): WindowPatch => {
  const url = `data:image/png;base64,${'A'.repeat(length - 22)}`;
  return opening(1, { actions: [], blocks: [{ type: 'media', id: 'm', mimeType: 'image/png', url }] });
};
const schema = (bytes: number) => {
  const empty = { type: 'object', description: '' };
  return { ...empty, description: 'x'.repeat(bytes - utf8Length(JSON.stringify(empty))) };
};

describe('a page that declares without the SDK is measured again', () => {
  test.each<[string, number, (size: number) => DeclaredChange, RegExp]>([
    ['windows', LIMITS.windowsPerDocument, (size) => declaring(...many(size)), /at most 64 are allowed; close some/],
    [
      'bytes of a window',
      LIMITS.windowBytes,
      (size) => declaring(sized(1, size)),
      /larger than 262144 bytes; show less/,
    ],
    ['bytes of a document', LIMITS.documentBytes, document, /together larger than 524288 bytes; show less/],
    [
      'rows of a table',
      LIMITS.rowsShown,
      (size) =>
        declaring(opening(1, { blocks: [{ type: 'table', id: 't', columns: ['N'], rows: Array(size).fill(['1']) }] })),
      /shows 101 rows; at most 100, with total/,
    ],
    [
      'bytes of a string',
      LIMITS.stringBytes,
      (size) => declaring(opening(1, { blocks: [{ type: 'text', id: 't', text: 'x'.repeat(size) }] })),
      /longer than 8192 bytes; cut it/,
    ],
    [
      'bytes of a schema',
      LIMITS.schemaBytes,
      (size) => declaring(opening(1, { actions: [action('a', { inputSchema: schema(size) })] })),
      /inputSchema: is larger than 16384 bytes/,
    ],
    ['bytes of an image', LIMITS.dataImageBytes, (size) => declaring(image(size)), /url: is larger than 262144 bytes/],
  ])('%s', (what, limit, declared, refusal) => {
    // An image at its limit is larger than a window may be, and refused for that.
    if (what === 'bytes of an image') expect(refusalOf(declared(limit))).toMatch(/^windows\.1: is larger/);
    else expect(refusalOf(declared(limit))).toBeUndefined();
    expect(refusalOf(declared(limit + 1))).toMatch(refusal);
  });
});

describe('over all documents', () => {
  const conditions = (...documents: DeclaredChange[]) => {
    const { model } = play(documents.map((declared, index) => attach(`d${index}`, declared)));
    return [...model.applications.values()].map(({ condition }) => condition);
  };
  const live = (count: number) => Array(count).fill('live');

  test('windows', () => {
    const full = Array.from({ length: LIMITS.windowsInAll / 64 }, () => declaring(...many(64)));
    expect(conditions(...full)).toEqual(live(full.length));
    expect(conditions(...full, declaring(opening(1)))).toEqual([...live(full.length), 'over_limit']);
  });

  test('bytes', () => {
    const full = Array.from({ length: 5 }, () => document(LIMITS.documentBytes));
    const exposedBytes = (...documents: DeclaredChange[]) => {
      const { model } = play(documents.map((declared, index) => attach(`d${index}`, declared)));
      return [...model.applications.values()].reduce((sum, { exposed }) => sum + declaredBytes(exposed), 0);
    };
    // Ids are longer in the agents' words than in the page's.
    const longer = exposedBytes(document(LIMITS.documentBytes)) - LIMITS.documentBytes;
    const room = LIMITS.allDocumentsBytes - exposedBytes(...full) - longer;
    expect(conditions(...full, document(room))).toEqual(live(6));
    expect(conditions(...full, document(room + 1))).toEqual([...live(5), 'over_limit']);
  });
});
