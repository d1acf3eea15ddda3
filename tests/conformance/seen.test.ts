import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameParts, outcomeOf, readAnswer, readSnapshot } from '../../native-host/src/conformance/seen.ts';

const contents = (text: string) => ({ result: { contents: [{ uri: 'app://windows', text }] } });

describe('a snapshot is read as far as it can be recognised', () => {
  test('one wrong field costs that field alone', () => {
    const window = { id: 'w1', title: 7, modal: 'yes', ownerId: 5, version: 1.5, blocks: [null, { type: 'text' }] };
    const { windows, operable } = readSnapshot(
      contents(JSON.stringify({ operableWindowIds: ['w1', 7], windows: [window, null, { title: 'no id' }] })),
    );
    expect(operable).toEqual(['w1']);
    expect(windows).toEqual([
      {
        id: 'w1',
        title: '',
        modal: false,
        ownerId: null,
        version: undefined,
        summary: '',
        blocks: [{ type: 'text' }],
        raw: window,
      },
    ]);
  });

  test('nothing that a server sends throws', () => {
    fc.assert(
      fc.property(fc.anything(), fc.json(), (anything, json) => {
        const wild = { result: { contents: anything } };
        expect(readSnapshot(wild).windows).toEqual(expect.any(Array));
        expect(readSnapshot(contents(json)).operable).toEqual(expect.any(Array));
        expect(readAnswer('t', { result: { content: anything, structuredContent: anything } }).tool).toBe('t');
      }),
    );
  });
});

test.each([
  ['w1__edit', { owner: 'w1', action: 'edit' }],
  ['w1__a__b', { owner: 'w1', action: 'a__b' }],
  ['__edit', undefined],
  ['w1__', undefined],
  ['edit', undefined],
])('the name %s', (name, parts) => expect(nameParts(name)).toEqual(parts));

describe('an answer is found wherever the server put it', () => {
  const error = { code: 'stale_state', message: 'Changed' };
  const text = { content: [{ type: 'text', text: JSON.stringify(error) }] };
  test.each([
    ['as it should be', { result: { isError: true, structuredContent: error } }, true, 'stale_state'],
    ['in the text alone', { result: { isError: true, ...text } }, true, 'stale_state'],
    ['without isError', { result: { structuredContent: error } }, true, 'stale_state'],
    ['as a JSON-RPC error', { error: { code: -32_602, message: 'no' } }, true, undefined],
    ['a success', { result: { structuredContent: { message: 'Done' } } }, false, undefined],
  ])('%s', (_where, response, failed, code) => {
    const answer = readAnswer('w1__edit', response);
    expect({ failed: answer.failed, code: answer.code }).toEqual({ failed, code });
    expect(outcomeOf(answer)).toMatch(
      /^w1__edit (failed with stale_state: Changed|was answered with JSON-RPC error -32602: no|succeeded)$/,
    );
  });
});
